/** How long and how much, of both clients, where a program does not say. */

/** Of `startTimeoutMs`. */
export const START_TIMEOUT_MS = 30_000;
/** Of `abortTimeoutMs`. */
export const ABORT_TIMEOUT_MS = 10_000;
/** Of `closeTimeoutMs`. */
export const CLOSE_TIMEOUT_MS = 5_000;
/** Of `maxWaitingChars`. */
export const MAX_WAITING_CHARS = 4 * 1024 * 1024;
