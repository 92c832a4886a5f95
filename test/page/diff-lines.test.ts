import { expect, test } from "vitest";
import { diffCounts, diffLines } from "../../src/page/diff-lines.ts";

const DIFF = [
  "diff --git a/x b/x",
  "--- a/x",
  "+++ b/x",
  "@@ -1,3 +1,2 @@ function",
  " same",
  "--- a comment",
  "-@@ -1 +1 @@",
  "+++ one",
  "\\ No newline at end of file",
  "--- a/y",
  "+++ b/y",
  "@@ -5 +5 @@",
  "-old",
  "+new",
];

test("each line is what its hunk says, also where it looks like a file's name or another hunk", () => {
  expect(diffLines(DIFF.join("\n")).map(({ kind }) => kind)).toEqual([
    "file",
    "file",
    "file",
    "hunk",
    "same",
    "removed",
    "removed",
    "added",
    "same",
    "file",
    "file",
    "hunk",
    "removed",
    "added",
  ]);
  expect(diffLines(DIFF.join("\n")).map(({ text }) => text)).toEqual(DIFF);
});

test("what is added and removed is counted", () => {
  expect(diffCounts(DIFF.join("\n"))).toEqual({ added: 2, removed: 3 });
  expect(diffCounts("")).toEqual({ added: 0, removed: 0 });
});
