import fc from "fast-check";
import { expect, test } from "vitest";
import { createStyle } from "../../src/terminal/style.ts";
import {
  cellsOf,
  fitted,
  graphemes,
  harmless,
  harmlessLine,
  indented,
  wrapped,
  wrappedProse,
} from "../../src/terminal/text-cells.ts";

const STYLE = createStyle(true);
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const MARKS = /\u001b\[\d+m/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

/** What people write, line ends included. */
const TEXT = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(
        " ",
        "   ",
        "\n",
        "word",
        "e\u0301te\u0301",
        "来自上游",
        "👨‍👩‍👧‍👦",
        "🇩🇪",
        "x".repeat(50),
      ),
    ),
  )
  .map((parts) => harmless(parts.join("")));
const COLUMNS = fc.integer({ min: 2, max: 40 });

const withoutBlanks = (text: string) => text.replace(/\s/gu, "");

test("lines fit, and joined they are the text but for blanks at the breaks, character for character", () => {
  fc.assert(
    fc.property(TEXT, COLUMNS, (text, columns) => {
      for (const wrap of [wrapped, wrappedProse]) {
        const lines = wrap(text, columns);
        for (const line of lines) expect(cellsOf(line)).toBeLessThanOrEqual(columns);
        expect(withoutBlanks(lines.join(""))).toBe(withoutBlanks(text));
      }
    }),
  );
});

test("a text that is not in composed form stays as it is", () => {
  const said = "e\u0301te\u0301 ".repeat(20).trim();
  expect(wrapped(said, 11).join(" ")).toBe(said);
  expect(wrappedProse(said, 11).join(" ")).toBe(said);
});

test("lines break at blanks, which go, and inside words only where there is no other way", () => {
  expect(wrapped("hello world", 5)).toEqual(["hello", "world"]);
  expect(wrapped("hello   world", 7)).toEqual(["hello", "world"]);
  expect(wrapped("  indented code here", 10)).toEqual(["  indented", "code here"]);
  expect(wrapped("see abcdefghijklmnopqrst", 8)).toEqual(["see abcd", "efghijkl", "mnopqrst"]);
  expect(wrapped("see abcdefghijkl", 6)).toEqual(["see", "abcdef", "ghijkl"]);
  expect(wrapped("来自上游 来自", 5)).toEqual(["来自", "上游", "来自"]);
  expect(wrapped("", 5)).toEqual([""]);
  expect(wrapped("a\n\nb", 5)).toEqual(["a", "", "b"]);
  expect(wrappedProse("  a b  \n c", 5)).toEqual(["a b", "c"]);
  expect(wrapped("ends with     ", 10)).toEqual(["ends with "]);
  expect(indented("one two three", 8, "  ", "> ")).toEqual(["> one", "  two", "  three"]);
});

test("a style goes on behind a break and ends before it", () => {
  expect(wrapped(`a ${STYLE.bold(STYLE.red("bb cc"))} d`, 4)).toEqual([
    "a \u001b[1m\u001b[31mbb\u001b[39m\u001b[22m",
    "\u001b[1m\u001b[31mcc\u001b[39m\u001b[22m d",
  ]);
});

test("styles change no break, and each line ends as it began", () => {
  const styled = fc.array(fc.tuple(TEXT, fc.constantFrom("bold", "dim", "cyan", "underline", "italic")));
  fc.assert(
    fc.property(styled, COLUMNS, (parts, columns) => {
      const text = parts.map(([part, name]) => STYLE[name as "bold"](part)).join("");
      const lines = wrapped(text, columns);
      for (const line of lines) {
        expect(cellsOf(line)).toBeLessThanOrEqual(columns);
        const on = (line.match(MARKS) ?? []).filter((mark) => !/\[(?:2[2-7]|39)m/.test(mark)).length;
        const off = (line.match(MARKS) ?? []).filter((mark) => /\[(?:2[2-7]|39)m/.test(mark)).length;
        expect(off).toBe(on);
      }
      expect(withoutBlanks(lines.join("").replace(MARKS, ""))).toBe(
        withoutBlanks(parts.map(([part]) => part).join("")),
      );
    }),
  );
});

test("nothing that a terminal obeys is left in the text of others", () => {
  const hostile = fc.array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "\u001b[2J",
        "\u001b]0;title\u0007",
        "\u009b31m",
        "\u001bP1$r\u001b\\",
        "\r",
        "\u202e",
        "\ud800",
      ),
    ),
  );
  fc.assert(
    fc.property(hostile, (parts) => {
      const text = harmless(parts.join(""));
      expect(text).not.toMatch(CONTROLS);
      expect(text.isWellFormed()).toBe(true);
      expect(harmlessLine(parts.join(""))).not.toContain("\n");
    }),
  );
});

test("a line that is cut ends with an ellipsis and fits", () => {
  expect(fitted("abcdef", 4)).toBe("abc…");
  expect(fitted("来自上游", 6)).toBe("来自…");
  fc.assert(
    fc.property(TEXT, COLUMNS, (text, columns) => {
      const line = harmlessLine(text);
      const cut = fitted(line, columns);
      expect(cellsOf(cut)).toBeLessThanOrEqual(columns);
      expect(cut === line || line.startsWith(cut.slice(0, -1))).toBe(true);
    }),
  );
});

test("letters that are written in parts take the cells of the whole", () => {
  expect([cellsOf("\u1100\u1161"), cellsOf("e\u0301"), cellsOf("a\nb")]).toEqual([2, 1, 2]);
});

test("a text is its characters, as people count them", () => {
  expect(graphemes("ae\u0301👨‍👩‍👧\n")).toEqual(["a", "e\u0301", "👨‍👩‍👧", "\n"]);
  fc.assert(fc.property(TEXT, (text) => graphemes(text).join("") === text));
});
