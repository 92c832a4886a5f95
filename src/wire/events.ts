/** Events: what a run emits, the same objects on every door. */
import type { Integer } from "./integer.ts";
import type {
  AssistantMessage,
  JsonObject,
  Message,
  MessageRef,
  StopReason,
  ToolResultMessage,
} from "./messages.ts";
import type { MessageStreamEvent, RetryEvent } from "./stream.ts";

/** Machine-readable kinds of failure. */
export type ErrorCode =
  | "rate_limit"
  | "overloaded"
  | "server_error"
  | "auth"
  | "model_not_found"
  | "context_overflow"
  | "content_filter"
  | "network"
  | "timeout"
  | "invalid_request"
  | "invalid_response"
  | "replay_mismatch"
  | "max_turns"
  | "max_tokens"
  | "plugin"
  | "compaction"
  | "internal";

/** A run begins. `messages` opens this run (the prompt); it is not the history. */
export interface AgentStart {
  type: "agent_start";
  messages: Message[];
}

/** A turn (one model call and its tools) begins; counted from 1 within the run. */
export interface TurnStart {
  type: "turn_start";
  turn: Integer;
}

/** A message entered the conversation. An assistant message is empty here and grows by updates. */
export interface MessageStart {
  type: "message_start";
  message: Message;
}

/**
 * A piece of the streamed assistant message. `message` is a reference, never the growing partial, unless the
 * host asked for full updates.
 */
export interface MessageUpdate {
  type: "message_update";
  message: MessageRef | AssistantMessage;
  stream_event: MessageStreamEvent;
}

/** A message is final and authoritative: safe to persist. */
export interface MessageEnd {
  type: "message_end";
  message: Message;
}

/** A tool call was taken up. */
export interface ToolExecutionStart {
  type: "tool_execution_start";
  tool_call_id: string;
  tool_name: string;
  arguments: JsonObject;
}

/** Output of a running tool since the last update, never all of it. */
export interface ToolExecutionUpdate {
  type: "tool_execution_update";
  tool_call_id: string;
  tool_name: string;
  delta: string;
}

/** A tool call is over. */
export interface ToolExecutionEnd {
  type: "tool_execution_end";
  tool_call_id: string;
  tool_name: string;
  result: ToolResultMessage;
}

/** A turn is over. */
export interface TurnEnd {
  type: "turn_end";
  turn: Integer;
  message: AssistantMessage;
  tool_results: (ToolResultMessage | MessageRef)[];
  /** The line would have been too long: `tool_results` holds references. */
  truncated?: boolean;
}

/** Something went wrong in a run. Never has an `id` key: that marks the control message of the same name. */
export interface ErrorEvent {
  type: "error";
  error: string;
  /** False: the same request cannot succeed until something changes; the text says what. */
  recoverable: boolean;
  /** The provider's HTTP status. */
  status?: Integer;
  code?: ErrorCode;
}

/** The run is over; nothing of it follows. */
export interface AgentEnd {
  type: "agent_end";
  /** The messages this run added. */
  messages: (Message | MessageRef)[];
  /** Why the run failed, or null. */
  error: string | null;
  stop_reason: StopReason | "max_turns";
  /** The line would have been too long: `messages` holds references. */
  truncated?: boolean;
}

/** What the agent loop yields. */
export type Event =
  | AgentStart
  | TurnStart
  | MessageStart
  | MessageUpdate
  | MessageEnd
  | ToolExecutionStart
  | ToolExecutionUpdate
  | ToolExecutionEnd
  | TurnEnd
  | RetryEvent
  | ErrorEvent
  | AgentEnd;
