/** The one decision before every tool call. */
import type { Access } from "../tools/tool.ts";
import type { JsonObject } from "../wire/messages.ts";

/** A call that waits for a decision. */
export interface PendingCall {
  toolCallId: string;
  toolName: string;
  arguments: JsonObject;
  access: Access;
}

/** What was decided. `changed` runs the call with other arguments, which are checked again. */
export type Decision =
  | { type: "allow" }
  | { type: "deny"; reason: string }
  | { type: "changed"; arguments: JsonObject };

/** Decides on one call; ends early when `signal` aborts. A decision that throws denies. */
export type Decide = (call: PendingCall, context: { signal: AbortSignal }) => Promise<Decision>;

/** A question for whoever is at the other end of a door. */
export interface PermissionRequest {
  toolCallId: string;
  toolName: string;
  arguments: JsonObject;
  /** Why it is asked. */
  reason: string;
  /** What `allow_always` would allow from now on, in words; absent: it allows this call only, as `allow` does. */
  always?: string;
}

/** The answer to it. */
export interface PermissionAnswer {
  decision: "allow" | "allow_always" | "deny";
  reason?: string;
}

/** A door that can put questions to somebody plugs itself in here. */
export interface Asker {
  /** Shows one question at a time: the next one waits for the answer, which may settle it too. Absent: any number. */
  oneAtATime?: boolean;
  /** Resolves with the answer. What it throws is a denial. */
  permission(request: PermissionRequest, signal: AbortSignal): Promise<PermissionAnswer>;
}
