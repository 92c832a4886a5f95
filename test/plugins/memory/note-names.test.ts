import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isNoteFile, parseName, slugOf } from "../../../src/plugins/memory/note-names.ts";

describe("a note's file name", () => {
  test.each([
    ["How we release", "how-we-release"],
    ["  Größe & Prüfung! ", "größe-prüfung"],
    ["../../etc/passwd", "etc-passwd"],
    ["-rf --no-preserve-root", "rf-no-preserve-root"],
    [".hidden", "hidden"],
    ["", "note"],
    ["…/…", "note"],
    ["日本語のメモ", "日本語のメモ"],
    ["con", "note-con"],
    ["a\u0000b\nc", "a-b-c"],
    ["x".repeat(80), "x".repeat(50)],
  ])("for %j is %s", (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  test("is safe for any title: in the folder, not hidden, no option, short enough, and can be called again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (title) => {
        const file = `${slugOf(title)}.md`;
        expect(isNoteFile(file)).toBe(true);
        expect(file).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*\.md$/u);
        expect(Buffer.byteLength(file)).toBeLessThan(255);
        expect(parseName(`everywhere/${file}`)).toEqual({ scope: "everywhere", file });
      }),
      { numRuns: 500 },
    );
  });
});

describe("the name of a note", () => {
  test.each([
    ["project/a.md", { scope: "project", file: "a.md" }],
    ["everywhere/a b.md", { scope: "everywhere", file: "a b.md" }],
    ["a.MD", { scope: "project", file: "a.MD" }],
  ])("%s is understood", (text, name) => {
    expect(parseName(text)).toEqual(name);
  });

  test.each([
    "../a.md",
    "project/../a.md",
    "/etc/a.md",
    "project/.a.md",
    "-a.md",
    "a",
    "a.txt",
    "project/",
    "a\\b.md",
    "a\n.md",
    "",
  ])("is never %j", (text) => {
    expect(parseName(text)).toBeUndefined();
  });
});
