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
function markdownLines(text: string, look: MarkdownLook): string[] {
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
      return codeLines(token.text, style);
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
function codeLines(code: string, style: Style): string[] {
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

/** Cells side by side; where they do not fit, one below the other. */
function table({ header, rows, raw }: Tokens.Table, { style, columns }: MarkdownLook): string[] {
  // A row with more cells than the head has would lose them.
  const isWhole = raw.split("\n").every((line) => cellCount(line) <= header.length);
  if (!isWhole) return wrapped(raw.trimEnd(), columns);
  const head = header.map(({ tokens }) => style.bold(inline(tokens, style)));
  const body = rows.map((row) => row.map(({ tokens }) => inline(tokens, style)));
  const widths = head.map((_, at) => Math.max(...[head, ...body].map((row) => cellsOf(row[at] ?? ""))));
  if (widths.reduce((sum, width) => sum + width + 3, -3) > columns)
    return body.flatMap((row, at) => [
      ...(at > 0 ? [""] : []),
      ...row.flatMap((cell, column) => indented(`${head[column] ?? ""}: ${cell}`, columns, "  ", "")),
    ]);
  const bar = style.dim(" │ ");
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell + " ".repeat(Math.max(0, (widths[at] ?? 0) - cellsOf(cell))))
      .join(bar)
      .trimEnd();
  return [line(head), style.dim(widths.map((width) => "─".repeat(width)).join("─┼─")), ...body.map(line)];
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

/** So many characters without an end of their block are ended by force, so that no frame costs more than this. */
const LONGEST_OPEN = 6000;
const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/;

/**
 * Markdown that comes in pieces. Blocks that cannot change any more are handed out once; what is open is rendered anew for
 * each frame, and never more than a few thousand characters of it.
 */
export class MarkdownStream {
  readonly #style: Style;
  #open = "";
  /** The fence of the code block that is open. */
  #fence: string | undefined;
  #hasBegun = false;

  constructor(style: Style) {
    this.#style = style;
  }

  push(text: string): void {
    this.#open += text;
  }

  /** The lines that are final now, each once. */
  takeFinished(columns: number): string[] {
    const lines: string[] = [];
    for (let part = this.#cutOff(); part !== undefined; part = this.#cutOff()) {
      if (typeof part !== "string") lines.push(...codeLines(part.code, this.#style));
      else if (part !== "") {
        const more = markdownLines(part, { style: this.#style, columns });
        if (more.length > 0 && this.#hasBegun) lines.push("");
        if (more.length > 0) this.#hasBegun = true;
        lines.push(...more);
      }
    }
    return lines;
  }

  /** All that is left, when nothing more comes. */
  end(columns: number): string[] {
    if (!this.#open.endsWith("\n")) this.#open += "\n";
    const lines = this.takeFinished(columns);
    const rest = this.openLines(columns, Number.POSITIVE_INFINITY, false);
    this.#open = "";
    this.#fence = undefined;
    this.#hasBegun = false;
    return [...lines, ...rest];
  }

  /** What is open, its last lines. With `fits`, no line is longer than the screen. */
  openLines(columns: number, most: number, fits = true): string[] {
    if (this.#open.trim() === "" && this.#fence === undefined) return [];
    if (this.#fence !== undefined) {
      if (this.#open === "") return [];
      const lines = codeLines(this.#open.replace(/\n$/, ""), this.#style);
      return fits ? lines.flatMap((line) => wrapped(line, columns)).slice(-most) : lines;
    }
    const lines = markdownLines(this.#open, { style: this.#style, columns });
    if (this.#hasBegun && lines.length > 0) lines.unshift("");
    return (
      fits ? lines.flatMap((line) => (cellsOf(line) > columns ? wrapped(line, columns) : [line])) : lines
    ).slice(-most);
  }

  /** The next final part of what is open: a block's source, or whole lines of the code that is open. */
  #cutOff(): string | { code: string } | undefined {
    const open = this.#open;
    if (this.#fence !== undefined) return this.#cutCode(this.#fence);
    let start = 0;
    let blank = -1;
    for (let end = open.indexOf("\n"); end >= 0; end = open.indexOf("\n", start)) {
      const line = open.slice(start, end);
      const fence = FENCE.exec(line)?.[1];
      if (fence !== undefined) {
        this.#open = open.slice(end + 1);
        this.#fence = fence;
        // The blank line before a code block is made here, since its lines come one by one.
        const before = open.slice(0, start);
        const part = before.trim() === "" ? "" : before;
        if (part === "" && this.#hasBegun) return { code: "" };
        if (part === "") {
          this.#hasBegun = true;
          return part;
        }
        this.#open = `${line}\n${this.#open}`;
        this.#fence = undefined;
        return part;
      }
      if (line.trim() === "") blank = end + 1;
      // What follows a blank line and is not indented goes on with nothing but a list.
      else if (blank > 0 && /^\S/.test(line) && !goesOn(line)) return this.#take(blank);
      start = end + 1;
    }
    if (open.length <= LONGEST_OPEN) return undefined;
    const cut = open.lastIndexOf("\n") + 1;
    if (cut > 0) return this.#take(cut);
    const word = open.lastIndexOf(" ") + 1;
    return this.#take(word > 0 ? word : open.length);
  }

  #take(length: number): string {
    const part = this.#open.slice(0, length);
    this.#open = this.#open.slice(length);
    return part;
  }

  #cutCode(fence: string): { code: string } | string | undefined {
    const closing = new RegExp(`^ {0,3}\\${fence[0]}{${fence.length},}[ \\t]*$`, "m");
    const end = this.#open.lastIndexOf("\n");
    if (end < 0) return undefined;
    const whole = this.#open.slice(0, end + 1);
    const close = closing.exec(whole);
    if (!close) {
      this.#open = this.#open.slice(end + 1);
      return { code: whole.slice(0, -1) };
    }
    this.#open = this.#open.slice(whole.indexOf("\n", close.index) + 1);
    this.#fence = undefined;
    return close.index === 0 ? "" : { code: whole.slice(0, close.index - 1) };
  }
}

/** Whether a line may belong to a list that began before. */
function goesOn(line: string): boolean {
  return /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(line);
}
