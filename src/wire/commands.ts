/** Commands: what a host may write to `--mode rpc`, one JSON object per line. */
import type { Json, JsonObject, UserContent } from "./messages.ts";

/** An image a host sends along, base64. */
export interface ImageInput {
  /** Such as `image/png`. */
  mime_type: string;
  data: string;
}

/** Fields every command has. */
export interface CommandBase {
  /** Comes back verbatim on the command's ack, done or error. */
  id?: Json;
}

/** A tool that lives in the host. */
export interface HostTool {
  /** 1 to 64 of the characters A-Z a-z 0-9 _ -, and no name of a built-in tool that is on. */
  name: string;
  /** What the model is told of it. */
  description: string;
  /** The JSON Schema of its arguments, an object's. */
  parameters: JsonObject;
  /** False: registering it is the consent to its calls. Absent: `--permission-mode` and its questions hold for it. */
  needs_permission?: boolean;
  /** It may run beside other calls of the same turn. Absent: it waits for earlier ones, and later ones wait for it. */
  parallel?: boolean;
}

/** Checks the protocol and asks for features. Valid only before any other valid command. */
export interface HelloCommand extends CommandBase {
  cmd: "hello";
  /** `letscode-rpc/MAJOR` or `letscode-rpc/MAJOR.MINOR`. */
  protocol: string;
  /** `full`: every `message_update` carries the whole partial message. */
  message_updates?: "reference" | "full";
  /** The host answers `permission_request`. */
  permissions?: boolean;
  /** Tools of the host, for which it answers `tool_call_request`. */
  tools?: HostTool[];
}

/** Starts a run. Only when idle. */
export interface PromptCommand extends CommandBase {
  cmd: "prompt";
  text: string;
  images?: ImageInput[];
}

/** Speaks to the running turn: delivered before the next model call. */
export interface SteerCommand extends CommandBase {
  cmd: "steer";
  text: string;
  images?: ImageInput[];
}

/** Waits until the run would end, then goes on with this. */
export interface FollowUpCommand extends CommandBase {
  cmd: "follow_up";
  text: string;
  images?: ImageInput[];
}

/** Stops the run. A no-op when idle. */
export interface AbortCommand extends CommandBase {
  cmd: "abort";
  /** Drop what waits in the queues too. */
  clear_queue?: boolean;
}

/** Forgets the conversation and the queues. Only when idle. */
export interface ResetCommand extends CommandBase {
  cmd: "reset";
}

/** May the call be run: this time, from now on whenever it is of the same kind, or not. */
export type PermissionDecision = "allow" | "allow_always" | "deny";

/** Answers a `permission_request`. */
export interface PermissionCommand extends CommandBase {
  cmd: "permission";
  request_id: string;
  decision: PermissionDecision;
  /** Why not; the model reads it. */
  reason?: string;
}

/** Answers a `tool_call_request`. */
export interface ToolResultCommand extends CommandBase {
  cmd: "tool_result";
  request_id: string;
  /** What the model reads: text, or blocks. */
  content: string | UserContent[];
  /** The call failed. */
  is_error?: boolean;
  /** Any JSON for hosts; never sent to a model. */
  details?: Json;
}

/** Ends the process after the running run and its follow-ups. */
export interface ByeCommand extends CommandBase {
  cmd: "bye";
}

/** How much the model should think before it answers. */
export type ThinkingLevel = "off" | "low" | "medium" | "high";

/** Asks what is known of the conversation now. */
export interface GetStateCommand extends CommandBase {
  cmd: "get_state";
}

/** Asks for the transcript. */
export interface GetMessagesCommand extends CommandBase {
  cmd: "get_messages";
  /** The id of a message: only those behind it, itself excluded. */
  after?: string;
}

/** Changes the model, from the next model call on. */
export interface SetModelCommand extends CommandBase {
  cmd: "set_model";
  /** As `--model` takes it. */
  model: string;
}

/** Changes how much the model thinks, from the next model call on. */
export interface SetThinkingCommand extends CommandBase {
  cmd: "set_thinking";
  level: ThinkingLevel;
}

/** Summarises the older part of the conversation for the model. Only when idle; nothing is deleted. */
export interface CompactCommand extends CommandBase {
  cmd: "compact";
  /** What the summary should pay attention to. */
  instructions?: string;
}

/** Any command of the protocol. */
export type Command =
  | HelloCommand
  | PromptCommand
  | SteerCommand
  | FollowUpCommand
  | AbortCommand
  | ResetCommand
  | GetStateCommand
  | GetMessagesCommand
  | SetModelCommand
  | SetThinkingCommand
  | CompactCommand
  | PermissionCommand
  | ToolResultCommand
  | ByeCommand;
