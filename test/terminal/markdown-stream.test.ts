import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { markdownLines } from "../../src/terminal/markdown.ts";
import { MarkdownStream } from "../../src/terminal/markdown-stream.ts";
import { createStyle } from "../../src/terminal/style.ts";

const style = createStyle(false);
const COLUMNS = 40;
const ROWS = 15;

/** All lines of a text that comes in these pieces, each followed by a frame; and the most that a frame showed of what is open. */
function streamed(pieces: readonly string[], columns = COLUMNS): { lines: string[]; most: number } {
  const stream = new MarkdownStream(style);
  const lines: string[] = [];
  let most = 0;
  for (const piece of pieces) {
    stream.push(piece);
    lines.push(...stream.takeFinished(columns));
    most = Math.max(most, stream.openLines(columns, ROWS).length);
  }
  return { lines: [...lines, ...stream.end(columns)], most };
}

/** A text in pieces of this length. */
function cut(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
    text.slice(at * length, (at + 1) * length),
  );
}

const rows = (count: number, row: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => row(at));
const BLOCKS = [
  "# A heading",
  "A paragraph of **some** words that is longer than the line\nand goes on in the next.",
  "- one\n- two\n  - inner\n  - more\n- three",
  "1. one\n\n2. two\n\n   and more of it",
  "```ts\nconst a = 1;\n\n# not a heading\n```",
  "~~~\n```\n~~~",
  "| a | b |\n| --- | --- |\n| 1 | `2` |\n| three | 4 |",
  "> said\n> by others",
  "---",
  "    indented code",
];

test("a text is the same lines however it is cut", () => {
  const text = fc
    .array(fc.constantFrom(...BLOCKS), { minLength: 1, maxLength: 8 })
    .map((all) => all.join("\n\n"));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (all, length) => {
      expect(streamed(cut(all, length)).lines).toEqual(markdownLines(all, { style, columns: COLUMNS }));
    }),
  );
});

test("a list of any length is handed out item by item, as one list", () => {
  const items = rows(3000, (at) => `- point ${at}${at % 3 === 0 ? `\n  - inner ${at}` : ""}`);
  const { lines, most } = streamed(cut(items.join("\n"), 700));
  const wanted = items.flatMap((item) => item.replaceAll("- ", "• ").split("\n"));
  expect(lines).toEqual(wanted);
  expect(most).toBe(ROWS);
});

test("a table of any length has its head once, and its columns where they were", () => {
  const text = `| name | value |\n| --- | --- |\n${rows(3000, (at) => `| row ${at} | ${at} |`).join("\n")}\n\nBehind it.`;
  const { lines } = streamed(cut(text, 333));
  const [head, rule, ...others] = lines;
  const width = (head ?? "").indexOf("│");
  expect(rule).toMatch(/^─+┼─+$/);
  expect(others.slice(-2)).toEqual(["", "Behind it."]);
  expect(others.slice(0, -2)).toEqual(rows(3000, (at) => `${`row ${at}`.padEnd(width - 1)} │ ${at}`));
});

test("a long table in a narrow window has its cells broken, or one below the other when they would be too narrow", () => {
  const text = `| name | value |\n| --- | --- |\n${rows(500, (at) => `| the long name of row ${at} | ${at} |`).join("\n")}`;
  expect(streamed(cut(text, 333), 20).lines.slice(-2)).toEqual(["name of row  │", "499          │"]);
  expect(streamed(cut(text, 333), 14).lines.slice(-5)).toEqual([
    "",
    "name: the",
    "  long name of",
    "  row 499",
    "value: 499",
  ]);
});

/** What models write in one block, long enough to leave a window. */
const LONG: readonly (readonly [string, string])[] = [
  ["a list", rows(60, (at) => `- point ${at}`).join("\n")],
  ["a list that is loose", rows(40, (at) => `- point ${at}`).join("\n\n")],
  ["a list whose numbers are all one", rows(150, (at) => `1. point ${at}`).join("\n")],
  [
    "a list in a list in a list",
    rows(
      12,
      (a) =>
        `- a${a}\n${rows(3, (b) => `  1. b${b} with more words than fit in one line\n     - c\n     - d`).join("\n")}`,
    ).join("\n"),
  ],
  ["a list behind its words", `Here it is:\n${rows(60, (at) => `1. point ${at}`).join("\n")}`],
  ["a list apart from its words", `Here it is:\n\n${rows(60, (at) => `- point ${at}`).join("\n")}`],
  ["one item", `1. ${rows(300, (at) => `word${at}`).join(" ")}\n2. next`],
  [
    "code in an item",
    `10. so:\n\n    \`\`\`sh\n${rows(60, (at) => `    line ${at}`).join("\n")}\n    \`\`\`\n11. next`,
  ],
  ["a paragraph", rows(300, (at) => `word${at}`).join(" ")],
  [
    "a paragraph with emphasis",
    rows(200, (at) => (at % 7 === 0 ? `**word ${at}** and \`code ${at}\`` : `word${at}`)).join(" "),
  ],
  [
    "a paragraph with signs that open nothing",
    rows(200, (at) => (at % 9 === 0 ? `2 * ${at} - 3` : `snake_case_${at}`)).join(" "),
  ],
  ["a quotation", rows(100, (at) => `> said number ${at}`).join("\n")],
  ["a quotation in one line", `> ${rows(300, (at) => `word${at}`).join(" ")}`],
];

describe.each([
  [8, 5],
  [8, 70],
  [2, 20],
])(
  "of a block that is longer, about %i lines are kept back, and the others are final (%i characters a frame)",
  (most, length) => {
    test.each(LONG)("%s", (_, text) => {
      const stream = new MarkdownStream(style);
      const lines: string[] = [];
      let open = 0;
      for (const piece of cut(`${text}\n\nBehind it, and more words.`, length)) {
        stream.push(piece);
        lines.push(...stream.takeFinished(COLUMNS, most));
        open = Math.max(open, stream.openLines(COLUMNS, 100).length);
      }
      lines.push(...stream.end(COLUMNS));
      expect(lines).toEqual(
        markdownLines(`${text}\n\nBehind it, and more words.`, { style, columns: COLUMNS }),
      );
      expect(open).toBeLessThanOrEqual(2 * most);
    });
  },
);

test.each([
  ["lines of one paragraph", rows(3000, (at) => `line ${at}`).join("\n")],
  ["lines of a quotation", rows(3000, (at) => `> line ${at}`).join("\n")],
])("%s are not set apart where they are ended by force", (_, text) => {
  const { lines } = streamed(cut(text, 500));
  expect(lines.map((line) => line.replace(/^│ /, ""))).toEqual(rows(3000, (at) => `line ${at}`));
});

test("a line of code stays whole, however long it is, and only its end is looked at", () => {
  const code = rows(30_000, (at) => `${at} `).join("");
  const { lines, most } = streamed(cut(`\`\`\`\n${code}\n\`\`\``, 1000));
  expect(lines).toEqual([`  ${code}`]);
  expect(most).toBe(ROWS);
});
