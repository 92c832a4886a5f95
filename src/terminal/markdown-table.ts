/** Tables of Markdown as lines of a terminal. */
import type { Tokens } from "marked";
import { inlineText, type MarkdownLook } from "./markdown-inline.ts";
import { tokensOf } from "./markdown-tokens.ts";
import { cellsOf, indented, wrappedProse } from "./text-cells.ts";

/** A column that would get narrower than this, and than what is in it, is too narrow to read. */
const NARROWEST_COLUMN = 8;
/** What stands between two columns. */
const BETWEEN = " │ ";

/** How many cells each column asks for. */
export type TableLayout = readonly number[];

/** The layout in which each cell that is there has room. */
function tableLayout({ header, rows }: Tokens.Table, { style }: MarkdownLook): TableLayout {
  const cells = [header, ...rows].map((row) =>
    row.map(({ tokens }) => cellsOf(inlineText(tokens, style).replaceAll("\n", " "))),
  );
  return header.map((_, at) => Math.max(...cells.map((row) => row[at] ?? 0)));
}

/** The same for a table of which more rows come: with some room to spare, since they stay as they are. */
export function openTableLayout(table: Tokens.Table, look: MarkdownLook): TableLayout {
  const layout = [...tableLayout(table, look)];
  let left = look.columns - layout.reduce((all, width) => all + width + BETWEEN.length, 0);
  for (const [at, width] of layout.slice(0, -1).entries()) {
    const more = Math.max(0, Math.min(left, Math.ceil(width / 2)));
    layout[at] = width + more;
    left -= more;
  }
  return layout;
}

/** A whole table; without a layout it has its own. One that is too wide has its cells broken, or stands as one cell below the other. */
export function tableLines(
  table: Tokens.Table,
  look: MarkdownLook,
  layout = tableLayout(table, look),
): string[] {
  const widths = widthsIn(layout, look.columns);
  if (!widths) return tableRows(table, look, layout);
  const head = table.header.map(({ tokens }) => look.style.bold(inlineText(tokens, look.style)));
  const rule = look.style.dim(widths.map((width) => "─".repeat(width)).join("─┼─"));
  return [...besideEachOther(head, widths, table, look), rule, ...tableRows(table, look, layout)];
}

/** The rows below the header. */
export function tableRows(table: Tokens.Table, look: MarkdownLook, layout: TableLayout): string[] {
  const { style, columns } = look;
  const widths = widthsIn(layout, columns);
  const body = table.rows.map((row) => row.map(({ tokens }) => inlineText(tokens, style)));
  if (widths) return body.flatMap((row) => besideEachOther(row, widths, table, look));
  return body.flatMap((row, at) => [
    ...(at > 0 ? [""] : []),
    ...row.flatMap((cell, column) => {
      const name = inlineText(table.header[column]?.tokens ?? [], style);
      return indented(`${style.bold(name)}: ${cell}`, columns, "  ", "");
    }),
  ]);
}

/** Whether cells stand one below the other. */
export function isStacked(layout: TableLayout, { columns }: MarkdownLook): boolean {
  return widthsIn(layout, columns) === undefined;
}

/**
 * The table with all that its rows hold. A row with more cells than the head has, which Markdown would cut, has a bar in
 * code as a rule: that one is a part of its cell, and what is still too much is a part of the last.
 */
export function wholeTable(table: Tokens.Table): Tokens.Table {
  const most = table.header.length;
  const lines = table.raw.split("\n");
  if (lines.every((line) => barsIn(line).length < most)) return table;
  const [token] = tokensOf(lines.map((line, at) => (at < 2 ? line : mended(line, most))).join("\n")) ?? [];
  return token?.type === "table" ? (token as Tokens.Table) : table;
}

/** Where the bars between two cells are. */
function barsIn(line: string): number[] {
  const inner = line.replace(/(?<!\\)\|\s*$/, "");
  const bars = [...inner.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  return inner.slice(0, bars[0]).trim() === "" ? bars.slice(1) : bars;
}

function mended(line: string, most: number): string {
  if (barsIn(line).length < most) return line;
  const escaped = line.replace(/(`+)[^`]+\1/g, (code) => code.replace(/(?<!\\)\|/g, "\\|"));
  const over = new Set(barsIn(escaped).slice(most - 1));
  return Array.from({ length: escaped.length }, (_, at) => (over.has(at) ? "\\|" : escaped[at])).join("");
}

/** The widths that fit; undefined: some would be too narrow. */
function widthsIn(layout: TableLayout, columns: number): readonly number[] | undefined {
  const room = columns - BETWEEN.length * (layout.length - 1);
  const sum = (widths: readonly number[]) => widths.reduce((all, width) => all + width, 0);
  if (sum(layout) <= room) return layout;
  if (sum(layout.map((width) => Math.min(width, NARROWEST_COLUMN))) > room) return undefined;
  const below = (most: number) => layout.map((width) => Math.min(width, most));
  let most = NARROWEST_COLUMN;
  while (sum(below(most + 1)) <= room) most++;
  let left = room - sum(below(most));
  return layout.map((width) => Math.min(width, width > most && left-- > 0 ? most + 1 : most));
}

function besideEachOther(
  row: readonly string[],
  widths: readonly number[],
  { align }: Tokens.Table,
  { style, columns }: MarkdownLook,
): string[] {
  // A later row may have a wider cell than those the widths are of: it is not broken while the window has room.
  const own = widths.map((width, at) => Math.max(width, cellsOf((row[at] ?? "").replaceAll("\n", " "))));
  const total = own.reduce((all, width) => all + width, BETWEEN.length * (own.length - 1));
  const cells = widths.map((width, at) =>
    wrappedProse(row[at] ?? "", total <= columns ? (own[at] ?? width) : width),
  );
  return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, line) =>
    cells
      .map((parts, at) => aligned(parts[line] ?? "", widths[at] ?? 0, align[at] ?? "left"))
      .join(style.dim(BETWEEN))
      .trimEnd(),
  );
}

function aligned(text: string, width: number, align: "left" | "center" | "right"): string {
  const blanks = Math.max(0, width - cellsOf(text));
  const before = align === "right" ? blanks : align === "center" ? Math.floor(blanks / 2) : 0;
  return " ".repeat(before) + text + " ".repeat(blanks - before);
}
