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
  const text = shownText(editor);
  const cursorAt = shownText({ ...editor, text: editor.text.slice(0, editor.cursor) }).length;
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
    .map((row, index) => (first + index === 0 ? margin : "  ") + row);
  return { lines, cursor: { row: cursor.row - first, column: cursor.column + 2 } };
}
