/** Lines for people: on stderr and, when asked for, in a file. */
import { openSync, writeSync } from "node:fs";
import { errorText, UsageError } from "../errors.ts";
import type { Redactor } from "../secrets/redactor.ts";
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
  const toFile = (line: string) => {
    if (file !== undefined) tryWrite(file, `${new Date().toISOString()} ${line}\n`);
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

function openLogFile(path: string): number {
  try {
    return openSync(path, "a", 0o600);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "it failed";
    throw new UsageError(`--log-file: cannot write to ${path} (${code})`);
  }
}

/** A full disk must not end a run. */
function tryWrite(file: number, text: string): void {
  try {
    writeSync(file, text);
  } catch {}
}
