/** The model of whatever server runs on this machine, looked for when it is first needed. */
import type { Clock } from "../clock.ts";
import { ProviderError } from "../errors.ts";
import type { LLMClient, LLMRequest, ModelStream, StreamOptions } from "./client.ts";
import type { HttpFetch } from "./http-fetch.ts";
import { probe } from "./probe.ts";
import { PROVIDERS, type ProviderSpec } from "./providers.ts";
import { type HttpChoice, SHORTEST_WAYS } from "./select-model.ts";

/** What the search needs. */
export interface LocalModelOptions {
  fetch: HttpFetch;
  clock: Clock;
  /** Opens the model that was found. */
  open(choice: HttpChoice): Promise<LLMClient>;
  /** Told once, in one line, what was found. */
  notice(line: string): void;
  /** Where to look, in order of preference. */
  servers?: readonly ProviderSpec[];
}

/**
 * A client that, when it is opened or first called, asks all servers at once and takes the first of them in order that has
 * a model. It looks nowhere but on this machine, and not again once it has found one. With none it fails, saying how to get
 * going.
 */
export function createLocalModel(options: LocalModelOptions): LLMClient {
  let found: LLMClient | undefined;
  const find = async (signal: AbortSignal) => {
    found ??= await findLocalModel(options, signal);
    return found;
  };
  return {
    get provider() {
      return found?.provider ?? "local";
    },
    get model() {
      return found?.model ?? "";
    },
    async open() {
      await find(new AbortController().signal);
    },
    async *stream(request: LLMRequest, streaming: StreamOptions): ModelStream {
      const model = await find(streaming.signal);
      return yield* model.stream(request, streaming);
    },
  };
}

/** The same search at once. Throws a ProviderError that says how to get going when nothing is found. */
export async function findLocalModel(options: LocalModelOptions, signal: AbortSignal): Promise<LLMClient> {
  const servers = options.servers ?? PROVIDERS.filter(({ local }) => local);
  const lists = await Promise.all(servers.map(({ baseUrl }) => probe(baseUrl, options, signal)));
  const at = lists.findIndex((models) => models?.[0] !== undefined);
  const [server, modelId] = [servers[at], lists[at]?.[0]];
  if (!server || modelId === undefined)
    throw new ProviderError(
      `no model chosen, no key set, and no server answers on this machine.
The shortest ways to get going:${SHORTEST_WAYS}`,
      {
        code: "model_not_found",
        recoverable: false,
      },
    );
  const { name, dialect, baseUrl, quirks, keyVariables } = server;
  options.notice(`using ${name}/${modelId} at ${baseUrl} (--model chooses another)`);
  return options.open({
    type: "http",
    provider: name,
    dialect,
    baseUrl,
    modelId,
    apiKeyVariable: keyVariables[0],
    apiKeyRequired: false,
    ...(quirks === undefined ? {} : { quirks }),
  });
}
