/** What results show: names, line counts, the first heading, definitions found by pattern. Nothing else is claimed. */
import type { ToolResultMessage } from "../../wire/messages.ts";
import type { DoneCall } from "./conversation.ts";

const MOST_NAMES = 12;
const MOST_DEFINITIONS = 6;
const LONGEST_QUOTE = 160;

const DEFINITION =
  /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:pub(?:\([^)]*\))?\s+)?(?:public\s+)?(?:abstract\s+|final\s+|static\s+|async\s+|unsafe\s+|const\s+)*(function|class|interface|def|func|fn|struct|enum|trait|type|module)\s*\*?\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)/u;
const CONSTANT = /^export\s+(const)\s+([\p{L}_$][\p{L}\p{N}_$]*)/u;

/** One line of Markdown about what a call came to. */
export function describeResult({ call, result }: DoneCall): string {
  const path = typeof call.arguments.path === "string" ? call.arguments.path : "";
  const what = `${call.name}${path === "" || path === "." ? "" : ` ${path}`}`;
  const text = textOfResult(result);
  if (result.is_error) return `${what} came back as an error: ${quote(firstLine(text))}`;
  if (call.name === "ls") return describeFolder(path, text);
  if (call.name === "read") return describeFile(path || "A file", text);
  const lines = linesOf(text);
  if (lines.length === 0) return `${what} came back empty`;
  return `${what} came back with ${count(lines.length, "line")}, the first ${quote(firstLine(text))}`;
}

/** The names in what `ls` shows, folders with a slash at their end, hidden ones last. */
export function namesIn(listing: string): string[] {
  const names = linesOf(listing)
    .filter((line) => line !== "" && !/^\[.*\]$/.test(line))
    .map((line) => line.replace(/@ -> .*$/, ""));
  return [...names.filter((name) => !name.startsWith(".")), ...names.filter((name) => name.startsWith("."))];
}

/** The text of a result. */
export function textOfResult(result: ToolResultMessage): string {
  return result.content
    .map((block) => (block.type === "text" ? block.text : `(${block.mime_type})`))
    .join("\n");
}

/** The text in quotes, on one line, cut after 160 characters. */
export function quote(said: string): string {
  const text = said.trim().replace(/\s+/g, " ");
  const characters = Array.from(text.slice(0, 2 * LONGEST_QUOTE));
  const cut = characters.length > LONGEST_QUOTE ? `${characters.slice(0, LONGEST_QUOTE).join("")}…` : text;
  return `“${cut}”`;
}

/** `1 line`, `2 lines`. */
function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function describeFolder(path: string, listing: string): string {
  const names = namesIn(listing);
  const where = path === "" || path === "." ? "This folder" : path;
  const folders = names.filter((name) => name.endsWith("/")).map((name) => name.slice(0, -1));
  const files = names.filter((name) => !name.endsWith("/"));
  const parts = [group(folders, "folder"), group(files, "file")].filter((part) => part !== "");
  return `${where} holds ${parts.join(" and ") || "nothing"}`;
}

function group(names: readonly string[], noun: string): string {
  if (names.length === 0) return "";
  return `${count(names.length, noun)} (${list(names, MOST_NAMES)})`;
}

function describeFile(path: string, shown: string): string {
  const { lines, total } = withoutNotes(shown);
  const length =
    total === undefined ? count(lines.length, "line") : `${total} lines, ${lines.length} of them read`;
  const facts = /\.(?:md|mdx|rst|txt)$|^[^.]*$/i.test(path) ? headingFact(lines) : definitionsFact(lines);
  return `${path}: ${length}${facts}`;
}

/** The lines of a file, without the notes that `read` puts behind them. */
function withoutNotes(shown: string): { lines: string[]; total: string | undefined } {
  if (/^\[[^\n]* is empty\.\]$/.test(shown)) return { lines: [], total: undefined };
  const notes = /\n\n(?:\[(?:Lines?|Bytes|NUL) [^\n]+\]\n?)+$/.exec(shown);
  const text = notes ? shown.slice(0, notes.index + 1) : shown;
  return { lines: linesOf(text), total: /\[Lines \d+-\d+ of (\d+)\./.exec(notes?.[0] ?? "")?.[1] };
}

function headingFact(lines: readonly string[]): string {
  const heading = firstHeading(lines);
  return heading === undefined ? "" : `, headed ${quote(heading)}`;
}

function firstHeading(lines: readonly string[]): string | undefined {
  let fenced = false;
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    if (fenced) continue;
    const marked = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1] ?? /<h1[^>]*>([^<]+)<\/h1>/i.exec(line)?.[1];
    if (marked) return marked.trim();
    if (line.trim() !== "" && /^(?:={3,}|-{3,})\s*$/.test(lines[index + 1] ?? "")) return line.trim();
  }
  return undefined;
}

function definitionsFact(lines: readonly string[]): string {
  const found = lines.flatMap((line) => {
    const [, kind, name] = DEFINITION.exec(line) ?? CONSTANT.exec(line) ?? [];
    return kind === undefined ? [] : [`${kind} ${name}`];
  });
  return found.length === 0 ? "" : `, defining ${list(found, MOST_DEFINITIONS)}`;
}

function list(items: readonly string[], most: number): string {
  const more = items.length - most;
  return items.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split(/\r?\n/);
}

function firstLine(text: string): string {
  return (
    text
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.trim() ?? ""
  );
}
