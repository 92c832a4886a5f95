/** The question whether a project is trusted. */
import type { Readable, Writable } from "node:stream";
import { wrapped } from "../terminal/text-cells.ts";
import { shown } from "./shown.ts";
import { listed } from "./trust.ts";

/** What is asked about. */
export interface TrustQuestion {
  /** The project's folder, as it is shown. */
  project: string;
  /** Keys of its configuration that trust lets through. */
  keys: readonly string[];
  /** What else of it would be used, such as `plugins/x.mjs`. */
  parts: readonly string[];
  /** It was trusted, and is not what it was. */
  changed: boolean;
}

/** A terminal to ask on, and how wide it is when that is known. */
export interface QuestionTerminal {
  input: Readable;
  output: Writable & { columns?: number };
}

/**
 * Asks on a terminal, once. Only `y` or `yes` is a yes, and whatever else is typed a no; undefined when no line was typed:
 * Ctrl+C, Esc, or the end of the input.
 */
export async function askTrust(
  question: TrustQuestion,
  { input, output }: QuestionTerminal,
): Promise<boolean | undefined> {
  const { createInterface } = await import("node:readline");
  output.write(wordsOf(question, output.columns ?? 80));
  return new Promise((resolve) => {
    const lines = createInterface({ input, output, terminal: true, historySize: 0 });
    let answer: boolean | undefined;
    const leave = (_text: unknown, key?: { name?: string }) => {
      if (key?.name === "escape") lines.close();
    };
    input.on("keypress", leave);
    lines.once("SIGINT", () => lines.close());
    lines.once("close", () => {
      input.off("keypress", leave);
      if (answer === undefined) output.write("\n");
      resolve(answer);
    });
    lines.question("Trust it? [y/N] ", (line) => {
      answer = /^y(es)?$/i.test(line.trim());
      lines.close();
    });
  });
}

function wordsOf({ project, keys, parts, changed }: TrustQuestion, columns: number): string {
  const lines = [
    changed
      ? `letscode: the project ${shown(project)} has changed since you trusted it. It`
      : `letscode: the project ${shown(project)}`,
    ...(keys.length > 0 ? [`  sets ${listed(keys)} in .letscode/config.json`] : []),
    ...(parts.length > 0 ? [`  brings ${listed(parts)} in .letscode`] : []),
    "Plugins can do whatever you can do, and settings can send your keys elsewhere. Trust it only if you know where it is from.",
  ];
  return lines.map((line) => `${wrapped(line, columns).join("\n")}\n`).join("");
}
