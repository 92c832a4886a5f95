/** The editor as lines, with the cursor's place in them. */
import { shownText } from "./draft-parts.ts";
import { PROMPT } from "./early-tty.ts";
import type { Editor } from "./editor.ts";
import type { Place } from "./screen.ts";
import type { Style } from "./style.ts";
import { cellsOf, graphemes, TAB } from "./text-cells.ts";

/** A part of the live region. */
export interface EditorView {
  lines: string[];
  cursor: Place;
}

/** At most `most` lines around the cursor. Lines are broken anywhere: the cursor must know where. */
export function editorView(
  editor: Editor,
  style: Style,
  columns: number,
  most: number,
  hint: string,
): EditorView {
  const margin = style.cyan(PROMPT);
  if (editor.text === "") return { lines: [margin + style.dim(hint)], cursor: { row: 0, column: 2 } };
  const room = Math.max(2, columns - 3);
  const whole = shownText(editor);
  const cursorInWhole = shownText({ ...editor, text: editor.text.slice(0, editor.cursor) }).length;
  // No other lines can be seen: a key costs the same in a draft of any length.
  const from = linesBefore(whole, cursorInWhole, most);
  const text = whole.slice(from, linesBehind(whole, cursorInWhole, most));
  const cursorAt = cursorInWhole - from;
  const rows: string[] = [""];
  let cells = 0;
  let at = 0;
  let cursor: Place = { row: 0, column: 0 };
  for (const piece of graphemes(text)) {
    const width = piece === "\n" ? 0 : cellsOf(piece);
    if (piece !== "\n" && cells + width > room) {
      rows.push("");
      cells = 0;
    }
    if (at === cursorAt) cursor = { row: rows.length - 1, column: cells };
    at += piece.length;
    if (piece === "\n") {
      rows.push("");
      cells = 0;
    } else {
      rows[rows.length - 1] += piece === "\t" ? TAB : piece;
      cells += width;
    }
  }
  if (at <= cursorAt) cursor = { row: rows.length - 1, column: cells };
  const first = Math.max(0, Math.min(cursor.row - most + 1, rows.length - most));
  const lines = rows
    .slice(first, first + most)
    .map((row, index) => (from + first + index === 0 ? margin : "  ") + row);
  return { lines, cursor: { row: cursor.row - first, column: cursor.column + 2 } };
}

/** Where the line begins that is so many above the one of this place. */
function linesBefore(text: string, place: number, count: number): number {
  let start = place;
  for (let left = count; left >= 0; left--) {
    start = start > 0 ? text.lastIndexOf("\n", start - 1) : -1;
    if (start < 0) return 0;
  }
  return start + 1;
}

/** Where the line ends that is so many below it. */
function linesBehind(text: string, place: number, count: number): number {
  let end = place - 1;
  for (let left = count; left >= 0; left--) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) return text.length;
  }
  return end;
}
