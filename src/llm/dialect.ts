/** One way of speaking to a provider over HTTP: from a request to its fields, and from its answer to events. */
import type { JsonObject } from "../wire/messages.ts";
import type { StreamEvent } from "../wire/stream.ts";
import type { LLMRequest, ModelEnd } from "./client.ts";
import type { Dispensable } from "./dispensable.ts";
import type { Quirks } from "./quirks.ts";
import type { ServerSentEvent } from "./server-sent-events.ts";

/** Whom a request is for. */
export interface Target {
  /** The provider's name, as messages carry it: what only the same provider and model may see again is told by it. */
  provider: string;
  model: string;
  quirks: Quirks;
  /** The most tokens of the answer, when it is configured. */
  maxOutputTokens?: number | undefined;
  /** Whether the model can think; undefined: not known. */
  thinks?: boolean | undefined;
  /** What the provider refused so far and the body does without: names that the dialect gave. */
  conceded?: ReadonlySet<string>;
}

/** A piece of the answer: JSON, an error the provider reports, or its word that the answer is over. */
export type Chunk = { type: "chunk"; value: unknown } | { type: "error"; error: unknown } | { type: "done" };

/** What must be known to read an answer. */
export interface ReaderOptions {
  /** The names of the tools the model was told of. */
  tools: readonly string[];
  /** False: thinking is not passed on. */
  showThinking: boolean;
  quirks: Quirks;
}

/** Reads one answer. Total: any JSON is a chunk. `index` in its events is the place of the block in the final content. */
export interface AnswerReader {
  /** The model said why it stopped. */
  readonly finished: boolean;
  /** Something of an answer came. */
  readonly begun: boolean;
  /** What this chunk adds. */
  add(chunk: unknown): StreamEvent[];
  /** The answer is complete: what was held back, the end of each call, the usage and the stop. */
  end(): StreamEvent[];
  /** What only the end knows; the cost is not its business. */
  result(): ModelEnd;
}

/** A dialect. It holds no state: one serves any number of models. */
export interface Dialect {
  /** The path of a call below the base URL, such as `chat/completions`; a query is allowed. */
  path(target: Target): string;
  /** The headers that carry the key, and others that every request needs. */
  headers(apiKey: string | undefined): Record<string, string>;
  /** The body. Total: whatever the conversation holds, it is one the provider accepts. */
  body(request: LLMRequest, target: Target): JsonObject;
  /** Body fields a server may refuse without harm: the request is sent again without them. */
  readonly dispensable: readonly Dispensable[];
  /**
   * The name of what else a body can do without, or do in another way, after this refusal (a 400 or 422): the request is
   * made anew with it among `conceded`. Undefined: nothing.
   */
  concession?(refusal: string): string | undefined;
  /**
   * What a refusal says of thinking that the server does not know as its own, such as after a change of keys: the request
   * is sent again as if other models had made its messages.
   */
  readonly foreignThinking?: RegExp;
  /** What a server-sent event means; `value` is its data as JSON, undefined when it is none. Empty: nothing. */
  chunks(event: ServerSentEvent, value: unknown): Chunk[];
  /** Whether one JSON object or array in place of a stream is a whole answer. */
  isAnswer(value: unknown): boolean;
  reader(options: ReaderOptions): AnswerReader;
  /** The path of the list of models below the base URL. */
  readonly modelsPath: string;
  /** The ids in that list. */
  modelIds(list: unknown): string[];
}
