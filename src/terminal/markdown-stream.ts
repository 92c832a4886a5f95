/** Markdown that comes in pieces. */
import type { Tokens } from "marked";
import { codeLines, markdownLines } from "./markdown.ts";
import {
  beginsItem,
  beginsWith,
  type Cut,
  endsInParagraph,
  ITEM,
  lastCut,
  lastItem,
  nextNumber,
  openFence,
} from "./markdown-cut.ts";
import type { MarkdownLook } from "./markdown-inline.ts";
import {
  isStacked,
  openTableLayout,
  type TableLayout,
  tableLines,
  tableRows,
  wholeTable,
} from "./markdown-table.ts";
import { tokensOf } from "./markdown-tokens.ts";
import type { Style } from "./style.ts";
import { cellsOf, wrapped } from "./text-cells.ts";

/** So many characters without an end of their block are ended by force, so that no frame costs more than this. */
const LONGEST_OPEN = 4000;
const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/;
/** The header of a table and the line below it. */
const TABLE_HEAD = /^ {0,3}[^\n]*\|[^\n]*\n {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\n/;
/** So many characters tell what a line begins with. */
const ENOUGH = 16;

/** Of a table, so many rows decide how wide its columns are. */
const TABLE_ROWS = 8;
/** Without words that end it, a block that is so many times too long is cut where its emphasis might change. */
const PATIENCE = 1.5;
const NOTHING: Cut = { length: 0, lines: [] };

/**
 * What cannot change any more is handed out once: blocks, each line of code, rows of a table, and of another block that
 * is longer than a caller wants to draw anew all but its last lines. What is open is rendered for each frame, and never
 * more than a few thousand characters of it.
 */
export class MarkdownStream {
  readonly #style: Style;
  #open = "";
  /** The fence of the code block that is open. */
  #fence: string | undefined;
  /** The table whose rows are handed out one by one. */
  #table: { head: string; layout: TableLayout } | undefined;
  /** What is handed out of the block that is open, in lines of this width. */
  #given: (Cut & { columns: number }) | undefined;
  /** The number of the first item, when what is open goes on with a list. */
  #number: number | undefined;
  /** Whether a blank line stands before what comes next. */
  #isApart = false;

  constructor(style: Style) {
    this.#style = style;
  }

  push(text: string): void {
    this.#open += text;
  }

  /** The lines that are final now, each once, so that about `most` are left. */
  takeFinished(columns: number, most = Number.POSITIVE_INFINITY): string[] {
    const look = { style: this.#style, columns };
    const lines: string[] = [];
    while (this.#finish(lines, look));
    if (most < Number.POSITIVE_INFINITY) this.#shorten(lines, look, most);
    return lines;
  }

  /** All that is left, when nothing more comes. */
  end(columns: number): string[] {
    if (!this.#open.endsWith("\n")) this.#open += "\n";
    const lines = [...this.takeFinished(columns), ...this.#rest({ style: this.#style, columns })];
    this.#open = "";
    this.#fence = undefined;
    this.#table = undefined;
    this.#given = undefined;
    this.#number = undefined;
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
    return this.#render(open, look);
  }

  /** Lines of what is open, or of the first part of it, that are not handed out. */
  #render(source: string, look: MarkdownLook): string[] {
    const given = this.#given;
    if (!given) {
      const lines = markdownLines(source, look, this.#number);
      return this.#isApart && lines.length > 0 ? ["", ...lines] : lines;
    }
    const lines = markdownLines(source, { ...look, columns: given.columns }, this.#number);
    if (!beginsWith(lines, given.lines)) return markdownLines(source.slice(given.length), look);
    const others = lines.slice(given.lines.length);
    return given.columns > look.columns ? others.flatMap((line) => wrapped(line, look.columns)) : others;
  }

  /** Takes the next final part out of what is open; false: there is none. */
  #finish(lines: string[], look: MarkdownLook): boolean {
    if (this.#fence !== undefined) return this.#finishCode(lines, this.#fence);
    if (this.#table !== undefined) return this.#finishRow(lines, look, this.#table);
    const open = this.#open;
    const given = this.#given?.length ?? 0;
    let start = 0;
    let blank = -1;
    let hasItem = false;
    while (start < open.length && start < LONGEST_OPEN) {
      const feed = open.indexOf("\n", start);
      // A line that has not ended is known for what it is when it is long enough.
      if (feed < 0 && open.length - start < ENOUGH) break;
      const line = open.slice(start, feed < 0 ? undefined : feed);
      const end = start + line.length;
      const fence = feed < 0 || start < given ? undefined : FENCE.exec(line)?.[1];
      if (fence !== undefined) {
        const number = nextNumber(open.slice(0, start), this.#number);
        this.#blocks(lines, look, this.#take(start));
        this.#take(line.length + 1);
        this.#fence = fence;
        this.#number = number;
        // The blank line before a code block is made here, since its lines come one by one.
        if (this.#isApart) lines.push("");
        this.#isApart = true;
        return true;
      }
      if (line.trim() === "") blank = end + 1;
      // What follows a blank line and is not indented goes on with nothing but a list.
      else if (blank > given && /^\S/.test(line) && !(hasItem && ITEM.test(line))) {
        this.#blocks(lines, look, this.#take(blank));
        return true;
      }
      hasItem ||= ITEM.test(line.trimStart());
      start = end + 1;
    }
    if (open.length <= LONGEST_OPEN) return false;
    this.#finishByForce(lines, look);
    return true;
  }

  #blocks(lines: string[], look: MarkdownLook, source: string): void {
    const more = source.trim() === "" ? [] : this.#render(source, look);
    for (const line of more) lines.push(line);
    this.#isApart ||= more.length > 0 || this.#given !== undefined;
    this.#given = undefined;
    this.#number = undefined;
  }

  /** Hands out so much of the block that is open, which goes on behind it. */
  #cut(lines: string[], look: MarkdownLook, length: number): void {
    const part = this.#take(length);
    const number = nextNumber(part, this.#number);
    this.#blocks(lines, look, part);
    this.#isApart = /\n[ \t]*\n$/.test(part);
    this.#number = number;
  }

  /** Ends a block where it shows least: between two items, rows or lines. */
  #finishByForce(lines: string[], look: MarkdownLook): void {
    const open = this.#open.slice(0, LONGEST_OPEN);
    const whole = open.lastIndexOf("\n") + 1;
    if (this.#beginTable(lines, look, open.slice(0, whole))) return;
    const length = lastItem(open) || whole || open.lastIndexOf(" ") + 1 || open.length;
    if (this.#given && length <= this.#given.length) this.#forgetGiven();
    else this.#cut(lines, look, length);
  }

  /** Hands out the rows of a table, and each that follows alone from now on; false: there is none. */
  #beginTable(lines: string[], look: MarkdownLook, source: string): boolean {
    const head = TABLE_HEAD.exec(source)?.[0];
    const token = head === undefined ? undefined : tokensOf(source)?.[0];
    if (head === undefined || token?.type !== "table") return false;
    const table = wholeTable(token as Tokens.Table);
    const layout = openTableLayout(table, look);
    if (this.#isApart) lines.push("");
    for (const line of tableLines(table, look, layout)) lines.push(line);
    this.#take(token.raw.length);
    if (!token.raw.endsWith("\n")) this.#take(1);
    this.#table = { head, layout };
    this.#isApart = false;
    return true;
  }

  /** What is handed out of a block is a block of its own. */
  #forgetGiven(): void {
    const part = this.#take(this.#given?.length ?? 0);
    this.#given = undefined;
    this.#isApart = false;
    this.#number = undefined;
    this.#fence = openFence(part);
  }

  /** Hands out the first lines of the block that is open, when it has more than `most`. */
  #shorten(lines: string[], look: MarkdownLook, most: number): void {
    if (this.#fence !== undefined || this.#table !== undefined) return;
    const { length: count } = this.#rest(look);
    if (count <= most) return;
    const open = this.#open;
    if (TABLE_HEAD.test(open)) {
      if (count > TABLE_ROWS) this.#beginTable(lines, look, open.slice(0, open.lastIndexOf("\n") + 1));
      return;
    }
    const given = this.#given ?? { ...NOTHING, columns: look.columns };
    const render = (source: string) =>
      markdownLines(source, { ...look, columns: given.columns }, this.#number);
    if (!beginsWith(render(open), given.lines)) return this.#forgetGiven();
    const cut = lastCut(open, render, given, Math.ceil(most / 2), count > most * PATIENCE);
    if (!cut) return;
    if (beginsItem(open, cut.length) || endsInParagraph(open.slice(0, cut.length))) {
      const isApart = render(open)[cut.lines.length] === "";
      this.#cut(lines, look, cut.length);
      this.#isApart = isApart;
      return;
    }
    const more = this.#render(open.slice(0, cut.length), look);
    for (const line of more) lines.push(line);
    this.#given = { ...cut, columns: given.columns };
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
      this.#take(end + 1);
      if (isStacked(layout, look)) lines.push("");
      for (const line of tableRows(row, look, layout)) lines.push(line);
    } else {
      this.#table = undefined;
      this.#isApart = true;
    }
    return true;
  }

  #finishCode(lines: string[], fence: string): boolean {
    const closing = new RegExp(`^ *\\${fence[0]}{${fence.length},}[ \\t]*$`, "m");
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
  const token = line.trim() === "" ? undefined : tokensOf(head + line)?.[0];
  const table = token?.type === "table" ? (token as Tokens.Table) : undefined;
  return table?.rows.length === 1 ? wholeTable(table) : undefined;
}
