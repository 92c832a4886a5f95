/** Control messages: what `--mode rpc` answers beside the events. */
import type { ThinkingLevel } from "./commands.ts";
import type { Integer } from "./integer.ts";
import type { Json, JsonObject, Message, Usage } from "./messages.ts";

/** What this build of the protocol can do. */
export interface Capabilities {
  /** `hello` may ask for full partial messages. */
  message_updates: boolean;
  /** `get_state`, `get_messages`, `set_model`, `set_thinking` and `compact` are there. */
  state: boolean;
  /** `hello` may ask for permission requests. */
  permissions: boolean;
  /** `hello` may bring tools of the host. */
  host_tools: boolean;
}

/** Exactly once, before any command is read. */
export interface ReadyMessage {
  type: "ready";
  protocol: string;
  /** The version of letscode. */
  letscode: string;
  capabilities: Capabilities;
}

/** The command was accepted; its effects follow. */
export interface AckMessage {
  type: "ack";
  id: Json;
}

/** What waited in the queues, counted. */
export interface QueueLengths {
  steer: Integer;
  follow_up: Integer;
}

/** What `hello` granted. */
export interface Features {
  message_updates?: "reference" | "full";
  /** Whatever needs consent is asked of the host. */
  permissions?: boolean;
  /** The names of the host's tools. */
  tools?: string[];
}

/** Where a conversation is kept. */
export interface SessionReport {
  id: string;
  /** Absolute; made with the first message. */
  file: string;
}

/** A model as hosts may show it. */
export interface ModelReport {
  provider: string;
  /** Empty while it is not known which model a server has. */
  id: string;
  /** The most tokens a request and its answer may have together; null when it is not known. */
  context_window: Integer | null;
}

/** What is known of the conversation. */
export interface StateReport {
  /** Null when the conversation is not saved. */
  session: SessionReport | null;
  model: ModelReport;
  thinking: ThinkingLevel;
  /** Whether a run, a compaction or a reset is going on. */
  running: boolean;
  /** How many messages the transcript has. */
  messages_count: Integer;
  /** The newest message of the transcript. */
  last_message_id: string | null;
  queued: QueueLengths;
  /** Of all model calls of the conversation, compactions included. */
  usage: Usage;
  /** About how many tokens the model would be shown now. */
  context_tokens: Integer;
}

/** What a compaction came to. */
export interface CompactionReport {
  /** The custom message that holds the summary. */
  message_id: string;
  /** About how many tokens the model saw before. */
  tokens_before: Integer;
  /** About how many it sees now. */
  tokens_after: Integer;
}

/** The command's work is complete. */
export interface DoneMessage {
  type: "done";
  id: Json;
  /** The action failed after it was accepted. */
  error?: string;
  /** On `hello`: what was asked for and granted. */
  features?: Features;
  /** On `abort`: what still waits. */
  queued?: QueueLengths;
  /** On `get_state`. */
  state?: StateReport;
  /** On `get_messages`, oldest first. */
  messages?: Message[];
  /** On `get_messages`: more follow; ask again with the last one's id as `after`. */
  truncated?: boolean;
  /** On `compact`; null when there was nothing to summarise. */
  compaction?: CompactionReport | null;
  /** On `prompt`, when its text was a slash command that answers by itself: what it said. */
  output?: string;
}

/** Machine-readable reasons for a control error. */
export type ControlErrorCode =
  | "busy"
  | "closing"
  | "invalid_line"
  | "line_too_long"
  | "unknown_command"
  | "invalid_command"
  | "protocol_mismatch"
  | "io"
  | "internal";

/** The command (or the line, then `id` is null) was refused. Always has the key `id`: an event error never does. */
export interface ControlError {
  type: "error";
  id: Json;
  error: string;
  recoverable: boolean;
  /** The process ends after this line, with exit code 1. */
  fatal?: boolean;
  code?: ControlErrorCode;
}

/** The last line, written exactly when the exit code is 0. */
export interface ByeMessage {
  type: "bye";
}

/** May this call be run? */
export interface PermissionQuestion {
  tool_call_id: string;
  tool_name: string;
  /** What the tool would be run with. */
  arguments: JsonObject;
  /** Why it is asked. */
  reason: string;
  /** What `allow_always` would allow from now on, in words; absent: it allows this call only, as `allow` does. */
  always?: string;
}

/** Asks the host whether a call may be run. The call's `tool_execution_end` closes the question. */
export interface PermissionRequestMessage extends PermissionQuestion {
  type: "permission_request";
  /** Comes back on the command `permission`. */
  request_id: string;
}

/** Asks the host to run a call of one of its tools. The call's `tool_execution_end` closes the request. */
export interface ToolCallRequestMessage {
  type: "tool_call_request";
  /** Comes back on the command `tool_result`. */
  request_id: string;
  tool_call_id: string;
  tool_name: string;
  /** They fit the tool's `parameters`. */
  arguments: JsonObject;
}

/** Any control message. */
export type ControlMessage =
  | ReadyMessage
  | AckMessage
  | DoneMessage
  | ControlError
  | PermissionRequestMessage
  | ToolCallRequestMessage
  | ByeMessage;
