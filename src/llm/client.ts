/** The one interface between the agent and any model. */
import { isDeeperThan } from "../framing/json-depth.ts";
import type { ThinkingLevel } from "../wire/commands.ts";
import type { AssistantContent, JsonObject, ModelMessage, Usage } from "../wire/messages.ts";
import type { StreamEvent, UsageEvent } from "../wire/stream.ts";
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

/** All zero, cost known to be nothing yet. */
export function zeroUsage(): Usage {
  return {
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    cost_usd: null,
  };
}

/** Both together. The cost stays known as far as any of it is. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
    cache_write_tokens: a.cache_write_tokens + b.cache_write_tokens,
    reasoning_tokens: a.reasoning_tokens + b.reasoning_tokens,
    cost_usd: a.cost_usd === null && b.cost_usd === null ? null : (a.cost_usd ?? 0) + (b.cost_usd ?? 0),
  };
}

/** The counts that an event tells of. */
export function usageOf({ type: _, ...usage }: UsageEvent): Usage {
  return usage;
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
