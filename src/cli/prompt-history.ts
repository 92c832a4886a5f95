/** What was said in the terminal, for its next start: a JSON text on each line, the newest last. */
import { appendFileSync, chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Redactor } from "../secrets/redactor.ts";
import { systemErrorText } from "../system-errors.ts";
import { readTextFile } from "./read-text-file.ts";

const MOST = 1000;
/** In characters; what is longer was pasted, and is not kept. */
const LONGEST = 8000;

/** Where prompts are kept. */
export interface PromptHistoryOptions {
  /** The file, which need not exist. It is for its owner only, and no configured key is in it. */
  file: string;
  /** False: nothing is added. */
  keeps: boolean;
  redactor: Redactor;
  /** Told once, in one line, that nothing can be added. */
  report(line: string): void;
}

/** The prompts of one user. Does not throw. */
export function openPromptHistory({ file, keeps, redactor, report }: PromptHistoryOptions) {
  let isBroken = !keeps;
  return {
    /** The newest thousand, the newest last; none when they cannot be read. */
    read(): string[] {
      const lines = linesOf(file);
      if (lines.length > 2 * MOST && keeps) shorten(file, lines.slice(-MOST));
      return lines.slice(-MOST).flatMap(promptIn);
    },
    add(prompt: string): void {
      if (isBroken || prompt.length > LONGEST) return;
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        appendFileSync(file, `${JSON.stringify(redactor.text(prompt))}\n`, { mode: 0o600 });
        chmodSync(file, 0o600);
      } catch (error) {
        isBroken = true;
        report(`${file}: prompts are not kept for the next start: ${systemErrorText(error)}`);
      }
    },
  };
}

function linesOf(file: string): string[] {
  try {
    return readTextFile(file).trimEnd().split("\n");
  } catch {
    return [];
  }
}

function shorten(file: string, lines: readonly string[]): void {
  try {
    writeFileSync(`${file}.${process.pid}`, `${lines.join("\n")}\n`, { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // It stays as long as it is.
  }
}

function promptIn(line: string): string[] {
  try {
    const prompt: unknown = JSON.parse(line);
    return typeof prompt === "string" ? [prompt] : [];
  } catch {
    return [];
  }
}
