/** `--list-models`: what there is to choose from, for people or for programs. */
import { systemClock } from "../clock.ts";
import { keyVariables } from "../llm/configured-model.ts";
import { createHttpFetch } from "../llm/http-fetch.ts";
import { listModels } from "../llm/model-listing.ts";
import { configuredKeys } from "../secrets/configured-keys.ts";
import { createRedactor } from "../secrets/redactor.ts";
import type { Log } from "./log.ts";
import { modelsJson, modelsText } from "./model-table.ts";
import type { Options } from "./options.ts";
import { findPlugins } from "./prepare.ts";

/**
 * The list, as `--output` wants it, with a line end; what plugins offer stands last. Without plugins it takes 300 ms at most,
 * and no key leaves the process or is in it.
 */
export async function modelList(options: Options, log: Log): Promise<string> {
  const environment = process.env;
  const { baseUrl, models, output } = options;
  const providers = await listModels({
    environment,
    baseUrl,
    models,
    fetch: createHttpFetch(environment),
    clock: systemClock,
  });
  const redactor = createRedactor(configuredKeys(environment, keyVariables(options)));
  const plugins = options.noPlugins ? undefined : await findPlugins(options, log, redactor);
  for (const { name, plugin, models } of (await plugins?.providers()) ?? [])
    providers.push({
      name,
      description: `of the plugin ${plugin}`,
      models: models.map(({ id, contextWindow }) => ({
        id: `${name}/${id}`,
        source: "plugin",
        contextWindow,
      })),
    });
  return output === "json" ? redactor.text(modelsJson(providers)) : redactor.text(modelsText(providers));
}
