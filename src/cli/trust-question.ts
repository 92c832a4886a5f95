/** The question whether a project is trusted. */
import { wrapped } from "../terminal/text-cells.ts";
import { askLine, type QuestionTerminal } from "./line-question.ts";
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

/**
 * Asks on a terminal, once. Only `y` or `yes` is a yes, and whatever else is typed a no; undefined when no line was typed:
 * Ctrl+C, Esc, or the end of the input.
 */
export async function askTrust(
  question: TrustQuestion,
  terminal: QuestionTerminal,
): Promise<boolean | undefined> {
  const words = wordsOf(question, terminal.output.columns ?? 80);
  const answer = await askLine({ words, prompt: "Trust it? [y/N] " }, terminal);
  return answer === undefined ? undefined : /^y(es)?$/i.test(answer);
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
