import fc from "fast-check";
import { expect, test } from "vitest";
import { callWords, diffLines, limited, proposedLines } from "../../src/terminal/diff-lines.ts";
import { createStyle } from "../../src/terminal/style.ts";
import { cellsOf } from "../../src/terminal/text-cells.ts";
import type { JsonObject } from "../../src/wire/messages.ts";

const PLAIN = createStyle(false);
const DIFF = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";

test("a diff begins with its numbers and has a colour for each kind of line", () => {
  expect(diffLines(DIFF, createStyle(true), 40)).toEqual([
    "\u001b[36m@@ -1,3 +1,3 @@\u001b[39m",
    "\u001b[2m one\u001b[22m",
    "\u001b[31m-two\u001b[39m",
    "\u001b[32m+2\u001b[39m",
    "\u001b[2m three\u001b[22m",
  ]);
  expect(diffLines(DIFF, PLAIN, 3)).toEqual(["@@ -1,3 +1,3 @@", " one", "… 3 more lines"]);
});

test("what is taken out or put in may look like the name of a file", () => {
  const diff = "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n--- old\n+++ new\n";
  expect(diffLines(diff, PLAIN, 40)).toEqual(["@@ -1,1 +1,1 @@", "--- old", "+++ new"]);
});

test("a call that names no file's text is its old and its new text", () => {
  const edits = [
    { old_text: "a\nb\n", new_text: "c" },
    { old_text: "d", new_text: "", replace_all: true },
  ];
  expect(proposedLines("edit", { path: "f", edits }, PLAIN)).toEqual([
    "-a",
    "-b",
    "+c",
    "…",
    "-d",
    "(wherever it is found)",
  ]);
  expect(proposedLines("write", { path: "f", content: "a\n\nb\n" }, PLAIN)).toEqual(["+a", "+", "+b"]);
  expect(proposedLines("bash", { command: "ls" }, PLAIN)).toBeUndefined();
});

test("arguments of any shape are lines, none of which a terminal obeys", () => {
  const args = fc.dictionary(
    fc.constantFrom("path", "edits", "content", "command", "pattern"),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(
      fc.constantFrom("edit", "write", "grep"),
      args,
      fc.integer({ min: 1, max: 60 }),
      (name, given, columns) => {
        const lines = proposedLines(name, given as JsonObject, PLAIN) ?? [];
        for (const line of lines) expect(line).not.toMatch(/\p{Cc}/u);
        const words = callWords(name, given as JsonObject, columns);
        expect(words).not.toMatch(/\p{Cc}/u);
        expect(cellsOf(words)).toBeLessThanOrEqual(Math.max(4, columns));
      },
    ),
  );
});

test("the most telling words of a call come first", () => {
  expect(callWords("bash", { command: "ls\n-l", timeout: 3 }, 40)).toBe("ls -l");
  expect(callWords("grep", { pattern: "x", path: "src" }, 40)).toBe("x in src");
  expect(callWords("read", { path: "a.txt" }, 4)).toBe("a.t…");
  expect(callWords("other", { deep: { a: 1 } }, 40)).toBe('{"deep":{"a":1}}');
  expect(callWords("other", {}, 40)).toBe("");
});

test("so many lines as there is room for, with a word about the rest", () => {
  expect(limited(["a", "b"], PLAIN, 2)).toEqual(["a", "b"]);
  expect(limited(["a", "b", "c"], PLAIN, 2)).toEqual(["a", "… 2 more lines"]);
});
