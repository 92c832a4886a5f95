/** What was said in the terminal, for its next start: a JSON text on each line, the newest last. */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Redactor } from "../secrets/redactor.ts";
import { systemErrorText } from "../system-errors.ts";

const MOST = 1000;
/** In characters; what is longer was pasted, and is not kept. */
const LONGEST = 8000;
/** In bytes; a longer file is read from there on. */
const MOST_BYTES = 2_000_000;
/** Neither a pipe nor a terminal is waited for. */
const AT_ONCE = constants.O_NONBLOCK ?? 0;

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
      const { lines, isLong } = linesOf(file);
      if (keeps && (isLong || lines.length > 2 * MOST)) shorten(file, lines.slice(-MOST));
      return lines.slice(-MOST).flatMap(promptIn);
    },
    add(prompt: string): void {
      if (isBroken || prompt.length > LONGEST) return;
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        append(file, `${JSON.stringify(redactor.text(prompt))}\n`);
      } catch (error) {
        isBroken = true;
        report(`${file}: prompts are not kept for the next start: ${systemErrorText(error)}`);
      }
    },
  };
}

function linesOf(file: string): { lines: string[]; isLong: boolean } {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | AT_ONCE);
    try {
      const { size } = fstatSync(descriptor);
      const from = Math.max(0, size - MOST_BYTES);
      const bytes = Buffer.alloc(size - from);
      const length = readSync(descriptor, bytes, 0, bytes.length, from);
      const lines = bytes.toString("utf8", 0, length).trimEnd().split("\n");
      return { lines: from > 0 ? lines.slice(1) : lines, isLong: from > 0 };
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return { lines: [], isLong: false };
  }
}

/** Adds a line, behind the end of the last one whatever became of that. */
function append(file: string, line: string): void {
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  const descriptor = openSync(file, O_RDWR | O_APPEND | O_CREAT | AT_ONCE, 0o600);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error("it is no file");
    const last = Buffer.alloc(1);
    const isCut = stats.size > 0 && readSync(descriptor, last, 0, 1, stats.size - 1) === 1 && last[0] !== 10;
    writeSync(descriptor, isCut ? `\n${line}` : line);
    fchmodSync(descriptor, 0o600);
  } finally {
    closeSync(descriptor);
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
