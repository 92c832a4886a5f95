/** Text in the cells of a terminal. */
import fastStringWidth from "fast-string-width";
import { createEscapeFilter } from "../tools/terminal-escapes.ts";

/** What a tab is shown as. */
export const TAB = "    ";
const CONTROLS = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/gu;

/** Text of others as it may be shown: nothing in it that a terminal obeys, tabs as blanks, line feeds kept. */
export function harmless(text: string): string {
  return harmlessDraft(text).replaceAll("\t", TAB);
}

/** The same for what is edited and sent: a tab stays a tab. */
export function harmlessDraft(text: string): string {
  const plain = text.includes("\u001b") ? createEscapeFilter().push(text) : text;
  return plain.toWellFormed().replace(/\r\n?/g, "\n").replace(CONTROLS, "");
}

/** The same on one line. */
export function harmlessLine(text: string): string {
  return harmless(text)
    .replace(/\s*\n\s*/g, " ")
    .trim();
}

/** How many cells a text takes, styles not counted. Letters that are written in parts take those of the whole. */
export function cellsOf(text: string): number {
  return PLAIN.test(text) ? text.replaceAll("\n", "").length : fastStringWidth(text.normalize());
}

/** The lines of a text, broken at words where it does not fit; blanks at a break go. At least one line. */
export function wrapped(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => brokenLine(line, columns));
}

/** The same for prose: no line begins or ends with a blank. */
export function wrappedProse(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => brokenLine(line.trim(), columns));
}

/** The lines of a text, each behind a margin; the first may have another one of the same width. */
export function indented(text: string, columns: number, margin: string, first = margin): string[] {
  return wrapped(text, columns - cellsOf(margin)).map(
    (line, at) => (at === 0 ? first : margin) + line.trimEnd(),
  );
}

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

/** Marks of a style, as `style.ts` makes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const MARK = /(\u001b\[\d+m)/;

/** One line in as many as it needs. Its characters stay as they are: what is copied from a terminal is what was said. */
function brokenLine(line: string, columns: number): string[] {
  const room = Math.max(1, columns);
  if (line.length <= room && PLAIN.test(line)) return [line];
  const rows: string[] = [];
  let open: readonly string[] = [];
  let row = "";
  let cells = 0;
  let blanks = 0;
  const put = (text: string, width: number) => {
    row += text;
    cells += width;
  };
  const putBlanks = () => {
    const most = Math.max(0, Math.min(blanks, room - cells));
    put(" ".repeat(most), most);
    blanks = 0;
  };
  const begin = () => {
    rows.push(row + open.map(endOf).reverse().join(""));
    row = open.join("");
    cells = 0;
    blanks = 0;
  };
  for (const word of line.split(/( +)/)) {
    if (word[0] === " ") {
      blanks += word.length;
      continue;
    }
    if (word === "") continue;
    const width = cellsOf(word);
    const left = room - cells - blanks;
    // A word that is too long for any row begins on this one when it needs no more rows then.
    const saves = left > 0 && Math.ceil((width - left) / room) < Math.ceil(width / room);
    if (width > 0 && width > left && cells > 0 && (width <= room || !saves)) begin();
    if (left > 0) putBlanks();
    for (const piece of width <= room - cells && !word.includes("\u001b") ? [word] : word.split(MARK)) {
      if (MARK.test(piece)) {
        row += piece;
        open = openAfter(open, piece);
        continue;
      }
      const whole = cellsOf(piece);
      if (cells + whole <= room) {
        put(piece, whole);
        continue;
      }
      for (const character of graphemes(piece)) {
        const more = cellsOf(character);
        if (cells + more > room && cells > 0) begin();
        put(character, more);
      }
    }
    blanks = 0;
  }
  putBlanks();
  return [...rows, row];
}

/** The styles that are on behind a mark. */
function openAfter(open: readonly string[], mark: string): readonly string[] {
  const left = open.filter((one) => endOf(one) !== mark);
  return left.length < open.length || ENDS.test(mark) ? left : [...open, mark];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const ENDS = /^\u001b\[(?:2[2-7]|39)m$/;

/** The mark that ends what this one begins. */
function endOf(mark: string): string {
  const code = Number.parseInt(mark.slice(2), 10);
  return `\u001b[${code >= 30 ? 39 : Math.max(22, code + 20)}m`;
}
