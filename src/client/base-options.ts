/** What both clients can be told, and what holds where a program does not say. */
import type { Clock } from "../clock.ts";
import type { ProcessOptions } from "./letscode-process.ts";

/** The options of both clients. Nothing is required. */
export interface BaseClientOptions extends ProcessOptions {
  /** Told in one line what is worth knowing and no failure. */
  report?(line: string): void;
  /** How long letscode may take to start and shake hands. Absent: 30 s. */
  startTimeoutMs?: number;
  /** How long a run may be silent after its abort before it is given up. Absent: 10 s. */
  abortTimeoutMs?: number;
  /** How long a process may take to end by itself at `close`. Absent: 5 s. */
  closeTimeoutMs?: number;
  /**
   * About how many characters of events wait for a loop that is slow; what is more is fetched when it gets there, or has a
   * `gap` in its place. Absent: 4 Mi.
   */
  maxWaitingChars?: number;
  /** Time, for tests. */
  clock?: Clock;
}

/** Of `startTimeoutMs`. */
export const START_TIMEOUT_MS = 30_000;
/** Of `abortTimeoutMs`. */
export const ABORT_TIMEOUT_MS = 10_000;
/** Of `closeTimeoutMs`. */
export const CLOSE_TIMEOUT_MS = 5_000;
/** Of `maxWaitingChars`. */
export const MAX_WAITING_CHARS = 4 * 1024 * 1024;
