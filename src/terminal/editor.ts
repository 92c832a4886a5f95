/** The text that is being typed: a pure function of keys. */

import type { Key, NamedKey } from "./keys.ts";
import { cellsOf, graphemes, harmless } from "./text-cells.ts";

/** A draft. */
export interface Editor {
  /** Each long paste is one character of a private area: it moves and goes as one. */
  readonly text: string;
  /** In UTF-16 units, between two characters as people count them. */
  readonly cursor: number;
  readonly pastes: readonly string[];
  /** What was cut last. */
  readonly killed: string;
  readonly undone: readonly Snapshot[];
  /** Earlier prompts, the newest last, and which one is shown; `history.length`: the draft. */
  readonly history: readonly string[];
  readonly at: number;
  readonly draft: string;
}

interface Snapshot {
  text: string;
  cursor: number;
}

/** From here on a paste is shown as its size. */
const LONG_LINES = 8;
const LONG_CHARACTERS = 2000;
const FIRST_PASTE = 0xf0000;
const MOST_UNDONE = 200;
const MOST_HISTORY = 1000;
const PASTES = /[\u{f0000}-\u{ffffd}]/gu;

/** An empty one. */
export function createEditor(history: readonly string[] = []): Editor {
  return { text: "", cursor: 0, pastes: [], killed: "", undone: [], history, at: history.length, draft: "" };
}

/** What would be sent: every paste in full. */
export function wholeText({ text, pastes }: Editor): string {
  return text.replace(PASTES, (mark) => pastes[(mark.codePointAt(0) ?? 0) - FIRST_PASTE] ?? "");
}

/** What is shown: long pastes by their size. Same line breaks as `text`. */
export function shownText({ text, pastes }: Pick<Editor, "text" | "pastes">): string {
  return text.replace(PASTES, (mark) => {
    const paste = pastes[(mark.codePointAt(0) ?? 0) - FIRST_PASTE] ?? "";
    return `[paste of ${paste.split("\n").length} lines]`;
  });
}

/** The next draft after one was sent. */
export function sent(editor: Editor): Editor {
  const prompt = wholeText(editor);
  const history =
    prompt.trim() === "" || editor.history.at(-1) === prompt
      ? editor.history
      : [...editor.history, prompt].slice(-MOST_HISTORY);
  return { ...createEditor(history), killed: editor.killed };
}

/** The draft with another text, which can be undone. */
export function withText(editor: Editor, text: string, cursor = text.length): Editor {
  return { ...remembered(editor), text, cursor };
}

/** Puts a text where the cursor is. */
function insert(editor: Editor, text: string): Editor {
  const { cursor } = editor;
  return withText(
    editor,
    editor.text.slice(0, cursor) + text + editor.text.slice(cursor),
    cursor + text.length,
  );
}

/** What a key makes of it; the same editor when it means nothing here. Sending is the caller's. */
export function edit(editor: Editor, key: Key): Editor {
  if (key.type === "text") return type(editor, key.text);
  if (key.type === "paste") return paste(editor, key.text);
  const { text, cursor } = editor;
  switch (meaning(key)) {
    case "left":
      return { ...editor, cursor: before(text, cursor) };
    case "right":
      return { ...editor, cursor: after(text, cursor) };
    case "word-left":
      return { ...editor, cursor: wordBefore(text, cursor) };
    case "word-right":
      return { ...editor, cursor: wordAfter(text, cursor) };
    case "home":
      return { ...editor, cursor: lineStart(text, cursor) };
    case "end":
      return { ...editor, cursor: lineEnd(text, cursor) };
    case "up":
      return up(editor);
    case "down":
      return down(editor);
    case "line-break":
      return insert(editor, "\n");
    case "backspace":
      return cut(editor, before(text, cursor), cursor);
    case "delete":
      return cut(editor, cursor, after(text, cursor));
    case "kill-word":
      return kill(editor, wordBefore(text, cursor), cursor);
    case "kill-word-right":
      return kill(editor, cursor, wordAfter(text, cursor));
    case "kill-line":
      return kill(editor, cursor, text[cursor] === "\n" ? cursor + 1 : lineEnd(text, cursor));
    case "kill-start":
      return kill(editor, lineStart(text, cursor), cursor);
    case "yank":
      return editor.killed === "" ? editor : insert(editor, editor.killed);
    case "undo": {
      const last = editor.undone.at(-1);
      return last ? { ...editor, ...last, undone: editor.undone.slice(0, -1) } : editor;
    }
    default:
      return editor;
  }
}

const CONTROL: Readonly<Record<string, string>> = {
  a: "home",
  b: "left",
  d: "delete",
  e: "end",
  f: "right",
  j: "line-break",
  k: "kill-line",
  n: "down",
  p: "up",
  u: "kill-start",
  w: "kill-word",
  y: "yank",
  _: "undo",
  "\u007f": "undo",
  z: "",
  left: "word-left",
  right: "word-right",
  backspace: "kill-word",
  delete: "kill-word-right",
  home: "home",
  end: "end",
};
const ALT: Readonly<Record<string, string>> = {
  b: "word-left",
  f: "word-right",
  d: "kill-word-right",
  left: "word-left",
  right: "word-right",
  backspace: "kill-word",
};

function meaning({ name, ctrl, alt, shift }: NamedKey): string | undefined {
  if (name === "enter") return shift || ctrl ? "line-break" : undefined;
  if (ctrl) return CONTROL[name];
  return alt ? ALT[name] : name;
}

function type(editor: Editor, typed: string): Editor {
  const text = harmless(typed).replace(PASTES, "");
  if (text === "") return editor;
  const { cursor } = editor;
  const whole = editor.text.slice(0, cursor) + text + editor.text.slice(cursor);
  // Letters of one word are undone together.
  const goesOn = /^\S$/u.test(text) && /\S/u.test(editor.text[cursor - 1] ?? " ") && editor.undone.length > 0;
  return { ...(goesOn ? editor : remembered(editor)), text: whole, cursor: cursor + text.length };
}

function paste(editor: Editor, pasted: string): Editor {
  const text = harmless(pasted).replace(PASTES, "");
  if (text.length < LONG_CHARACTERS && text.split("\n", LONG_LINES + 1).length <= LONG_LINES)
    return text === "" ? editor : insert(editor, text);
  const mark = String.fromCodePoint(FIRST_PASTE + editor.pastes.length);
  return insert({ ...editor, pastes: [...editor.pastes, text] }, mark);
}

function remembered(editor: Editor): Editor {
  const { text, cursor, undone } = editor;
  return { ...editor, undone: [...undone.slice(1 - MOST_UNDONE), { text, cursor }] };
}

function cut(editor: Editor, from: number, to: number): Editor {
  if (from >= to) return editor;
  return withText(editor, editor.text.slice(0, from) + editor.text.slice(to), from);
}

function kill(editor: Editor, from: number, to: number): Editor {
  return from >= to ? editor : { ...cut(editor, from, to), killed: editor.text.slice(from, to) };
}

function lineStart(text: string, cursor: number): number {
  return text.lastIndexOf("\n", cursor - 1) + 1;
}

function lineEnd(text: string, cursor: number): number {
  const end = text.indexOf("\n", cursor);
  return end < 0 ? text.length : end;
}

function before(text: string, cursor: number): number {
  const start = lineStart(text, cursor);
  if (cursor === start) return Math.max(0, cursor - 1);
  const last = graphemes(text.slice(start, cursor)).at(-1) ?? "";
  return cursor - last.length;
}

function after(text: string, cursor: number): number {
  const [next] = graphemes(text.slice(cursor, lineEnd(text, cursor)));
  return Math.min(text.length, cursor + (next ?? "\n").length);
}

function wordBefore(text: string, cursor: number): number {
  return [...words(text.slice(0, cursor))].findLast(({ isWordLike }) => isWordLike)?.index ?? 0;
}

function wordAfter(text: string, cursor: number): number {
  for (const { index, segment, isWordLike } of words(text.slice(cursor)))
    if (isWordLike) return cursor + index + segment.length;
  return text.length;
}

function words(text: string): Intl.Segments {
  return new Intl.Segmenter(undefined, { granularity: "word" }).segment(text);
}

/** In the first line, the earlier prompt; elsewhere, a line up. */
function up(editor: Editor): Editor {
  const start = lineStart(editor.text, editor.cursor);
  if (start > 0) return { ...editor, cursor: sameColumn(editor, lineStart(editor.text, start - 1)) };
  return recalled(editor, editor.at - 1);
}

function down(editor: Editor): Editor {
  const end = lineEnd(editor.text, editor.cursor);
  if (end < editor.text.length) return { ...editor, cursor: sameColumn(editor, end + 1) };
  return recalled(editor, editor.at + 1);
}

function recalled(editor: Editor, at: number): Editor {
  const { history } = editor;
  if (at < 0 || at > history.length || at === editor.at) return editor;
  const draft = editor.at === history.length ? editor.text : editor.draft;
  const text = at === history.length ? draft : harmless(history[at] ?? "");
  return { ...editor, text, cursor: text.length, at, draft };
}

function sameColumn({ text, cursor }: Editor, start: number): number {
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
