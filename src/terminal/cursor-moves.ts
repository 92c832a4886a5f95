/** Where a cursor goes in a text. Places are in UTF-16 units, between two characters as people count them. */
import { isMark } from "./draft-parts.ts";
import { cellsOf, graphemes } from "./text-cells.ts";

/** The beginning of the line. */
export function lineStart(text: string, cursor: number): number {
  return cursor === 0 ? 0 : text.lastIndexOf("\n", cursor - 1) + 1;
}

/** The end of the line. */
export function lineEnd(text: string, cursor: number): number {
  const end = text.indexOf("\n", cursor);
  return end < 0 ? text.length : end;
}

/** One character back. */
export function before(text: string, cursor: number): number {
  const start = lineStart(text, cursor);
  if (cursor === start) return Math.max(0, cursor - 1);
  const last = graphemes(text.slice(start, cursor)).at(-1) ?? "";
  return cursor - last.length;
}

/** One character on. */
export function after(text: string, cursor: number): number {
  const [next] = graphemes(text.slice(cursor, lineEnd(text, cursor)));
  return Math.min(text.length, cursor + (next ?? "\n").length);
}

/** The beginning of the word, or of the one before. */
export function wordBefore(text: string, cursor: number): number {
  return [...words(text.slice(0, cursor))].findLast(isWord)?.index ?? 0;
}

/** The end of the word, or of the next one. */
export function wordAfter(text: string, cursor: number): number {
  const next = [...words(text.slice(cursor))].find(isWord);
  return next ? cursor + next.index + next.segment.length : text.length;
}

/** Behind the blank before what stands before the cursor. */
export function blankBefore(text: string, cursor: number): number {
  const head = text.slice(0, cursor).trimEnd();
  return head.length - (/\S+$/u.exec(head)?.[0].length ?? 0);
}

/** The place in the line that begins at `start` which is in the same column. */
export function sameColumn(text: string, cursor: number, start: number): number {
  const wanted = cellsOf(text.slice(lineStart(text, cursor), cursor));
  let cells = 0;
  let at = start;
  for (const piece of graphemes(text.slice(start, lineEnd(text, start)))) {
    const more = cellsOf(piece);
    if (cells + more > wanted) break;
    cells += more;
    at += piece.length;
  }
  return at;
}

/** The cursor, or the next place behind it, where it stands inside a character. */
export function between(text: string, cursor: number): number {
  const start = lineStart(text, cursor);
  let at = start;
  for (const piece of graphemes(text.slice(start, lineEnd(text, cursor)))) {
    if (at >= cursor) break;
    at += piece.length;
  }
  return Math.max(at, cursor);
}

function isWord({ isWordLike, segment }: Intl.SegmentData): boolean {
  return isWordLike === true || isMark(segment);
}

function words(text: string): Intl.Segments {
  return new Intl.Segmenter(undefined, { granularity: "word" }).segment(text);
}
