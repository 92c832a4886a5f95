/** The question whether a call may be run, on a terminal. */
import type { PermissionAnswer, PermissionRequest } from "../permissions/decision.ts";
import { visibleText } from "../permissions/visible-call.ts";
import { askLine, type QuestionTerminal } from "./line-question.ts";

/** The most lines of one argument, and the most characters of a line, that are shown. */
const MOST_LINES = 60;
const LONGEST_LINE = 1000;

/** Where and how it is asked. */
export interface QuestionOptions extends QuestionTerminal {
  /** Whether "always" is an answer. */
  mayAlways: boolean;
  /** Takes the question back. */
  signal: AbortSignal;
  /** Ctrl+C was pressed. Nothing is answered by it: whoever is told takes the question back. */
  onInterrupt(): void;
}

/**
 * Asks once. Only `y`, `yes`, and where it is offered `a`, `always` allow; whatever else is typed is a no. Undefined when
 * no line was typed: the input ended, Esc was pressed, or the signal aborted.
 */
export async function askPermission(
  words: string,
  { input, output, mayAlways, signal, onInterrupt }: QuestionOptions,
): Promise<PermissionAnswer["decision"] | undefined> {
  const prompt = `Allow it? ${mayAlways ? "[y/a/N]" : "[y/N]"} `;
  const answer = await askLine({ words, prompt, signal, onInterrupt }, { input, output });
  return answer === undefined ? undefined : decisionOf(answer.toLowerCase(), mayAlways);
}

function decisionOf(word: string, mayAlways: boolean): PermissionAnswer["decision"] {
  if (word === "y" || word === "yes") return "allow";
  return mayAlways && (word === "a" || word === "always") ? "allow_always" : "deny";
}

/** The question without its last line: why it is asked, the whole call, what "always" would mean. */
export function permissionWords({ reason, arguments: args, always }: PermissionRequest): string {
  return [
    `letscode: ${visibleText(reason)}`,
    ...Object.entries(args).flatMap(([name, value]) =>
      argumentLines(name, typeof value === "string" ? value : JSON.stringify(value)),
    ),
    ...(always === undefined ? [] : [`  a: always allow ${visibleText(always)}`]),
    "",
  ].join("\n");
}

function argumentLines(name: string, value: string): string[] {
  const lines = value.split("\n");
  const shown = lines.slice(0, MOST_LINES).map(cut);
  if (shown.length === 1) return [`  ${visibleText(name)}: ${shown[0]}`];
  const more = lines.length - MOST_LINES;
  return [
    `  ${visibleText(name)}:`,
    ...shown.map((line) => `    ${line}`),
    ...(more > 0 ? [`    (and ${more} more lines, which are not shown)`] : []),
  ];
}

function cut(line: string): string {
  const more = line.length - LONGEST_LINE;
  if (more <= 0) return visibleText(line);
  return `${visibleText(line.slice(0, LONGEST_LINE))} (and ${more} more characters, which are not shown)`;
}
