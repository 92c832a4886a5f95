/** Control messages: what `--mode rpc` answers beside the events. */
import type { Json } from "./messages.ts";

/** What this build of the protocol can do. */
export interface Capabilities {
  /** `hello` may ask for full partial messages. */
  message_updates: boolean;
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
  steer: number;
  follow_up: number;
}

/** What `hello` granted. */
export interface Features {
  message_updates?: "reference" | "full";
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

/** Any control message. */
export type ControlMessage = ReadyMessage | AckMessage | DoneMessage | ControlError | ByeMessage;
