/** The model of whatever server runs on this machine, looked for when it is first needed. */
import type { Clock } from "../clock.ts";
import { ProviderError } from "../errors.ts";
import type { LLMClient, LLMRequest, ModelStream, StreamOptions } from "./client.ts";
import { endpoint } from "./endpoint.ts";
import { fieldsOf, listOf, textOf } from "./fields.ts";
import type { HttpFetch } from "./http-fetch.ts";
import { PROVIDERS, type ProviderSpec } from "./providers.ts";
import { type HttpChoice, SHORTEST_WAYS } from "./select-model.ts";

/** How long a server has to say that it is there. */
const PROBE_MS = 300;
const LONGEST_LIST = 1024 * 1024;

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
 * A client that, at its first call, asks all servers at once and takes the first of them in order that has a model. It
 * looks nowhere but on this machine, and not again once it has found one. With none it fails, saying how to get going.
 */
export function createLocalModel(options: LocalModelOptions): LLMClient {
  let found: LLMClient | undefined;
  return {
    get provider() {
      return found?.provider ?? "local";
    },
    get model() {
      return found?.model ?? "";
    },
    async *stream(request: LLMRequest, streaming: StreamOptions): ModelStream {
      found ??= await findLocalModel(options, streaming.signal);
      return yield* found.stream(request, streaming);
    },
  };
}

/** The same search at once. Throws a ProviderError that says how to get going when nothing is found. */
export async function findLocalModel(options: LocalModelOptions, signal: AbortSignal): Promise<LLMClient> {
  const servers = options.servers ?? PROVIDERS.filter(({ local }) => local);
  const models = await Promise.all(servers.map((server) => firstModelOf(server, options, signal)));
  const at = models.findIndex((model) => model !== undefined);
  const [server, modelId] = [servers[at], models[at]];
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

/** The first model a server lists within the time it has; undefined for none, whatever the reason. */
async function firstModelOf(
  { baseUrl }: ProviderSpec,
  { fetch, clock }: LocalModelOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  const end = new AbortController();
  const stop = () => end.abort();
  const cancel = clock.after(PROBE_MS, stop);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const headers = { accept: "application/json" };
    const url = endpoint(baseUrl, "models");
    const answer = await fetch({ method: "GET", url, headers, signal: end.signal });
    let text = "";
    const decoder = new TextDecoder();
    for (let step = await answer.body.next(); !step.done; step = await answer.body.next()) {
      text += decoder.decode(step.value, { stream: true });
      if (text.length > LONGEST_LIST) break;
    }
    answer.release(true);
    if (answer.status !== 200) return undefined;
    const ids = listOf(fieldsOf(JSON.parse(text)).data).map((model) => textOf(fieldsOf(model).id));
    return ids.find((id) => id !== "");
  } catch {
    return undefined;
  } finally {
    cancel();
    signal.removeEventListener("abort", stop);
  }
}
