/** StreamEvents: what one model call yields, one per chunk. */
import type { Integer } from "./integer.ts";
import type { JsonObject, StopReason, Usage } from "./messages.ts";

/** A piece of the answer. `index` is the content block's place in the message. */
export interface TextDelta {
  type: "text_delta";
  delta: string;
  index: Integer;
}

/** A piece of the model's thinking. `index` is the content block's place in the message. */
export interface ThinkingDelta {
  type: "thinking_delta";
  delta: string;
  index: Integer;
}

/** The model began a tool call. `index` is the content block's place in the message. */
export interface ToolCallStart {
  type: "tool_call_start";
  tool_call_id: string;
  name: string;
  index: Integer;
}

/** A piece of a call's arguments, as raw JSON text. */
export interface ToolCallArgsDelta {
  type: "tool_call_args_delta";
  tool_call_id: string;
  delta: string;
}

/** A call's arguments are complete. `arguments` is `{}` when the text did not parse as a JSON object. */
export interface ToolCallEnd {
  type: "tool_call_end";
  tool_call_id: string;
  arguments: JsonObject;
}

/** The totals of this call so far; the last one wins. */
export interface UsageEvent extends Usage {
  type: "usage";
}

/** The model stopped. Absent when the call was aborted or failed. */
export interface StopEvent {
  type: "stop";
  stop_reason: StopReason;
}

/** A failed attempt will be repeated after a pause. One before each re-attempt. */
export interface RetryEvent {
  type: "retry";
  /** Counts the upcoming attempt, from 1: the first retry says 2. */
  attempt: Integer;
  /** The number of retries allowed, plus one. */
  total_attempts: Integer;
  delay_seconds: number;
  /** Such as `APIStatusError: HTTP 429: rate limited`. */
  reason: string;
}

/** One event of a model call. */
export type StreamEvent =
  | TextDelta
  | ThinkingDelta
  | ToolCallStart
  | ToolCallArgsDelta
  | ToolCallEnd
  | UsageEvent
  | StopEvent
  | RetryEvent;

/** What may stand inside a `message_update`: everything but `retry`, which the loop passes on at top level. */
export type MessageStreamEvent = Exclude<StreamEvent, RetryEvent>;
