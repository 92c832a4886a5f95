/** `letscode-jsonrpc/1`: what letscode tells and asks of a client. */
import type { PermissionDecision } from "./commands.ts";
import type { PermissionQuestion } from "./control.ts";
import type { AgentEnd, Event } from "./events.ts";
import type { Integer } from "./integer.ts";
import type { Json, JsonObject, UserContent } from "./messages.ts";
import type { SessionParams } from "./session-methods.ts";

/** An event of a session, as it happens. */
export interface SessionEventParams extends SessionParams {
  /** From 1; given when the loop emits. */
  seq: Integer;
  event: Event;
  /** How many more events were merged into this one; `seq` is the last one's. */
  merged?: Integer;
}

/** A run has ended: exactly one for each, after `agent_end`. */
export interface SessionIdleParams extends SessionParams {
  stop_reason: AgentEnd["stop_reason"] | "command";
}

/** Events were left out for a client that reads too slowly; `session.events` gives them, or the transcript. */
export interface SessionGapParams extends SessionParams {
  /** The last event this client was sent. */
  after: Integer;
}

/** A call of a tool that lives in the client. */
export interface ToolInvokeParams extends SessionParams {
  tool_call_id: string;
  tool_name: string;
  arguments: JsonObject;
}

/** What it came to. */
export interface ToolInvokeResult {
  content: string | UserContent[];
  is_error?: boolean;
  /** For hosts; never sent to a model. */
  details?: Json;
}

/** A call that needs consent. */
export interface PermissionRequestParams extends SessionParams, PermissionQuestion {}

/** The consent, or none. */
export interface PermissionRequestResult {
  /** `allow_always` lasts for the session. */
  decision: PermissionDecision;
  /** Why not; the model reads it. */
  reason?: string;
}

/** A question of the model to the person behind the client. */
export interface UserAskParams extends SessionParams {
  question: string;
  choices?: string[];
}

/** Their answer. */
export interface UserAskResult {
  answer: string;
}

/** A decision of the agent that a client may take part in. */
export type HookCallName = "before_tool_call" | "after_tool_call" | "user_prompt";

/** A decision the client takes part in. */
export interface HookCallParams extends SessionParams {
  hook: HookCallName;
  /** `before_tool_call`: `{tool_call_id, tool_name, arguments}`; `after_tool_call`: the same with `result`; `user_prompt`: `{text}`. */
  input: JsonObject;
}

/** What it wants changed: `{deny}` or `{arguments}`, `{content?, is_error?, details?}`, `{text}`; absent: nothing. */
export interface HookCallResult {
  output?: JsonObject;
}
