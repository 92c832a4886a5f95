/** Markdown as lines of a terminal. */
import type { Token, Tokens } from "marked";
import { inlineText, type MarkdownLook } from "./markdown-inline.ts";
import { tableLines, wholeTable } from "./markdown-table.ts";
import { tokensOf } from "./markdown-tokens.ts";
import type { Style } from "./style.ts";
import { wrapped, wrappedProse } from "./text-cells.ts";

/**
 * The lines of a whole text, which must be harmless already. Code is not broken: a terminal does that, and copies it whole.
 * `number` is that of the first item, when the text goes on with a list.
 */
export function markdownLines(text: string, look: MarkdownLook, number?: number): string[] {
  const tokens = tokensOf(text);
  if (!tokens) return wrapped(text.trimEnd(), look.columns);
  const [first] = tokens;
  if (number !== undefined && first?.type === "list" && first.ordered) first.start = number;
  return blocks(tokens, look);
}

const BLANK_LINE = /\n[ \t]*\n\s*$/;

/** With a blank line between two; `isItem`: only where one is written. */
function blocks(tokens: readonly Token[], look: MarkdownLook, isItem = false): string[] {
  const lines: string[] = [];
  let before = "";
  for (const token of tokens) {
    if (token.type !== "space") {
      const part = block(token, look);
      const isApart = isItem ? BLANK_LINE.test(before) : token.type !== "text";
      if (isApart && lines.length > 0 && part.length > 0) lines.push("");
      for (const line of part) lines.push(line);
      before = "";
    }
    before += token.raw;
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
      return wrappedProse(style.bold(inlineText(token.tokens ?? [], style)), columns);
    case "code":
      return codeLines(token.codeBlockStyle ? token.text.trimEnd() : token.text, style);
    case "blockquote":
      return blocks(token.tokens ?? [], { style, columns: columns - 2 }).map(
        (line) => `${style.dim("│")} ${style.italic(line)}`,
      );
    case "list":
      return list(token as Tokens.List, look);
    case "hr":
      return [style.dim("─".repeat(columns))];
    case "table":
      return tableLines(wholeTable(token as Tokens.Table), look);
    case "paragraph":
    case "text":
      return wrappedProse(inlineText(token.tokens ?? [token], style), columns);
    default:
      return wrapped(token.raw.trimEnd(), columns);
  }
}

/** Lines of code, as they are behind a margin. */
export function codeLines(code: string, style: Style): string[] {
  return code.split("\n").map((line) => (line === "" ? "" : `  ${style.cyan(line)}`));
}

function list({ items, ordered, start }: Tokens.List, look: MarkdownLook): string[] {
  return items.flatMap((item, at) => {
    const sign = ordered ? `${Number(start || 1) + at}. ` : "• ";
    const box = item.task ? (item.checked ? "[x] " : "[ ] ") : "";
    const tokens = item.tokens.filter((token) => token.type !== "checkbox");
    const inner = blocks(tokens, { ...look, columns: look.columns - sign.length - box.length }, true);
    if (inner.length === 0) inner.push("");
    const lines = inner.map((line, row) =>
      row === 0 ? look.style.dim(sign) + box + line : line === "" ? "" : " ".repeat(sign.length) + line,
    );
    return at < items.length - 1 && BLANK_LINE.test(item.raw) ? [...lines, ""] : lines;
  });
}
