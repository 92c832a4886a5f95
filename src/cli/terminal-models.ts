/** The models that a person may choose in the terminal. */
import { systemClock } from "../clock.ts";
import { UsageError } from "../errors.ts";
import type { LLMClient } from "../llm/client.ts";
import { type ModelChoice, selectModel, UNKNOWN_PROVIDER } from "../llm/select-model.ts";
import type { Options } from "./options.ts";
import type { Prepared } from "./prepare.ts";
import { shown } from "./shown.ts";

/** Opens one by its name. Throws a UsageError of one line when it is known already that no call can succeed. */
export function openUsable(name: string, prepared: Prepared): LLMClient {
  try {
    return prepared.openModel(name, checkKey);
  } catch (thrown) {
    if (!(thrown instanceof UsageError) || thrown.code !== UNKNOWN_PROVIDER) throw thrown;
    throw new UsageError(
      `there is no provider of the name ${shown(name.split("/", 1)[0] ?? "")}; /model alone shows what there is`,
    );
  }
}

/** The names of those that can work, by provider, those of plugins last. Takes 300 ms at most: servers of this machine are asked. */
export async function usableModels(options: Options, prepared: Prepared): Promise<string[]> {
  const { listModels } = await import("../llm/model-listing.ts");
  const { createHttpFetch } = await import("../llm/http-fetch.ts");
  const environment = process.env;
  const fetch = createHttpFetch(environment);
  const providers = await listModels({ ...options, environment, fetch, clock: systemClock });
  const names = providers.flatMap(({ models }) => models.map(({ id }) => id));
  const usable = names.filter((model) => {
    try {
      checkKey(selectModel({ ...options, model, environment }));
      return true;
    } catch {
      return false;
    }
  });
  return [...usable, ...(await prepared.pluginModels())];
}

function checkKey(choice: ModelChoice): void {
  if (choice.type !== "http" || !choice.apiKeyRequired || choice.apiKey !== undefined) return;
  const { provider, modelId, apiKeyVariable } = choice;
  const name = modelId === undefined ? provider : `${provider}/${modelId}`;
  throw new UsageError(`${shown(name)} needs a key, and ${apiKeyVariable} was not set when letscode started`);
}
