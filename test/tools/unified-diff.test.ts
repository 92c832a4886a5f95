import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unifiedDiff } from "../../src/tools/unified-diff.ts";

/** Numbered lines, `changed` ones in place of some. */
function numbered(count: number, changed: Readonly<Record<number, string>> = {}): string {
  return Array.from({ length: count }, (_, index) => `${changed[index + 1] ?? index + 1}\n`).join("");
}

describe("a unified diff", () => {
  test("shows three lines around a change, at the lines it is at", () => {
    expect(unifiedDiff("f", numbered(100), numbered(100, { 50: "x" }))).toBe(
      "--- a/f\n+++ b/f\n@@ -47,7 +47,7 @@\n 47\n 48\n 49\n-50\n+x\n 51\n 52\n 53\n",
    );
  });

  test("has a hunk for each change", () => {
    expect(unifiedDiff("/x/f", numbered(30), numbered(30, { 5: "a", 25: "b" }))).toBe(
      "--- a/x/f\n+++ b/x/f\n" +
        "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+a\n 6\n 7\n 8\n" +
        "@@ -22,7 +22,7 @@\n 22\n 23\n 24\n-25\n+b\n 26\n 27\n 28\n",
    );
  });

  test("shows missing line ends, and CR as it is", () => {
    expect(unifiedDiff("f", "a\r\nb", "a\r\nc\n")).toBe(
      "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\r\n-b\n\\ No newline at end of file\n+c\n",
    );
  });

  test("is empty when nothing changed", () => {
    expect(unifiedDiff("f", "a", "a")).toBe("");
  });

  test("makes the new content of the old one", () => {
    const line = fc.constantFrom("a\n", "b\n", "\n", "c\r\n", "dd\n");
    const text = fc
      .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom("", "end"))
      .map(([lines, end]) => lines.join("") + end);
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        const diff = unifiedDiff("f", before, after) ?? "";
        expect(applyPatch(before, diff, { autoConvertLineEndings: false })).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  test("of a small change in a large file costs little", () => {
    const before = numbered(1_000_000);
    const start = performance.now();
    expect(unifiedDiff("f", before, before.replace("\n500000\n", "\nx\n"))).toBe(
      "--- a/f\n+++ b/f\n@@ -499997,7 +499997,7 @@\n 499997\n 499998\n 499999\n-500000\n+x\n 500001\n 500002\n 500003\n",
    );
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test("of contents that differ everywhere is made in bounded time, and still right", () => {
    const before = Array.from({ length: 8000 }, (_, index) => `old ${index * 7919}\n`).join("");
    const after = Array.from({ length: 8000 }, (_, index) => `new ${index * 104_729}\n`).join("");
    const start = performance.now();
    const diff = unifiedDiff("f", before, after) ?? "";
    expect(performance.now() - start).toBeLessThan(5000);
    expect(diff.split("\n").slice(0, 4)).toEqual(["--- a/f", "+++ b/f", "@@ -1,8000 +1,8000 @@", "-old 0"]);
    expect(applyPatch(before, diff)).toBe(after);
  });

  test("is none when it would be of no use", () => {
    expect(unifiedDiff("f", "a\n".repeat(10), "b\n".repeat(600_000))).toBeNull();
  });
});
