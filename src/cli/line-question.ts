/** A question on a terminal that a line answers. */
import { PassThrough, type Readable, type Writable } from "node:stream";
import { systemClock } from "../clock.ts";

/** A terminal to ask on, and how wide it is when that is known. */
export interface QuestionTerminal {
  input: Readable & { isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  output: Writable & { columns?: number };
}

/** How it is asked. */
export interface LineQuestion {
  /** What stands before the last line. */
  words: string;
  /** What stands before the answer. */
  prompt: string;
  /** Takes the question back. */
  signal?: AbortSignal;
  /** Ctrl+C was pressed. Absent: the question is taken back. */
  onInterrupt?(): void;
}

/** Keys that were pressed before a question is seen come within this time. */
const TYPED_AHEAD_MS = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const PASTE_ENDS = /(\u001b\[20[01]~)/;
/** A line end and more behind it, which nobody types at once. */
const LINES = /[\r\n]+[^\r\n]/;
const UNSEEN = /[\u0080-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Asks once; undefined when no line was typed: Ctrl+C, Esc, the end of the input, or the signal. What was typed before the question was
 * there is no answer to it, and neither is what is pasted.
 */
export async function askLine(
  { words, prompt, signal, onInterrupt }: LineQuestion,
  { input, output }: QuestionTerminal,
): Promise<string | undefined> {
  const { createInterface } = await import("node:readline");
  const isTerminal = input.isTTY === true;
  const keys = new PassThrough();
  const end = () => void keys.end();
  let isAsked = !isTerminal;
  let isPasting = false;
  const hear = (bytes: Buffer | string) => {
    let typed = "";
    for (const part of String(bytes).split(PASTE_ENDS))
      if (PASTE_ENDS.test(part)) isPasting = part.endsWith("200~");
      else if (!isPasting) typed += part.replace(UNSEEN, "");
    if (isAsked && !LINES.test(typed)) keys.write(typed);
  };
  input.setRawMode?.(true);
  input.on("data", hear);
  input.once("end", end);
  input.resume();
  try {
    if (isTerminal) await new Promise<void>((resolve) => systemClock.after(TYPED_AHEAD_MS, resolve));
    if (signal?.aborted) return undefined;
    isAsked = true;
    output.write(words);
    return await new Promise((resolve) => {
      const lines = createInterface({ input: keys, output, terminal: true, historySize: 0 });
      let answer: string | undefined;
      const close = () => lines.close();
      signal?.addEventListener("abort", close, { once: true });
      keys.on("keypress", (_text: unknown, key?: { name?: string }) => {
        if (key?.name === "escape") close();
      });
      lines.on("SIGINT", onInterrupt ?? close);
      lines.once("close", () => {
        signal?.removeEventListener("abort", close);
        if (answer === undefined) output.write("\n");
        resolve(answer);
      });
      lines.question(prompt, (line) => {
        answer = line.trim();
        close();
      });
    });
  } finally {
    input.off("data", hear);
    input.off("end", end);
    input.setRawMode?.(false);
    input.pause();
  }
}
