/** Commands: what a host may write to `--mode rpc`, one JSON object per line. */
import type { Json } from "./messages.ts";

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

/** Checks the protocol and asks for features. Valid only before any other valid command. */
export interface HelloCommand extends CommandBase {
  cmd: "hello";
  /** `letscode-rpc/MAJOR` or `letscode-rpc/MAJOR.MINOR`. */
  protocol: string;
  /** `full`: every `message_update` carries the whole partial message. */
  message_updates?: "reference" | "full";
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
  | ByeCommand;
