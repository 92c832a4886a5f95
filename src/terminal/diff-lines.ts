/** Changes of files, in colour. */
import { visibleLine, visibleText } from "../permissions/visible-call.ts";
import type { JsonObject } from "../wire/messages.ts";
import type { Style } from "./style.ts";
import { fitted } from "./text-cells.ts";

/** The lines of a unified diff without the names of the files; at most `most`, with a word about the rest. */
export function diffLines(diff: string, style: Style, most: number): string[] {
  const lines = contentText(diff).trimEnd().split("\n");
  const start = lines.findIndex((line) => line.startsWith("@@"));
  return limited(
    lines.slice(Math.max(0, start)).map((line) => {
      if (line.startsWith("@@")) return style.cyan(line);
      if (line.startsWith("+")) return style.green(line);
      if (line.startsWith("-")) return style.red(line);
      return style.dim(line);
    }),
    style,
    most,
  );
}

/** What a call of `edit` or `write` would change, as far as its arguments tell; undefined for other calls. */
export function proposedLines(toolName: string, args: JsonObject, style: Style): string[] | undefined {
  const added = (text: unknown) => marked(text, "+").map((line) => style.green(line));
  const removed = (text: unknown) => marked(text, "-").map((line) => style.red(line));
  if (toolName === "write" && typeof args.content === "string") return added(args.content);
  if (toolName !== "edit" || !Array.isArray(args.edits)) return undefined;
  return args.edits.flatMap((edit, at) => {
    if (typeof edit !== "object" || edit === null || Array.isArray(edit)) return [];
    const { old_text: old, new_text: now, replace_all: all } = edit;
    return [
      ...(at > 0 ? [style.dim("…")] : []),
      ...removed(old),
      ...added(now),
      ...(all === true ? [style.dim("(wherever it is found)")] : []),
    ];
  });
}

/** At most so many lines, with a word about the rest. */
export function limited(lines: readonly string[], style: Style, most: number): string[] {
  if (lines.length <= most) return [...lines];
  return [...lines.slice(0, most - 1), style.dim(`… ${lines.length - most + 1} more lines`)];
}

/** The most telling words of a call, on one line. */
export function callWords(toolName: string, args: JsonObject, columns: number): string {
  const told = args.command ?? args.path ?? args.pattern ?? args.query;
  const words =
    typeof told === "string"
      ? toolName === "grep" && typeof args.path === "string" && typeof args.pattern === "string"
        ? `${args.pattern} in ${args.path}`
        : told
      : Object.keys(args).length === 0
        ? ""
        : JSON.stringify(args);
  return fitted(visibleLine(words), Math.max(4, columns));
}

function marked(text: unknown, sign: string): string[] {
  if (typeof text !== "string" || text === "") return [];
  return contentText(text)
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => sign + line);
}

/** What is in a file, where a line may end in both ways. */
function contentText(text: string): string {
  return visibleText(text.replaceAll("\r\n", "\n"));
}
