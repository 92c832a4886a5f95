import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MarkdownStream } from "../../src/terminal/markdown-stream.ts";
import { createStyle } from "../../src/terminal/style.ts";
import { cellsOf, harmless } from "../../src/terminal/text-cells.ts";

const PLAIN = createStyle(false);
const COLOURED = createStyle(true);
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const MARKS = /\u001b\[\d+m/g;

/** All lines of a text that comes in these pieces, looked at after each as a frame does. */
function linesOf(pieces: readonly string[], columns: number, style = PLAIN, most?: number): string[] {
  const stream = new MarkdownStream(style);
  const lines: string[] = [];
  for (const piece of pieces) {
    stream.push(piece);
    lines.push(...stream.takeFinished(columns, most));
    for (const line of stream.openLines(columns, 20)) expect(cellsOf(line)).toBeLessThanOrEqual(columns);
  }
  return [...lines, ...stream.end(columns)];
}

/** Pieces of what models write, so that their combinations are Markdown more often than not. */
const PIECE = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "word",
      "two words",
      "来自上游",
      "e\u0301",
      "snake_case",
      "f(x)",
      "1",
      "x".repeat(60),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      " ",
      "  ",
      "    ",
      "\n",
      "\n\n",
      "\n\n\n",
      "\n- ",
      "\n1. ",
      "\n  - ",
      "\n> ",
      "\n# ",
      "\n---\n",
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "**",
      "*",
      "_",
      "`",
      "~~",
      "```",
      "\n```ts\n",
      "\n```\n",
      "\n~~~\n",
      "|",
      "\n|-|-|\n",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "[a](b)",
      "![i](u)",
      "<b>",
      "</b>",
      "<!-- c -->",
      "&amp;",
      "&#x41;",
      "\\*",
      "[x]: y\n",
      "http://a.b/c",
      "[ ] ",
      "\\\n",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("\u001b[2J", "\u001b]0;t\u0007", "\u009b1m", "\r", "\u0007", "\u202e"),
  },
);
const PIECES = fc.array(PIECE, { maxLength: 40 });
const COLUMNS = fc.integer({ min: 10, max: 60 });

test("any text in any pieces is lines without any escape of its own, and each live line fits", () => {
  fc.assert(
    fc.property(PIECES, COLUMNS, (pieces, columns) => {
      const clean = pieces.map(harmless);
      for (const line of linesOf(clean, columns)) expect(line).not.toMatch(/\p{Cc}/u);
      for (const line of linesOf(clean, columns, COLOURED))
        expect(line.replace(MARKS, "")).not.toMatch(/\p{Cc}/u);
    }),
  );
});

test("prose, lists, quotes and headings fit the width, however deep they are", () => {
  const part = fc.constantFrom(
    ...["word ", "来自上游 ", "x".repeat(70), "**b** ", "`c` "],
    ...["\n\n", "\n- ", "- ", "\n1. ", "10. ", "\n> ", "> ", "\n# "],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), COLUMNS, (parts, columns) => {
      for (const line of linesOf([parts.join("")], columns))
        expect(cellsOf(line)).toBeLessThanOrEqual(columns);
    }),
  );
});

test.each(["> ", "- ", "1. ", "> - "])("margins of %j within each other leave room for words", (margin) => {
  const lines = linesOf([`${margin.repeat(12)}words here`], 10);
  for (const line of lines) expect(cellsOf(line)).toBeLessThanOrEqual(10);
  expect(lines.join("").replace(/[^a-z]/g, "")).toBe("wordshere");
});

/** Words in capitals, and in small letters what may stand between them. */
const WORDY = fc
  .array(
    fc.constantFrom(
      " ",
      "\n",
      "\n\n",
      "\n- ",
      "\n1. ",
      "\n> ",
      "\n\n# ",
      " **",
      "** ",
      " `",
      "` ",
      "\n```\n",
      "\n\n| a | b |\n|---|---|\n| ",
      " | ",
      " <b> ",
      "\n\n    ",
      "\n---\n",
      "  \n",
    ),
    { maxLength: 30 },
  )
  .map((between) => between.flatMap((part, at) => [part, `Q${String.fromCharCode(65 + (at % 26))}`]));

test.each([">", "1. ", "> - ", "* ", "  - "])(
  "ten thousand %j on a line end nothing, and are shown",
  (mark) => {
    const text = `before\n\n${mark.repeat(10_000)} word\n\nafter`;
    for (const pieces of [[text], text.match(/[\s\S]{1,500}/g) ?? []]) {
      const lines = linesOf(pieces, 40);
      expect(lines[0]).toBe("before");
      expect(lines.at(-1)).toBe("after");
      expect(lines.join("")).toContain("word");
    }
  },
);

test("no word of the model is lost, doubled or moved, whatever stands around it and however it comes", () => {
  fc.assert(
    fc.property(WORDY, COLUMNS, fc.array(fc.integer({ min: 1, max: 9 })), (parts, columns, sizes) => {
      const text = `\n${parts.join("")}`;
      const pieces: string[] = [];
      for (let at = 0, turn = 0; at < text.length; turn++) {
        const size = sizes[turn % Math.max(1, sizes.length)] ?? text.length;
        pieces.push(text.slice(at, at + size));
        at += size;
      }
      // Rows of cells that are broken stand beside each other: what is in a table may come in another order.
      const words = (all: string) => {
        const letters = all.replace(/[^A-Z]/g, "").split("");
        return (text.includes("|---|") ? letters.sort() : letters).join("");
      };
      for (const most of [undefined, 2])
        expect(words(linesOf(pieces, columns, PLAIN, most).join(""))).toBe(words(text));
    }),
  );
});

test("the pieces in which a text comes do not change what is shown of it", () => {
  const block = fc.constantFrom(
    "A paragraph of some words that is longer than the window is wide.",
    "# A heading",
    "- one\n- two\n  - three",
    "1. first\n2. second",
    "> a quote",
    "```ts\nconst a = 1;\n\nconst b = 2;\n```",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "Some **bold** and `code` and [a link](http://a.b).",
    "---",
  );
  fc.assert(
    fc.property(
      fc.array(block, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 20 }),
      (blocks, size) => {
        const text = blocks.join("\n\n");
        const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
        expect(linesOf(pieces, 30)).toEqual(linesOf([text], 30));
      },
    ),
  );
});

test("a rule is as wide as the window", () => {
  expect(linesOf(["---"], 60)).toEqual(["─".repeat(60)]);
});

describe("what models write", () => {
  test.each<[string, string, string[]]>([
    ["emphasis", "**b** *i* ~~d~~ `c`", ["b i d c"]],
    ["a list in a list", "- a\n  - b\n- c", ["• a", "  • b", "• c"]],
    ["numbers", "3. a\n4. b", ["3. a", "4. b"]],
    ["tasks", "- [x] a\n- [ ] b", ["• [x] a", "• [ ] b"]],
    ["code", "```sh\nls  -l\n```", ["  ls  -l"]],
    ["a quote", "> a\n> b", ["│ a", "│ b"]],
    ["a table", "| a | b |\n|---|---|\n| 10 | 2 |", ["a  │ b", "───┼──", "10 │ 2"]],
    [
      "columns of a table to the right and in the middle",
      "| a | b | c |\n|--:|:-:|---|\n| 100 | 234 | 5 |\n| 1 | 2 | 3 |",
      ["  a │  b  │ c", "────┼─────┼──", "100 │ 234 │ 5", "  1 │  2  │ 3"],
    ],
    [
      "a bar in code in a table",
      "| a | b |\n|---|---|\n| `x | y` | 2 |",
      ["a     │ b", "──────┼──", "x | y │ 2"],
    ],
    [
      "a row with too many cells",
      "| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 |",
      ["a │ b", "──┼──────", "1 │ 2 | 3", "4 │ 5"],
    ],
    [
      "a table that is too wide",
      "| name | what it says of itself |\n|---|---|\n| alpha | it is the first of all that there are |",
      [
        "name  │ what it says of itself",
        "──────┼─────────────────────────────────",
        "alpha │ it is the first of all that",
        "      │ there are",
      ],
    ],
    ["an image", "![a plan](plan.png) and ![](b.png)", ["a plan (plan.png) and image (b.png)"]],
    [
      "names of files with lines below",
      "src/__init__.py, tests/__pycache__ and __name__(x), __main__.",
      ["src/__init__.py, tests/__pycache__ and", "__name__(x), main."],
    ],
    [
      "a list with blank lines where they are written",
      "- a\n- b\n\n- c\n  - d\n\n  e",
      ["• a", "• b", "", "• c", "  • d", "", "  e"],
    ],
    ["links", "[a](http://b) and <http://c>", ["a (http://b) and http://c"]],
    ["references of characters", "a &lt; b &amp;&amp; c", ["a < b && c"]],
    ["HTML as it is", "a <b>c</b>", ["a <b>c</b>"]],
    ["names with lines below", "snake_case_name and __init__", ["snake_case_name and init"]],
  ])("%s", (_name, text, lines) => {
    expect(linesOf([text], 40)).toEqual(lines);
  });
});
