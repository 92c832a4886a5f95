import fc from "fast-check";
import { expect, test } from "vitest";
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

test("a long table in a narrow window has one cell below the other", () => {
  const text = `| name | value |\n| --- | --- |\n${rows(500, (at) => `| the long name of row ${at} | ${at} |`).join("\n")}`;
  expect(streamed(cut(text, 333), 20).lines.slice(-4)).toEqual([
    "",
    "name: the long",
    "  name of row 499",
    "value: 499",
  ]);
});

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
