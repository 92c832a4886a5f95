/** `--list-models`: what there is to choose from, for people or for programs. */
import { systemClock } from "../clock.ts";
import { keyVariables } from "../llm/configured-model.ts";
import { createHttpFetch } from "../llm/http-fetch.ts";
import { listModels } from "../llm/model-listing.ts";
import { configuredKeys } from "../secrets/configured-keys.ts";
import { createRedactor } from "../secrets/redactor.ts";
import { modelsJson, modelsText } from "./model-table.ts";
import type { Options } from "./options.ts";

/** The list, as `--output` wants it, with a line end. Takes 300 ms at most, and no key leaves the process or is in it. */
export async function modelList(options: Options): Promise<string> {
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
  return output === "json" ? redactor.text(modelsJson(providers)) : redactor.text(modelsText(providers));
}
