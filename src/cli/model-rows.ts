/** What models there are, as rows for programs. */
import { systemClock } from "../clock.ts";
import { createHttpFetch } from "../llm/http-fetch.ts";
import { listModels } from "../llm/model-listing.ts";
import type { ModelRow } from "../wire/methods.ts";
import type { Options } from "./options.ts";

/** Every model of the list. Takes 300 ms at most: servers of this machine are asked, nobody else is. */
export async function modelRows({ baseUrl, models }: Options): Promise<ModelRow[]> {
  const environment = process.env;
  const fetch = createHttpFetch(environment);
  const providers = await listModels({ environment, baseUrl, models, fetch, clock: systemClock });
  return providers.flatMap(({ name, models: listed }) =>
    listed.map(({ id, contextWindow, maxOutputTokens, images, thinking }) => ({
      id,
      provider: name,
      context_window: contextWindow ?? null,
      max_output_tokens: maxOutputTokens ?? null,
      images: images ?? true,
      thinking: thinking ?? null,
    })),
  );
}
