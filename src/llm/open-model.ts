/** From a choice to a client. What a provider needs is loaded when it is first used. */
import { resolve } from "node:path";
import type { Clock } from "../clock.ts";
import { errorText, UsageError } from "../errors.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { LLMClient, LLMRequest, ModelStream, StreamOptions } from "./client.ts";
import type { Dialect } from "./dialect.ts";
import type { DialectName } from "./providers.ts";
import type { Environment } from "./proxy.ts";
import type { HttpChoice, ModelChoice } from "./select-model.ts";

/** What a model is opened with. Times are seconds, as in the options of the same names. */
export interface OpenModelOptions {
  /** For the proxy variables. */
  environment: Environment;
  /** Where relative files start. */
  cwd: string;
  clock: Clock;
  redactor: Redactor;
  maxRetries: number;
  retryBaseDelay: number;
  retryMaxDelay: number;
  /** 0: never. */
  providerTimeout: number;
  /** 1: at the recorded pace. */
  replaySpeed?: number;
  replayStrict?: boolean;
  /** Look for a server of this machine at once, not at the first call; finding none is then a UsageError. */
  searchNow?: boolean;
  /** Gets one line, without LF, about something that is worth knowing and no failure. */
  warn?(line: string): void;
}

/**
 * Opens the model for one conversation. A recording is read and checked at once: throws a UsageError when it is none.
 * Everything else waits for the first call.
 */
export async function openModel(choice: ModelChoice, options: OpenModelOptions): Promise<LLMClient> {
  switch (choice.type) {
    case "demo":
      return lazyModel({ provider: "demo", model: "demo" }, async () =>
        (await import("./demo/demo-model.ts")).createDemoModel(),
      );
    case "replay":
      return openReplay(choice.file, options);
    case "local":
      return openLocal(choice, options);
    case "http":
      return lazyModel({ provider: choice.provider, model: choice.modelId ?? "" }, () =>
        openHttp(choice, options),
      );
  }
}

/** The same when the model is first called; what is wrong with it fails that call. */
export function openLater(choice: ModelChoice, options: OpenModelOptions): LLMClient {
  const names =
    choice.type === "http"
      ? { provider: choice.provider, model: choice.modelId ?? "" }
      : { provider: choice.type, model: choice.type === "demo" ? "demo" : "" };
  return lazyModel(names, () => openModel(choice, options));
}

async function openReplay(file: string, options: OpenModelOptions): Promise<LLMClient> {
  const { loadCassette } = await import("./replay/load-cassette.ts");
  const { createReplayModel } = await import("./replay/replay-model.ts");
  const { clock, warn, replaySpeed, replayStrict } = options;
  return createReplayModel(loadCassette(resolve(options.cwd, file)), {
    speed: replaySpeed === 1 ? 1 : 0,
    strict: replayStrict === true,
    clock,
    ...(warn === undefined ? {} : { warn }),
  });
}

async function openLocal(
  { headers, maxOutputTokens }: Extract<ModelChoice, { type: "local" }>,
  options: OpenModelOptions,
): Promise<LLMClient> {
  const { createLocalModel, findLocalModel } = await import("./local-model.ts");
  const { createHttpFetch } = await import("./http-fetch.ts");
  const { clock, environment, warn } = options;
  const search = {
    fetch: createHttpFetch(environment),
    clock,
    open: (found: HttpChoice) =>
      openHttp(
        {
          ...found,
          ...(headers === undefined ? {} : { headers }),
          ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
        },
        options,
      ),
    notice: warn ?? (() => {}),
  };
  if (!options.searchNow) return createLocalModel(search);
  return findLocalModel(search, new AbortController().signal).catch((thrown: unknown) => {
    throw new UsageError(errorText(thrown));
  });
}

async function openHttp(choice: HttpChoice, options: OpenModelOptions): Promise<LLMClient> {
  const { createHttpModel } = await import("./http-model.ts");
  const { createHttpFetch } = await import("./http-fetch.ts");
  const { knownOf, outputLimit } = await import("./known-of.ts");
  const { clock, redactor, environment, maxRetries } = options;
  const info = knownOf(choice);
  return createHttpModel({
    ...choice,
    dialect: await loadDialect(choice.dialect),
    info,
    maxOutputTokens: outputLimit(choice, info),
    retry: {
      maxRetries,
      baseDelayMs: options.retryBaseDelay * 1000,
      maxDelayMs: options.retryMaxDelay * 1000,
    },
    timeoutMs: options.providerTimeout * 1000,
    fetch: createHttpFetch(environment),
    clock,
    redactor,
  });
}

async function loadDialect(name: DialectName): Promise<Dialect> {
  switch (name) {
    case "chat":
      return (await import("./openai-compatible/chat-dialect.ts")).CHAT_DIALECT;
    case "responses":
      return (await import("./openai-responses/responses-dialect.ts")).RESPONSES_DIALECT;
    case "messages":
      return (await import("./anthropic/messages-dialect.ts")).MESSAGES_DIALECT;
    case "generate":
      return (await import("./google/generate-dialect.ts")).GENERATE_DIALECT;
  }
}

/** A client that `load` makes at its first call, or at `open`; until then it has these names and no context window. */
function lazyModel(
  { provider, model }: { provider: string; model: string },
  load: () => Promise<LLMClient>,
): LLMClient {
  let loaded: LLMClient | undefined;
  return {
    provider,
    get model() {
      return loaded?.model ?? model;
    },
    get contextWindow() {
      return loaded?.contextWindow ?? null;
    },
    async open() {
      loaded ??= await load();
    },
    async *stream(request: LLMRequest, options: StreamOptions): ModelStream {
      loaded ??= await load();
      return yield* loaded.stream(request, options);
    },
  };
}
