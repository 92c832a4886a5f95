/** From a choice to a client. What a provider needs is loaded when it is first used. */
import { resolve } from "node:path";
import type { Clock } from "../clock.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { LLMClient, LLMRequest, ModelStream, StreamOptions } from "./client.ts";
import type { Environment } from "./proxy.ts";
import type { ModelChoice, OpenAICompatibleChoice } from "./select-model.ts";

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
      return lazyModel("demo", "demo", async () => (await import("./demo/demo-model.ts")).createDemoModel());
    case "replay":
      return openReplay(choice.file, options);
    case "openai-compatible":
      return lazyModel(choice.type, choice.modelId ?? "", () => openCompatible(choice, options));
  }
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

async function openCompatible(choice: OpenAICompatibleChoice, options: OpenModelOptions): Promise<LLMClient> {
  const { createHttpModel } = await import("./http-model.ts");
  const { CHAT_DIALECT } = await import("./openai-compatible/chat-dialect.ts");
  const { createHttpFetch } = await import("./http-fetch.ts");
  const { clock, redactor, environment, maxRetries } = options;
  return createHttpModel({
    ...choice,
    provider: choice.type,
    dialect: CHAT_DIALECT,
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

/** A client that is loaded by its first call; `model` is its name until then. */
function lazyModel(provider: string, model: string, load: () => Promise<LLMClient>): LLMClient {
  let loaded: LLMClient | undefined;
  return {
    provider,
    get model() {
      return loaded?.model ?? model;
    },
    async *stream(request: LLMRequest, options: StreamOptions): ModelStream {
      loaded ??= await load();
      return yield* loaded.stream(request, options);
    },
  };
}
