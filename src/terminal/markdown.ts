/** Markdown as lines of a terminal. */
import { lexer, type Token, type Tokens } from "marked";
import type { Style } from "./style.ts";
import { cellsOf, indented, wrapped, wrappedProse } from "./text-cells.ts";

/** How it is written. */
export interface MarkdownLook {
  style: Style;
  columns: number;
}

/** The lines of a whole text, which must be harmless already. Code is not broken: a terminal does that, and copies it whole. */
export function markdownLines(text: string, look: MarkdownLook): string[] {
  return blocks(lexer(text), look);
}

/** With a blank line between two; `isLoose` false: without, as in a list whose items have none between them. */
function blocks(tokens: readonly Token[], look: MarkdownLook, isLoose = true): string[] {
  const lines: string[] = [];
  for (const token of tokens) {
    if (token.type === "space") continue;
    const part = block(token, look);
    if (isLoose && lines.length > 0 && part.length > 0 && token.type !== "text") lines.push("");
    for (const line of part) lines.push(line);
  }
  return lines;
}

/** What would leave less than this for its words has no margins. */
const NARROWEST = 6;

function block(token: Token, look: MarkdownLook): string[] {
  const { style, columns } = look;
  const hasMargin = token.type === "list" || token.type === "blockquote";
  if (hasMargin && columns < NARROWEST) return wrapped(token.raw.trimEnd(), columns);
  switch (token.type) {
    case "heading":
      return wrappedProse(style.bold(inline(token.tokens ?? [], style)), columns);
    case "code":
      return codeLines(token.codeBlockStyle ? token.text.trimEnd() : token.text, style);
    case "blockquote":
      return blocks(token.tokens ?? [], { style, columns: columns - 2 }).map(
        (line) => `${style.dim("│")} ${style.italic(line)}`,
      );
    case "list":
      return list(token as Tokens.List, look);
    case "hr":
      return [style.dim("─".repeat(Math.min(columns, 40)))];
    case "table":
      return table(token as Tokens.Table, look);
    case "paragraph":
    case "text":
      return wrappedProse(inline(token.tokens ?? [token], style), columns);
    default:
      return wrapped(token.raw.trimEnd(), columns);
  }
}

/** Lines of code, as they are behind a margin. */
export function codeLines(code: string, style: Style): string[] {
  return code.split("\n").map((line) => (line === "" ? "" : `  ${style.cyan(line)}`));
}

function list({ items, ordered, start, loose }: Tokens.List, look: MarkdownLook): string[] {
  return items.flatMap((item, at) => {
    const sign = ordered ? `${Number(start || 1) + at}. ` : "• ";
    const box = item.task ? (item.checked ? "[x] " : "[ ] ") : "";
    const tokens = item.tokens.filter((token) => token.type !== "checkbox");
    const inner = blocks(tokens, { ...look, columns: look.columns - sign.length - box.length }, loose);
    if (inner.length === 0) inner.push("");
    const lines = inner.map((line, row) =>
      row === 0 ? look.style.dim(sign) + box + line : line === "" ? "" : " ".repeat(sign.length) + line,
    );
    return loose && at < items.length - 1 ? [...lines, ""] : lines;
  });
}

/** Where the columns of a table are; `isStacked`: they do not fit, and cells stand one below the other. */
export interface TableLayout {
  widths: readonly number[];
  isStacked: boolean;
}

/** The layout in which all cells have room. */
export function tableLayout({ header, rows }: Tokens.Table, { style, columns }: MarkdownLook): TableLayout {
  const cells = [header, ...rows].map((row) => row.map(({ tokens }) => cellsOf(inline(tokens, style))));
  const widths = header.map((_, at) => Math.max(...cells.map((row) => row[at] ?? 0)));
  return { widths, isStacked: widths.reduce((sum, width) => sum + width + 3, -3) > columns };
}

/** The rows below the header. */
export function tableRows(
  { header, rows }: Tokens.Table,
  { style, columns }: MarkdownLook,
  { widths, isStacked }: TableLayout,
): string[] {
  const body = rows.map((row) => row.map(({ tokens }) => inline(tokens, style)));
  if (!isStacked) return body.map((row) => besideEachOther(row, widths, style));
  return body.flatMap((row, at) => [
    ...(at > 0 ? [""] : []),
    ...row.flatMap((cell, column) => {
      const name = inline(header[column]?.tokens ?? [], style);
      return indented(`${style.bold(name)}: ${cell}`, columns, "  ", "");
    }),
  ]);
}

function table(token: Tokens.Table, look: MarkdownLook): string[] {
  if (!isWhole(token)) return wrapped(token.raw.trimEnd(), look.columns);
  const layout = tableLayout(token, look);
  const { widths, isStacked } = layout;
  if (isStacked) return tableRows(token, look, layout);
  const { style } = look;
  const head = token.header.map(({ tokens }) => style.bold(inline(tokens, style)));
  const rule = style.dim(widths.map((width) => "─".repeat(width)).join("─┼─"));
  return [besideEachOther(head, widths, style), rule, ...tableRows(token, look, layout)];
}

function besideEachOther(row: readonly string[], widths: readonly number[], style: Style): string {
  return row
    .map((cell, at) => cell + " ".repeat(Math.max(0, (widths[at] ?? 0) - cellsOf(cell))))
    .join(style.dim(" │ "))
    .trimEnd();
}

/** Whether no row has more cells than the head has: it would lose them. */
export function isWhole({ header, raw }: Tokens.Table): boolean {
  return raw.split("\n").every((line) => cellCount(line) <= header.length);
}

function cellCount(row: string): number {
  return row
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/).length;
}

function inline(tokens: readonly Token[], style: Style): string {
  return tokens
    .map((token): string => {
      switch (token.type) {
        case "strong":
          return style.bold(inline(token.tokens ?? [], style));
        case "em":
          return style.italic(inline(token.tokens ?? [], style));
        case "del":
          return style.dim(inline(token.tokens ?? [], style));
        case "codespan":
          return style.cyan(token.text);
        case "br":
          return "\n";
        case "link": {
          const text = inline(token.tokens ?? [], style);
          return token.href === token.text || token.href === `mailto:${token.text}`
            ? style.underline(text)
            : `${text} (${style.underline(token.href)})`;
        }
        case "image":
          return `[${token.text || "image"}] (${token.href})`;
        case "escape":
          return token.text;
        case "text":
          return "tokens" in token && token.tokens ? inline(token.tokens, style) : plain(token.raw);
        default:
          return token.raw;
      }
    })
    .join("");
}

const REFERENCES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: " ",
};

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => REFERENCES[name] ?? whole);
}
