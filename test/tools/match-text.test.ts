import fc from "fast-check";
import { expect, test } from "vitest";
import { findMatches } from "../../src/tools/match-text.ts";

const words = fc.constantFrom("a", "b ", '"q"', "it's", "x - y", "\n", "\n\n", "  in", "é");
const plainText = fc.array(words, { minLength: 1, maxLength: 20 }).map((parts) => parts.join(""));

test("an exact text is found wherever it is, as a search would", () => {
  fc.assert(
    fc.property(plainText, plainText, plainText, (before, wanted, after) => {
      const text = before + wanted + after;
      const starts = Array.from(text, (_, at) => at).filter((at) => text.startsWith(wanted, at));
      const { regions, exact } = findMatches(text, wanted, false, 100);
      expect(exact).toBe(true);
      expect(regions.map(({ start }) => start)).toEqual(
        [...new Set(starts)].filter((at) => at < text.length && text.startsWith(wanted, at)),
      );
    }),
  );
});

/** The text as somebody else may have stored it: other line ends, blanks before them, other quotes and dashes. */
function distort(text: string, choices: readonly number[]): string {
  let turn = 0;
  const pick = <T>(options: readonly T[]): T => options[(choices[turn++] ?? 0) % options.length] as T;
  return text.replace(/["' \n-]/g, (character) => {
    if (character === "\n") return pick(["\n", "\r\n", " \r\n", "\t \n"]);
    if (character === '"') return pick(['"', "\u201c", "\u201d"]);
    if (character === "'") return pick(["'", "\u2019"]);
    if (character === "-") return pick(["-", "\u2013", "\u2212"]);
    return pick([" ", "\u00a0", "\u202f"]);
  });
}

test("a distorted text is found where it is, from its first character to its last", () => {
  const core = plainText.map((text) => `<${text}>`);
  fc.assert(
    fc.property(plainText, core, plainText, fc.array(fc.nat(11)), (before, wanted, after, choices) => {
      const there = distort(wanted, choices);
      const start = distort(before, choices);
      const text = start + there + distort(after, choices.slice(3));
      const { regions, exact } = findMatches(text, wanted, false, 100);
      expect(regions).toEqual([{ start: start.length, end: start.length + there.length }]);
      expect(exact).toBe(there === wanted);
    }),
    { numRuns: 500 },
  );
});

test("only blanks and line ends are tolerated where the characters are not known", () => {
  expect(findMatches("a \r\n\u2019", "a\n\u2019", true, 100).regions).toEqual([{ start: 0, end: 5 }]);
  expect(findMatches("a \r\n\u2019", "a\n'", true, 100).regions).toEqual([]);
  expect(findMatches("a\u00a0b", "a b", true, 100).regions).toEqual([]);
});

test("a long run of blanks takes no long time", () => {
  const blanks = " ".repeat(200_000);
  expect(findMatches(`${blanks}x\n${blanks}y`, "x\r\ny", false, 100).regions).toEqual([]);
});
