/** Lines for people: on stderr and, when asked for, in a file. */
import { constants, openSync, writeSync } from "node:fs";
import { errorText, UsageError } from "../errors.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { systemErrorText } from "../system-errors.ts";
import type { Options } from "./read-options.ts";

/** Where letscode says what is no product. */
export interface Log {
  /** One line, to stderr and the log file. */
  report(line: string): void;
  /** One line that only `--verbose` and the log file get. */
  detail(line: string): void;
  /** An error nobody caught: its message for people, where it happened for the log file. */
  crash(thrown: unknown): void;
  /** From now on no configured key is in any line. */
  redact(redactor: Redactor): void;
}

/** Opens the log. Throws a UsageError when its file cannot be written. */
export function createLog({ logFile, verbose }: Pick<Options, "logFile" | "verbose">): Log {
  const file = logFile === undefined ? undefined : openLogFile(logFile);
  let clean = (text: string) => text;
  let broken = file === undefined;
  // A full disk ends no run: it is told once, and the log ends there.
  const toFile = (line: string) => {
    if (broken || file === undefined) return;
    try {
      writeSync(file, `${new Date().toISOString()} ${line}\n`);
    } catch (thrown) {
      broken = true;
      process.stderr.write(`letscode: the log ends here: ${systemErrorText(thrown)}\n`);
    }
  };
  return {
    report(line) {
      const text = clean(line);
      process.stderr.write(`letscode: ${text}\n`);
      toFile(text);
    },
    detail(line) {
      if (verbose) return this.report(line);
      toFile(clean(line));
    },
    crash(thrown) {
      this.report(`it failed inside: ${errorText(thrown)}`);
      if (thrown instanceof Error && thrown.stack !== undefined) toFile(clean(thrown.stack));
    },
    redact(redactor) {
      clean = (text) => redactor.text(text);
    },
  };
}

/** A pipe that nobody reads is an error and not waited for. */
const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NONBLOCK;

function openLogFile(path: string): number {
  try {
    return openSync(path, APPEND, 0o600);
  } catch (error) {
    throw new UsageError(`--log-file: cannot write to ${path}: ${systemErrorText(error)}`);
  }
}
