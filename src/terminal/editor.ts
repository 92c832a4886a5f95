/** The text that is being typed: a pure function of keys. */
import {
  after,
  before,
  between,
  blankBefore,
  lineEnd,
  lineStart,
  sameColumn,
  wordAfter,
  wordBefore,
} from "./cursor-moves.ts";
import {
  type MarkedText,
  markedPrompt,
  markOf,
  type Part,
  type Prompt,
  promptOf,
  withoutMarks,
} from "./draft-parts.ts";
import type { Key, NamedKey } from "./keys.ts";
import { harmlessDraft } from "./text-cells.ts";

/** A draft. */
export interface Editor extends Readonly<MarkedText> {
  /** In UTF-16 units, between two characters as people count them. */
  readonly cursor: number;
  /** What was cut last. */
  readonly killed: string;
  readonly undone: readonly Snapshot[];
  /** Where the letters end that were typed last: they are undone together. */
  readonly typedTo: number;
  /** Earlier prompts with their marks, the newest last, and which one is shown; `history.length`: the draft. */
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
const MOST_UNDONE = 200;
const MOST_HISTORY = 1000;
/** What there are marks for. */
const MOST_PARTS = 65_000;
const NOWHERE = -1;

/** An empty one. */
export function createEditor(history: readonly string[] = [], parts: readonly Part[] = []): Editor {
  const rest = { killed: "", undone: [], typedTo: NOWHERE, at: history.length, draft: "" };
  return { text: "", cursor: 0, parts, history, ...rest };
}

/** The next draft after one was sent. */
export function sent(editor: Editor): Editor {
  const { text, parts, killed } = editor;
  const isNew = promptOf(editor).text.trim() !== "" && editor.history.at(-1) !== text;
  const history = isNew ? [...editor.history, text].slice(-MOST_HISTORY) : editor.history;
  return { ...createEditor(history, parts), killed };
}

/** The draft with another text, which can be undone. */
export function withText(editor: Editor, text: string, cursor = text.length): Editor {
  return { ...remembered(editor), text, cursor: between(text, cursor) };
}

/** The draft with these prompts, one below the other, which can be undone. */
export function withPrompts(editor: Editor, prompts: readonly Prompt[]): Editor {
  let { parts } = editor;
  const texts = prompts.map((prompt) => {
    const marked = markedPrompt({ ...prompt, text: harmlessDraft(prompt.text) }, parts);
    parts = marked.parts;
    return marked.text;
  });
  return { ...withText(editor, texts.filter((text) => text !== "").join("\n")), parts };
}

/** The draft with parts in place of the text from `from` to the cursor, which can be undone. */
export function withParts(editor: Editor, from: number, added: readonly Part[]): Editor {
  const { text, cursor, parts } = editor;
  if (parts.length + added.length > MOST_PARTS) return editor;
  const marks = added.map((_, at) => markOf(parts.length + at)).join(" ");
  const whole = text.slice(0, from) + marks + text.slice(cursor);
  return { ...withText(editor, whole, from + marks.length), parts: [...parts, ...added] };
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
    case "start":
      return { ...editor, cursor: 0 };
    case "finish":
      return { ...editor, cursor: text.length };
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
    case "kill-blank":
      return kill(editor, blankBefore(text, cursor), cursor);
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
      return last ? { ...editor, ...last, undone: editor.undone.slice(0, -1), typedTo: NOWHERE } : editor;
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
  h: "backspace",
  j: "line-break",
  k: "kill-line",
  n: "down",
  p: "up",
  u: "kill-start",
  w: "kill-blank",
  y: "yank",
  // What is held with Ctrl for an underscore depends on the keyboard and the terminal.
  _: "undo",
  "-": "undo",
  "/": "undo",
  left: "word-left",
  right: "word-right",
  backspace: "kill-word",
  delete: "kill-word-right",
  home: "start",
  end: "finish",
};
const ALT: Readonly<Record<string, string>> = {
  b: "word-left",
  f: "word-right",
  d: "kill-word-right",
  left: "word-left",
  right: "word-right",
  backspace: "kill-word",
  delete: "kill-word-right",
};

function meaning({ name, ctrl, alt, shift }: NamedKey): string | undefined {
  if (name === "enter") return shift || ctrl ? "line-break" : undefined;
  if (ctrl) return CONTROL[name];
  if (alt) return ALT[name];
  return name.length > 1 ? name : undefined;
}

/** Puts a text where the cursor is. */
function insert(editor: Editor, text: string): Editor {
  const { cursor } = editor;
  const whole = editor.text.slice(0, cursor) + text + editor.text.slice(cursor);
  return withText(editor, whole, cursor + text.length);
}

function type(editor: Editor, typed: string): Editor {
  const text = withoutMarks(harmlessDraft(typed));
  if (text === "") return editor;
  const now = insert(editor, text);
  // Letters of one word are undone together.
  const isLetter = /^\S$/u.test(text);
  const goesOn = isLetter && editor.cursor === editor.typedTo && editor.undone.length > 0;
  return { ...now, ...(goesOn && { undone: editor.undone }), typedTo: isLetter ? now.cursor : NOWHERE };
}

function paste(editor: Editor, pasted: string): Editor {
  const text = withoutMarks(harmlessDraft(pasted));
  if (text === "") return editor;
  const isLong = text.length >= LONG_CHARACTERS || text.split("\n", LONG_LINES + 1).length > LONG_LINES;
  if (!isLong || editor.parts.length >= MOST_PARTS) return insert(editor, text);
  return withParts(editor, editor.cursor, [{ type: "paste", text }]);
}

function remembered(editor: Editor): Editor {
  const { text, cursor, undone } = editor;
  return { ...editor, undone: [...undone.slice(1 - MOST_UNDONE), { text, cursor }], typedTo: NOWHERE };
}

function cut(editor: Editor, from: number, to: number): Editor {
  if (from >= to) return editor;
  return withText(editor, editor.text.slice(0, from) + editor.text.slice(to), from);
}

function kill(editor: Editor, from: number, to: number): Editor {
  return from >= to ? editor : { ...cut(editor, from, to), killed: editor.text.slice(from, to) };
}

/** In the first line, the earlier prompt; elsewhere, a line up. */
function up(editor: Editor): Editor {
  const { text, cursor } = editor;
  const start = lineStart(text, cursor);
  if (start > 0) return { ...editor, cursor: sameColumn(text, cursor, lineStart(text, start - 1)) };
  return recalled(editor, editor.at - 1);
}

function down(editor: Editor): Editor {
  const { text, cursor } = editor;
  const end = lineEnd(text, cursor);
  if (end < text.length) return { ...editor, cursor: sameColumn(text, cursor, end + 1) };
  return recalled(editor, editor.at + 1);
}

function recalled(editor: Editor, at: number): Editor {
  const { history } = editor;
  if (at < 0 || at > history.length || at === editor.at) return editor;
  const draft = editor.at === history.length ? editor.text : editor.draft;
  const text = at === history.length ? draft : (history[at] ?? "");
  return { ...editor, text, cursor: text.length, at, draft };
}
