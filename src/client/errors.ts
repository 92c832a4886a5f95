/** What ends a client beside the errors of a call. */
import { LetscodeError } from "../errors.ts";
import type { ControlErrorCode } from "../wire/control.ts";

/** How a process ended, and the last it said. */
export interface ProcessEnd {
  /** Null when a signal ended it, when it was never started, or when it is still there and closed its output. */
  exitCode: number | null;
  signal: string | null;
  /** The last lines of its stderr. */
  stderr: string;
}

/** The letscode process ended, or could not be started: no call can be answered any more. */
export class ProcessEndedError extends LetscodeError {
  override name = "ProcessEndedError";
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;

  constructor(message: string, { exitCode, signal, stderr }: ProcessEnd) {
    super(message);
    this.exitCode = exitCode;
    this.signal = signal;
    this.stderr = stderr;
  }
}

/** A command of `--mode rpc` was refused, or its work failed. */
export class CommandError extends LetscodeError {
  override name = "CommandError";
  readonly code: ControlErrorCode | undefined;
  /** False: letscode ends because of it. */
  readonly recoverable: boolean;

  constructor(message: string, code: ControlErrorCode | undefined, recoverable: boolean) {
    super(message);
    this.code = code;
    this.recoverable = recoverable;
  }
}

/** Nothing happened for longer than was allowed. */
export class SilenceError extends LetscodeError {
  override name = "SilenceError";
}
