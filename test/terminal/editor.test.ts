import fc from "fast-check";
import { expect, test } from "vitest";
import { promptOf, shownText } from "../../src/terminal/draft-parts.ts";
import { createEditor, type Editor, edit, sent, withParts, withPrompts } from "../../src/terminal/editor.ts";
import { editorView } from "../../src/terminal/editor-view.ts";
import type { Key } from "../../src/terminal/keys.ts";
import { createStyle } from "../../src/terminal/style.ts";
import { cellsOf, graphemes } from "../../src/terminal/text-cells.ts";
import type { ImageBlock } from "../../src/wire/messages.ts";

const PLAIN = createStyle(false);

function key(name: string, held: { ctrl?: boolean; alt?: boolean; shift?: boolean } = {}): Key {
  return { type: "key", name, ctrl: false, alt: false, shift: false, ...held };
}

/** Keys as they are called: `^x` with Ctrl, `!x` with Alt, `<name>` alone; anything else is typed letter by letter. */
function keysOf(words: string): Key[] {
  return Array.from(words.matchAll(/<([\^!]?)(.+?)>|\^(.)|!(.)|(.)/gsu), (found): Key => {
    const [, held, name, control, alt, letter] = found;
    if (name !== undefined) return key(name, { ctrl: held === "^", alt: held === "!" });
    if (control !== undefined) return key(control, { ctrl: true });
    if (alt !== undefined) return key(alt, { alt: true });
    return letter === "\n" ? key("j", { ctrl: true }) : { type: "text", text: letter ?? "" };
  });
}

function after(words: string, editor = createEditor()): Editor {
  return keysOf(words).reduce(edit, editor);
}

/** The text with a bar where the cursor is. */
function seen({ text, cursor }: Editor): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

function image(name: string, data = "aaaa"): { type: "image"; name: string; image: ImageBlock } {
  return { type: "image", name, image: { type: "image", mime_type: "image/png", data } };
}

test.each([
  ["one two^a", "|one two"],
  ["one\ntwo^ax", "one\nx|two"],
  ["one two^a^e", "one two|"],
  ["one^b^b", "o|ne"],
  ["one^a^f", "o|ne"],
  ["one two!b", "one |two"],
  ["one two!b!b", "|one two"],
  ["one two^a!f", "one| two"],
  ["one two<^left>", "one |two"],
  ["one two^a<^right>", "one| two"],
  ["one two^a^k", "|"],
  ["one\ntwo^a^p^k", "|\ntwo"],
  ["one\ntwo^a^p^k^k", "|two"],
  ["one two!b^u", "|two"],
  ["one a/b.txt^w", "one |"],
  ["one a/b.txt ^w", "one |"],
  ["one two<!backspace>", "one |"],
  ["one two<^backspace>", "one |"],
  ["one two^a!d", "| two"],
  ["one two^a<^delete>", "| two"],
  ["one two^w^y^y", "one twotwo|"],
  ["one^b^d", "on|"],
  ["one<left><delete>", "on|"],
  ["one^h", "on|"],
  ["one\ntwo<home>x", "one\nx|two"],
  ["one\ntwo<^home>x", "x|one\ntwo"],
  ["one\ntwo<^home><^end>x", "one\ntwox|"],
  ["e\u0301x<left><backspace>", "|x"],
  ["👨‍👩‍👧<backspace>", "|"],
  ["来自上游\nab<up>", "来|自上游\nab"],
  ["long line\nx\nlong line<up><up>", "l|ong line\nx\nlong line"],
  ["tab<tab><escape><insert>", "tab|"],
  ["a<^z>", "a|"],
] as const)("%s is %s", (words, expected) => {
  expect(seen(after(words))).toBe(expected);
});

test("Shift+Enter, Ctrl+Enter and Ctrl+J break the line, and Enter is left to whoever sends", () => {
  const draft = after("a");
  for (const one of [key("enter", { shift: true }), key("enter", { ctrl: true }), key("j", { ctrl: true })])
    expect(seen(edit(draft, one))).toBe("a\n|");
  expect(edit(draft, key("enter"))).toBe(draft);
});

test("undo takes back a word as it was typed, and everything else step by step", () => {
  const draft = after("one two^wthree");
  expect(seen(draft)).toBe("one three|");
  const steps = ["one |", "one two|", "one |", "one|", "|", "|"];
  let editor = draft;
  for (const step of steps) {
    editor = edit(editor, key("_", { ctrl: true }));
    expect(seen(editor)).toBe(step);
  }
});

test("letters typed elsewhere or after an undo are taken back alone", () => {
  expect(seen(after("ab<left>c^_"))).toBe("a|b");
  expect(seen(after("ab^wcd^_^_x^_"))).toBe("ab|");
  expect(seen(after("xyz^_", after("<up>", createEditor(["abc"]))))).toBe("abc|");
});

test("Up and Down go through earlier prompts and come back to the draft", () => {
  const editor = createEditor(["first", "second"]);
  expect(seen(after("dr<up>", editor))).toBe("second|");
  expect(seen(after("dr<up><up><up>", editor))).toBe("first|");
  expect(seen(after("dr<up><up><down><down>", editor))).toBe("dr|");
  expect(seen(after("dr<up><down>", editor))).toBe("dr|");
  expect(sent(after("third", editor)).history).toEqual(["first", "second", "third"]);
  expect(sent(after("<up>", editor)).history).toEqual(["first", "second"]);
  expect(sent(after("  ", editor)).history).toEqual(["first", "second"]);
});

test("a long paste is one character that is sent in full, wherever it goes", () => {
  const lines = Array.from({ length: 9 }, (_, at) => `line ${at}`).join("\n");
  const draft = after(" b", edit(after("a "), { type: "paste", text: lines }));
  expect(shownText(draft)).toBe("a [paste of 9 lines] b");
  expect(promptOf(draft)).toEqual({ text: `a ${lines} b`, images: [] });
  expect(shownText(after("<backspace><backspace><backspace>", draft))).toBe("a ");
  expect(shownText(after("!b!b<!backspace>", draft))).toBe("[paste of 9 lines] b");
  // What was cut is the same paste in a later draft, and in one that comes from the history.
  const next = after("^y", sent(after("^u", draft)));
  expect(promptOf(next).text).toBe(`a ${lines} b`);
  expect(promptOf(after("<up>", sent(draft))).text).toBe(`a ${lines} b`);
  expect(shownText(edit(createEditor(), { type: "paste", text: "1\n2\n3" }))).toBe("1\n2\n3");
});

test("images are shown by their place, and are what is sent behind the text", () => {
  const one = withParts(after("see "), 4, [image("a.png"), image("b [1]\u001b[2J\n.png", "bbbbbbbb")]);
  expect(shownText(one)).toBe("see [image 1: a.png, 3 bytes] [image 2: b _1_ .png, 6 bytes]");
  expect(promptOf(one).images.map(({ data }) => data)).toEqual(["aaaa", "bbbbbbbb"]);
  const first = after("^a<right><right><right><right><delete>", one);
  expect(shownText(first)).toBe("see  [image 1: b _1_ .png, 6 bytes]");
  expect(promptOf(first).images.map(({ data }) => data)).toEqual(["bbbbbbbb"]);
});

test("prompts that come back are one draft with their images and long pastes", () => {
  const paste = "x\n".repeat(20);
  const queued = edit(withParts(after("see "), 4, [image("a.png")]), { type: "paste", text: paste });
  const empty = sent(queued);
  const back = withPrompts(empty, [promptOf(queued), { text: "then\u001b[2J", images: [] }]);
  expect(shownText(back)).toBe("see [image 1: a.png, 3 bytes][paste of 20 lines]\nthen");
  expect(promptOf(back).images).toEqual([image("a.png").image]);
  expect(seen(edit(back, key("_", { ctrl: true })))).toBe("|");
});

test("characters that would be marks are not typed", () => {
  expect(after(`a${String.fromCodePoint(0x100000)}b`).text).toBe("ab");
  expect(edit(createEditor(), { type: "paste", text: "\u{100005}" }).text).toBe("");
  // Icons of fonts stay.
  expect(edit(createEditor(), { type: "paste", text: "\u{f0001}" }).text).toBe("\u{f0001}");
});

const TEXT = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "word",
    " ",
    "\n",
    "e",
    "\u0301",
    "👨",
    "\u200d👩",
    "🇩",
    "🇪",
    "来自",
    "\u1100\u1161",
    "\u001b[A",
  ),
);
const KEY: fc.Arbitrary<Key> = fc.oneof(
  TEXT.map((text): Key => ({ type: "text", text })),
  TEXT.map((text): Key => ({ type: "paste", text })),
  fc.constant<Key>({ type: "paste", text: "line\n".repeat(10) }),
  fc
    .tuple(
      fc.constantFrom(
        ...["left", "right", "up", "down", "home", "end", "backspace", "delete", "enter", "insert"],
        ...["a", "b", "d", "e", "f", "h", "j", "k", "n", "p", "u", "w", "y", "_", "z"],
      ),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([name, ctrl, alt, shift]) => key(name, { ctrl, alt, shift })),
);
const KEYS = fc.array(KEY, { maxLength: 60 });

/** All places between two characters, and the ends. */
function places(text: string): Set<number> {
  let at = 0;
  return new Set([0, ...graphemes(text).map((piece) => (at += piece.length))]);
}

test("whatever is typed, the cursor stands between two characters and no escape is in the text", () => {
  fc.assert(
    fc.property(KEYS, (keys) => {
      let editor = createEditor(["an earlier\nprompt", "e\u0301"]);
      for (const one of keys) {
        editor = edit(editor, one);
        expect(places(editor.text)).toContain(editor.cursor);
        expect(editor.text).not.toMatch(/[^\P{Cc}\n]/u);
      }
    }),
  );
});

test("undo leads back through every text there was, to the first", () => {
  const keys = fc.array(
    KEY.filter((one) => one.type !== "key" || !["up", "down", "p", "n", "_", "-", "/"].includes(one.name)),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(keys, (typed) => {
      let editor = createEditor();
      const states = [seen(editor)];
      for (const one of typed) {
        editor = edit(editor, one);
        states.push(seen(editor));
      }
      while (editor.undone.length > 0) {
        editor = edit(editor, key("_", { ctrl: true }));
        expect(states).toContain(seen(editor));
      }
      expect(editor.text).toBe("");
    }),
  );
});

test("the view shows every character once, in lines that fit, and the cursor before the right one", () => {
  fc.assert(
    fc.property(KEYS, fc.integer({ min: 10, max: 40 }), (keys, columns) => {
      const editor = keys.reduce(edit, createEditor());
      fc.pre(editor.text !== "");
      const { lines, cursor } = editorView(editor, PLAIN, columns, 10_000, "hint");
      for (const line of lines) expect(cellsOf(line)).toBeLessThanOrEqual(columns - 1);
      const shown = shownText(editor);
      const rows = lines.map((line) => line.slice(2));
      expect(rows.join("")).toBe(shown.replaceAll("\n", ""));
      // What stands before the cursor on the screen is what stands before it in the text.
      const before = [...rows.slice(0, cursor.row), cells(rows[cursor.row] ?? "", cursor.column - 2)];
      const expected = shownText({ ...editor, text: editor.text.slice(0, editor.cursor) }).split("\n");
      expect(before.map(visible).join("")).toBe(expected.map(visible).join(""));
      expect(cursor.column).toBeLessThan(columns);
    }),
  );
});

/** A line without what takes no cell. */
function visible(line: string): string {
  return graphemes(line)
    .filter((piece) => cellsOf(piece) > 0)
    .join("");
}

/** The characters of a line in its first cells. */
function cells(line: string, width: number): string {
  let text = "";
  let used = 0;
  for (const piece of graphemes(line)) {
    if (used >= width) break;
    used += cellsOf(piece);
    text += piece;
  }
  return text;
}

test("a view of few lines has the one with the cursor", () => {
  const editor = after("1\n2\n3\n4\n5<up><up>");
  expect(editorView(editor, PLAIN, 20, 2, "")).toEqual({
    lines: ["  2", "  3"],
    cursor: { row: 1, column: 3 },
  });
  expect(editorView(createEditor(), PLAIN, 20, 2, "hint")).toEqual({
    lines: ["> hint"],
    cursor: { row: 0, column: 2 },
  });
});
