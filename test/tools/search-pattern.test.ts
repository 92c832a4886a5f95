import { describe, expect, it } from "vitest";
import { compilePattern } from "../../src/tools/search-pattern.ts";

const LITERALLY = { literal: false, ignoreCase: false };

/** Which of these lines a pattern matches. */
function matching(pattern: string, lines: string[], options = LITERALLY): string[] {
  const { regex } = compilePattern(pattern, options);
  return lines.filter((line) => regex.test(line));
}

function problem(pattern: string, literal = false): string {
  try {
    compilePattern(pattern, { literal, ignoreCase: false });
    return "none";
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

describe("a pattern", () => {
  it.each([
    ["a.c", ["abc", "a🙂c"], ["ac"]],
    ["^import .* from", ["import a from 'b'"], [" import a from"]],
    ["\\bfoo\\b", ["a foo b", "éfoo"], ["foobar"]],
    ["(a|b){2}$", ["xab"], ["abx"]],
    ["foo(?=bar)", ["foobar"], ["foo bar"]],
    ["(?<!x)y", ["zy", "y"], ["xy"]],
    ["(\\w)\\1", ["xaax"], ["abab"]],
    ["(?<q>['\"]).*\\k<q>", ["'a'", '"a"'], ["'a\""]],
    ["(?P<q>a)b", ["ab"], ["b"]],
    ["\\p{Lu}x", ["Éx"], ["éx"]],
    ["\\u{1F642}|\\xe9", ["🙂", "é"], ["e"]],
    ["[[:space:][:digit:]]x", [" x", "\tx", "5x"], ["ax", ":x"]],
    ["(?i)foo", ["FOO"], ["fo"]],
    ["\\d{2,}", ["12"], ["1"]],
    // What other engines let pass, and models write.
    ["function f() {", ["function f {"], ["function f() {"]],
    ["\\{\\}", ["{}"], ["{"]],
    ["a\\-b\\/c\\\"d\\'e\\#", ["a-b/c\"d'e#"], ["ab"]],
    ['[\\-\\"\\]]', ["-", '"', "]"], ["\\"]],
    ["a}", ["a}"], ["a"]],
  ] as [string, string[], string[]][])("%s", (pattern, lines, others) => {
    expect(matching(pattern, [...lines, ...others])).toEqual(lines);
  });

  it("may be plain text", () => {
    const lines = ["a.(b)*[c] {d}\\", "abc"];
    expect(matching("a.(b)*[c] {d}\\", lines, { literal: true, ignoreCase: false })).toEqual([lines[0]]);
    expect(matching("A.(B)*", lines, { literal: true, ignoreCase: true })).toEqual([lines[0]]);
  });

  it.each([
    ["a\\nb", "ToolError: pattern: a match never spans lines: search for what stands in one of them."],
    ["a\nb", "ToolError: pattern: a match never spans lines: search for what stands in one of them."],
    [
      "\\Afoo",
      "ToolError: pattern: \\A is not supported. There are \\d \\w \\s \\b, their opposites, ^ and $, and \\p{…}.",
    ],
    ["[[:nope:]]", "ToolError: pattern: [:nope:] is not supported."],
    [
      "foo(",
      "ToolError: pattern: not a valid regular expression (Unterminated group). Escape what is meant literally with a backslash, or set literal.",
    ],
    [
      "*a",
      "ToolError: pattern: not a valid regular expression (Nothing to repeat). Escape what is meant literally with a backslash, or set literal.",
    ],
    [
      "[b-a]",
      "ToolError: pattern: not a valid regular expression (Range out of order in character class). Escape what is meant literally with a backslash, or set literal.",
    ],
  ])("%j says what is wrong with it", (pattern, message) => {
    expect(problem(pattern)).toBe(message);
  });

  it("that is plain text has lines to keep to as well", () => {
    expect(problem("a\nb", true)).toMatch(/never spans lines/);
    expect(problem("a\\nb", true)).toBe("none");
  });

  it.each([
    ["foo\\(bar", "foo(bar"],
    ["ab?cde+f", "cde"],
    ["a{2}bcd*", "bc"],
    ["(abc)?d", "d"],
    ["abc|d", undefined],
    ["\\w+", undefined],
    ["^key\\s*=", "key"],
  ])("%s: every match holds %s", (pattern, needle) => {
    expect(compilePattern(pattern, LITERALLY).needle).toBe(needle);
  });

  it("tells no needle where case does not count", () => {
    expect(compilePattern("foo", { literal: false, ignoreCase: true }).needle).toBe(undefined);
  });

  it("leaves to JavaScript what only JavaScript can tell", () => {
    for (const pattern of ["a(?=b)", "a(?<!b)", "(a)\\1", "\\ufffd", "\ufffd"])
      expect(compilePattern(pattern, LITERALLY).prefilter).toBe(null);
  });
});
