/** The one interface between the agent and any model. */
import { isDeeperThan } from "../framing/json-depth.ts";
import type { ThinkingLevel } from "../wire/commands.ts";
import type { AssistantContent, JsonObject, ModelMessage, Usage } from "../wire/messages.ts";
import type { StreamEvent } from "../wire/stream.ts";
import { MAX_DEPTH } from "../wire/version.ts";

export type { ThinkingLevel } from "../wire/commands.ts";

/** A tool as the model is told of it. */
export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of the arguments object. */
  parameters: JsonObject;
}

/** One model call. */
export interface LLMRequest {
  system: string;
  /** What this model may see, already repaired: calls paired with results, no failed answers, no custom messages. */
  messages: readonly ModelMessage[];
  tools: readonly ToolSpec[];
  thinking: ThinkingLevel;
}

/** How a call is to be made. */
export interface StreamOptions {
  /** Ends the call, its connection and its pauses at once; the stream then throws anything or ends. */
  signal: AbortSignal;
  /** `turn` for the agent's own calls; a name such as `compaction` for others. */
  purpose: string;
}

/** What is known only when the answer is whole. */
export interface ModelEnd {
  usage: Usage;
  /**
   * The final blocks, when they hold more than the deltas said (signatures, redacted thinking, provider data).
   * Their text, thinking and arguments equal the fold of the deltas.
   */
  content?: AssistantContent[];
}

/** The events of one call; the generator's return value carries what only the end knows. */
export type ModelStream = AsyncGenerator<StreamEvent, ModelEnd, void>;

/**
 * A model. `stream` alone retries, visibly, with `retry` events, and only before the first content event.
 * It fails by throwing a `ProviderError`. A stream that ends without `stop` was cut.
 */
export interface LLMClient {
  readonly provider: string;
  /** The model's name; may be known only once the first event of a call has arrived. */
  readonly model: string;
  /** The most tokens a request and its answer may have together; null or absent: not known. */
  readonly contextWindow?: number | null;
  /** Makes `model` and `contextWindow` known as far as they are without a call; absent: they are. */
  open?(): Promise<void>;
  stream(request: LLMRequest, options: StreamOptions): ModelStream;
}

/**
 * What a call's arguments mean as text: the JSON object it is, `{}` when it is blank, undefined when it is neither, or is
 * nested too deeply to be written again.
 */
export function parseArguments(text: string): JsonObject | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return {};
  if (!trimmed.endsWith("}") || isDeeperThan(trimmed, MAX_DEPTH)) return undefined;
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
