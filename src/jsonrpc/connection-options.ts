/** What a connection is given, and how its calls are made. */
import type { Clock } from "../clock.ts";
import type { Merging } from "../framing/lane.ts";
import type { PumpTarget } from "../framing/pump.ts";
import type { ConnectionError, JsonRpcError } from "./errors.ts";
import type { NotificationMessage, Outgoing } from "./messages.ts";

/** The longest body, in bytes, where nothing else is said. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** The byte stream that messages come from; a Node stream is one. */
export interface ConnectionInput {
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** What a connection needs, and what its owner may want of it. */
export interface ConnectionOptions {
  input: ConnectionInput;
  output: PumpTarget;
  clock: Clock;
  /** The longest body that is read or written, in bytes. Absent: 64 MiB. */
  maxFrameBytes?: number;
  /** How deep a message may be nested. Absent: 500 levels. */
  maxDepth?: number;
  /** A message as well-formed JSON, where secrets are kept out or events are shortened. Absent: as it is. */
  stringify?(message: Outgoing): string;
  /** How notifications of one lane shrink while the other side does not read. */
  merging?: Merging<NotificationMessage>;
  /** An error refuses a request or drops a notification before anything of it is looked at. */
  admit?(method: string): JsonRpcError | undefined;
  /** What waiting calls reject with when the connection is at its end. Absent: the end itself. They wait for a promise. */
  explainEnd?(end: ConnectionError): Error | Promise<Error>;
  /** Bytes were taken by the pipe. */
  onTaken?(): void;
  /** Told in one line what came and was dropped, or failed where nobody else would be told. */
  report?(line: string): void;
}

/** How a call is made. */
export interface CallOptions {
  /** An abort rejects the call at once with the signal's reason, and cancels it at the other side. */
  signal?: AbortSignal | undefined;
  /** How long to wait for the answer; then the call rejects with a CallTimeoutError and is cancelled. */
  timeoutMs?: number | undefined;
  /** The lane in which the request leaves. Absent: the one without a name. */
  lane?: string | undefined;
}
