/** Markdown that comes in pieces. */
import { lexer, type Tokens } from "marked";
import {
  codeLines,
  isWhole,
  type MarkdownLook,
  markdownLines,
  type TableLayout,
  tableLayout,
  tableRows,
} from "./markdown.ts";
import type { Style } from "./style.ts";
import { cellsOf, wrapped } from "./text-cells.ts";

/** So many characters without an end of their block are ended by force, so that no frame costs more than this. */
const LONGEST_OPEN = 4000;
const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/;
/** The header of a table and the line below it. */
const TABLE_HEAD = /^ {0,3}[^\n]*\|[^\n]*\n {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\n/;
const ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

/**
 * Blocks that cannot change any more are handed out once; what is open is rendered anew for each frame, and never more
 * than a few thousand characters of it. Of code, and of a table that is longer than that, each line is handed out alone.
 */
export class MarkdownStream {
  readonly #style: Style;
  #open = "";
  /** The fence of the code block that is open. */
  #fence: string | undefined;
  /** The table whose rows are handed out one by one. */
  #table: { head: string; layout: TableLayout } | undefined;
  /** Whether a blank line stands before what comes next. */
  #isApart = false;

  constructor(style: Style) {
    this.#style = style;
  }

  push(text: string): void {
    this.#open += text;
  }

  /** The lines that are final now, each once. */
  takeFinished(columns: number): string[] {
    const look = { style: this.#style, columns };
    const lines: string[] = [];
    while (this.#finish(lines, look));
    return lines;
  }

  /** All that is left, when nothing more comes. */
  end(columns: number): string[] {
    if (!this.#open.endsWith("\n")) this.#open += "\n";
    const lines = [...this.takeFinished(columns), ...this.#rest({ style: this.#style, columns })];
    this.#open = "";
    this.#fence = undefined;
    this.#table = undefined;
    this.#isApart = false;
    return lines;
  }

  /** What is open, its last lines, none of them longer than the screen. */
  openLines(columns: number, most: number): string[] {
    return this.#rest({ style: this.#style, columns }, most)
      .flatMap((line) => (cellsOf(line) > columns ? wrapped(line, columns) : [line]))
      .slice(-most);
  }

  #rest(look: MarkdownLook, most = Number.POSITIVE_INFINITY): string[] {
    const open = this.#open;
    if (this.#fence !== undefined) {
      // A line of code has no end but its own: only what may be seen of it is looked at.
      const from = Math.max(0, open.length - most * look.columns);
      return open === ""
        ? []
        : codeLines(open.slice(from - (from % look.columns)).replace(/\n$/, ""), this.#style);
    }
    if (open.trim() === "") return [];
    const row = this.#table && rowOf(this.#table.head, open);
    if (this.#table && row) return tableRows(row, look, this.#table.layout);
    const lines = markdownLines(open, look);
    return this.#isApart && lines.length > 0 ? ["", ...lines] : lines;
  }

  /** Takes the next final part out of what is open; false: there is none. */
  #finish(lines: string[], look: MarkdownLook): boolean {
    if (this.#fence !== undefined) return this.#finishCode(lines, this.#fence);
    if (this.#table !== undefined) return this.#finishRow(lines, look, this.#table);
    const open = this.#open;
    let start = 0;
    let blank = -1;
    for (let end = open.indexOf("\n"); end >= 0 && start < LONGEST_OPEN; end = open.indexOf("\n", start)) {
      const line = open.slice(start, end);
      const fence = FENCE.exec(line)?.[1];
      if (fence !== undefined) {
        this.#blocks(lines, look, this.#take(start));
        this.#take(line.length + 1);
        this.#fence = fence;
        // The blank line before a code block is made here, since its lines come one by one.
        if (this.#isApart) lines.push("");
        this.#isApart = true;
        return true;
      }
      if (line.trim() === "") blank = end + 1;
      // What follows a blank line and is not indented goes on with nothing but a list.
      else if (blank > 0 && /^\S/.test(line) && !ITEM.test(line)) {
        this.#blocks(lines, look, this.#take(blank));
        return true;
      }
      start = end + 1;
    }
    if (open.length <= LONGEST_OPEN) return false;
    this.#finishByForce(lines, look);
    return true;
  }

  #blocks(lines: string[], look: MarkdownLook, source: string): void {
    const more = source.trim() === "" ? [] : markdownLines(source, look);
    if (more.length === 0) return;
    if (this.#isApart) lines.push("");
    this.#isApart = true;
    for (const line of more) lines.push(line);
  }

  /** Ends a block where it shows least: between two items, rows or lines. */
  #finishByForce(lines: string[], look: MarkdownLook): void {
    const open = this.#open.slice(0, LONGEST_OPEN);
    const whole = open.lastIndexOf("\n") + 1;
    const head = TABLE_HEAD.exec(open)?.[0];
    const token = head === undefined ? undefined : lexer(open.slice(0, whole))[0];
    if (head !== undefined && token?.type === "table" && isWhole(token as Tokens.Table))
      this.#table = { head, layout: tableLayout(token as Tokens.Table, look) };
    const length =
      (head === undefined && lastItem(open)) || whole || open.lastIndexOf(" ") + 1 || open.length;
    const part = this.#take(length);
    this.#blocks(lines, look, part);
    this.#isApart = /\n[ \t]*\n$/.test(part);
  }

  #finishRow(
    lines: string[],
    look: MarkdownLook,
    { head, layout }: { head: string; layout: TableLayout },
  ): boolean {
    const end = this.#open.indexOf("\n");
    if (end < 0) return false;
    const row = rowOf(head, this.#open.slice(0, end + 1));
    if (row) {
      const source = this.#take(end);
      this.#take(1);
      if (layout.isStacked) lines.push("");
      const cells = isWhole(row) ? tableRows(row, look, layout) : wrapped(source, look.columns);
      for (const line of cells) lines.push(line);
    } else {
      this.#table = undefined;
      this.#isApart = true;
    }
    return true;
  }

  #finishCode(lines: string[], fence: string): boolean {
    const closing = new RegExp(`^ {0,3}\\${fence[0]}{${fence.length},}[ \\t]*$`, "m");
    const end = this.#open.lastIndexOf("\n");
    if (end < 0) return false;
    const whole = this.#open.slice(0, end + 1);
    const close = closing.exec(whole);
    const code = whole.slice(0, (close?.index ?? whole.length) - 1);
    if (close?.index !== 0) for (const line of codeLines(code, this.#style)) lines.push(line);
    this.#take(close ? whole.indexOf("\n", close.index) + 1 : end + 1);
    if (close) this.#fence = undefined;
    return true;
  }

  #take(length: number): string {
    const part = this.#open.slice(0, length);
    this.#open = this.#open.slice(length);
    return part;
  }
}

/** The table that the head makes with one row; undefined when that line is none. */
function rowOf(head: string, line: string): Tokens.Table | undefined {
  const [token] = line.trim() === "" ? [] : lexer(head + line);
  const table = token?.type === "table" ? (token as Tokens.Table) : undefined;
  return table?.rows.length === 1 ? table : undefined;
}

/** Where the last item of a list begins that has more than one; 0: elsewhere there is none. */
function lastItem(text: string): number {
  const margin = /^ {0,3}(?=(?:[-*+]|\d{1,9}[.)])\s)/.exec(text)?.[0];
  if (margin === undefined) return 0;
  for (let at = text.lastIndexOf("\n"); at > 0; at = text.lastIndexOf("\n", at - 1))
    if (text.startsWith(margin, at + 1) && ITEM.test(text.slice(at + 1 + margin.length, at + 32)))
      return at + 1;
  return 0;
}
