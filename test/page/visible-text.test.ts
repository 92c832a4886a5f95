import { describe, expect, test } from "vitest";
import { oneLine, visibleText, withoutColours } from "../../src/page/visible-text.ts";

describe("visible text", () => {
  test.each([
    ["NUL and other controls", "a\u0000b\u0007c\u001b[2Jd\u009be", "a\\u0000b\\u0007c\\u001b[2Jd\\u009be"],
    [
      "what turns text around",
      "a\u202eb\u202cc\u2066d\u2069e\u200ef",
      "a\\u202eb\\u202cc\\u2066d\\u2069e\\u200ef",
    ],
    ["what has no width", "a\u200bb\ufeffc\u00add\u2060e", "a\\u200bb\\ufeffc\\u00add\\u2060e"],
    ["sentences in tags", "a\u{e0041}\u{e0042}b", "a\\u{e0041}\\u{e0042}b"],
    ["separators of lines", "a\u2028b\u2029c\u0085d", "a\\u2028b\\u2029c\\u0085d"],
  ])("spells out %s", (_what, text, visible) => {
    expect(visibleText(text)).toBe(visible);
  });

  test("has one kind of line end, and keeps tabs", () => {
    expect(visibleText("a\r\nb\rc\n\td")).toBe("a\nb\nc\n\td");
  });

  test("has no half characters", () => {
    expect(visibleText("\ud83d a \ude00 b \ud83d\ude00")).toBe("\ufffd a \ufffd b 😀");
  });

  test("keeps what words and emoji are made with", () => {
    const text = "👩‍💻 می‌خواهم é e\u0301 你好";
    expect(visibleText(text)).toBe(text);
  });
});

test("colours of a terminal go, its other commands stay", () => {
  expect(withoutColours("\u001b[1;31mred\u001b[0m \u001b[38:5:9mx\u001b[m \u001b[2J \u001b]0;t\u0007")).toBe(
    "red x \u001b[2J \u001b]0;t\u0007",
  );
});

test.each([
  ["  a\n\t b  ", "a b"],
  ["12345", "12345"],
  ["123456", "12345…"],
  ["1234 6", "1234…"],
  ["😀😀😀😀😀😀", "😀😀😀😀😀…"],
  [`a${" ".repeat(100)}b`, "a…"],
])("one line of %j is %j", (text, line) => {
  expect(oneLine(text, 5)).toBe(line);
});
