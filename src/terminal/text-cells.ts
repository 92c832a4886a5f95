/** Text in the cells of a terminal. */
import fastStringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";
import { createEscapeFilter } from "../tools/terminal-escapes.ts";

const TAB = "    ";
const CONTROLS = /[^\P{Cc}\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/gu;

/** Text of others as it may be shown: nothing in it that a terminal obeys, tabs as blanks, line feeds kept. */
export function harmless(text: string): string {
  const plain = text.includes("\u001b") ? createEscapeFilter().push(text) : text;
  return plain.toWellFormed().replace(/\r\n?/g, "\n").replaceAll("\t", TAB).replace(CONTROLS, "");
}

/** The same on one line. */
export function harmlessLine(text: string): string {
  return harmless(text)
    .replace(/\s*\n\s*/g, " ")
    .trim();
}

/** How many cells a text takes, styles not counted. */
export function cellsOf(text: string): number {
  return fastStringWidth(text);
}

/** The lines of a text, broken at words where it does not fit; what goes on begins with no blank. At least one line. */
export function wrapped(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => {
    if (line.length <= columns && PLAIN.test(line)) return [line];
    const [first = "", ...rest] = wrapAnsi(line, Math.max(1, columns), { hard: true, trim: false }).split(
      "\n",
    );
    return [first, ...rest.map((more) => more.replace(BLANKS_AT_START, "$1"))];
  });
}

/** The same for prose: no line begins or ends with a blank. */
export function wrappedProse(text: string, columns: number): string[] {
  return wrapAnsi(text, Math.max(1, columns), { hard: true, trim: true }).split("\n");
}

/** The lines of a text, each behind a margin; the first may have another one of the same width. */
export function indented(text: string, columns: number, margin: string, first = margin): string[] {
  return wrapped(text, columns - cellsOf(margin)).map(
    (line, at) => (at === 0 ? first : margin) + line.trimEnd(),
  );
}

/** Behind the styles that go on. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const BLANKS_AT_START = /^((?:\u001b\[[0-9;]*m)*) +/;
const PLAIN = /^[\x20-\x7e\n]*$/;

/** The characters as people count them. The first segmenter of a process costs many milliseconds: plain text does without. */
export function graphemes(text: string): string[] {
  if (PLAIN.test(text)) return text.split("");
  const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** One line without styles, cut with an ellipsis where it does not fit. */
export function fitted(text: string, columns: number): string {
  if (text.length <= columns && cellsOf(text) <= columns) return text;
  let line = "";
  let cells = 0;
  for (const piece of graphemes(text.slice(0, columns * 8))) {
    const more = cellsOf(piece);
    if (cells + more > columns - 1) break;
    line += piece;
    cells += more;
  }
  return `${line}…`;
}
