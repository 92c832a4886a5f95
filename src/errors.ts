/**
 * Every error class of letscode.
 *
 *     LetscodeError
 *     ├─ UsageError      wrong flags or configuration: one line on stderr, exit 2
 *     ├─ BusyError       a prompt, reset or retry while a run is active
 *     ├─ ProviderError   a model call failed: typed, so that the loop and the retries need no guessing
 *     ├─ ToolError       a tool could not do what was asked: the model reads the message and acts on it
 *     └─ JsonRpcError, ConnectionError, CallTimeoutError, in jsonrpc/errors.ts: a call got an error, or no answer
 *
 * A message says who failed, on what, how much, and what to do.
 */
import type { ErrorCode } from "./wire/events.ts";

/** The root of the tree: `instanceof LetscodeError` means the message was written for people. */
export class LetscodeError extends Error {
  override name = "LetscodeError";
}

/** Wrong flags, environment or configuration. The process answers with the message and exit code 2. */
export class UsageError extends LetscodeError {
  override name = "UsageError";
  /** A name by which programs can tell it from others, where they may want to. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** The agent works on a run; wait for it or abort it first. */
export class BusyError extends LetscodeError {
  override name = "BusyError";
}

/** What is known of a failed model call. */
export interface ProviderFailure {
  /** The HTTP status, when there was an answer. */
  status?: number;
  code?: ErrorCode;
  /** The same request may succeed later without a change. */
  recoverable: boolean;
  /** The retry policy may repeat the attempt: 408, 409, 429, 5xx, a network failure. */
  retryable?: boolean;
  /** How long the provider asks to wait, in milliseconds. */
  retryAfterMs?: number;
  /** The class of failure as shown in a retry's `reason`, such as `APIStatusError`. */
  kind?: string;
  /** One short line for a retry's `reason`, such as `HTTP 429: rate limited`. Absent: the message. */
  summary?: string;
  cause?: unknown;
}

/** A model call failed. The message names the provider, the status and what to change. */
export class ProviderError extends LetscodeError {
  override name = "ProviderError";
  readonly status: number | undefined;
  readonly code: ErrorCode | undefined;
  readonly recoverable: boolean;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly kind: string;
  readonly summary: string;

  constructor(message: string, failure: ProviderFailure) {
    super(message, failure.cause === undefined ? undefined : { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code;
    this.recoverable = failure.recoverable;
    this.retryable = failure.retryable ?? false;
    this.retryAfterMs = failure.retryAfterMs;
    this.kind = failure.kind ?? (failure.status === undefined ? "APIConnectionError" : "APIStatusError");
    this.summary = failure.summary ?? message;
  }
}

/** A tool could not do what was asked. Becomes an error result the model reads; never an `error` event. */
export class ToolError extends LetscodeError {
  override name = "ToolError";
}

/** The text of anything that was thrown, also of what is no Error; never throws itself. */
export function errorText(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return thrown.message || thrown.name;
    return String(thrown);
  } catch {
    return "an error that could not be read";
  }
}
