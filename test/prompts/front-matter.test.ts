import { describe, expect, it } from "vitest";
import { lineOf, parseFrontMatter, splitFrontMatter } from "../../src/prompts/front-matter.ts";

describe("front matter", () => {
  it.each([
    ["---\na: 1\n---\n\nbody\n", "a: 1", "body"],
    ["--- \r\na: 1\r\nb: 2\r\n---\r\nbody", "a: 1\r\nb: 2", "body"],
    ["---\n---\nbody", "", "body"],
    ["---\na: 1\n---", "a: 1", ""],
    ["---\na: 1\n----\n---\nbody", "a: 1\n----", "body"],
    ["---\na: 1\nno end", undefined, "---\na: 1\nno end"],
    ["body\n---\na: 1\n---\n", undefined, "body\n---\na: 1\n---"],
    ["", undefined, ""],
  ])("of %j is apart from the body", (text, yaml, body) => {
    expect(splitFrontMatter(text)).toEqual({ yaml, body });
  });

  it("has the fields of its YAML", async () => {
    expect(await parseFrontMatter("name: x\ndescription: >-\n  a\n  b\nlist: [1]")).toEqual({
      name: "x",
      description: "a b",
      list: [1],
    });
    expect(await parseFrontMatter("# nothing")).toEqual({});
  });

  it.each([
    ["a: b: c", /^its front matter is no YAML: /],
    ["- a\n- b", /^its front matter has no fields such as description: TEXT$/],
    ["just words", /^its front matter has no fields/],
    [
      `a: &a [x,x,x,x,x,x,x,x,x,x]\n${"bcdefgh".replace(/./g, (key) => `${key}: &${key} [${`*${String.fromCharCode(key.charCodeAt(0) - 1)},`.repeat(9)}]\n`)}`,
      /^its front matter is no YAML: .*alias/,
    ],
  ])("that cannot be used is refused in half a sentence: %j", async (yaml, message) => {
    await expect(parseFrontMatter(yaml)).rejects.toThrow(message);
  });

  it("gives its texts as single lines of bounded length", () => {
    expect(lineOf(" a\n  b\t c ")).toBe("a b c");
    expect(lineOf("x".repeat(2000))).toBe(`${"x".repeat(1024)}…`);
    expect([lineOf(" \n"), lineOf(7), lineOf(undefined), lineOf(["a"])]).toEqual(Array(4).fill(undefined));
  });
});
