import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEscapeFilter } from "../../src/tools/terminal-escapes.ts";

function filter(...pieces: string[]): string {
  const escapes = createEscapeFilter();
  return pieces.map((piece) => escapes.push(piece)).join("");
}

const link = "\u001b]8;;https://example.com\u001b\\text\u001b]8;;\u001b\\";
const samples: [string, string, string][] = [
  ["colours", "\u001b[31mred\u001b[0m \u001b[1;38;5;200mpink\u001b[m", "red pink"],
  ["cursor movements and modes", "\u001b[2J\u001b[H\u001b[?25lx\u001b[10;20Hy\u001b[K", "xy"],
  ["links, whose text stays", link, "text"],
  ["titles ended by BEL", "\u001b]0;title\u0007text", "text"],
  ["device strings", "\u001bPq#0;1;1\u001b\\text\u001b_apc\u001b\\", "text"],
  ["character sets and single commands", "\u001b(Ba\u001b=b\u001b7c\u001bM", "abc"],
  ["a title that never ends costs its line only", "\u001b]0;title\ntext", "\ntext"],
  ["a title cut off by another sequence", "\u001b]0;title\u001b[31mred", "red"],
  ["an escape before what is no sequence", "a\u001bé", "aé"],
  ["nothing in plain text", "[31m plain ]8;; \\ text", "[31m plain ]8;; \\ text"],
];

describe("the escape filter takes out", () => {
  it.each(samples)("%s", (_title, written, expected) => {
    expect(filter(written)).toBe(expected);
  });

  it("sequences cut anywhere", () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.nat(60), fc.nat(60), ([, written, expected], a, b) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        expect(filter(written.slice(0, first), written.slice(first, second), written.slice(second))).toBe(
          expected,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it("a sequence that begins and never ends, in bounded memory", () => {
    const escapes = createEscapeFilter();
    expect(escapes.push("a\u001b]0;")).toBe("a");
    for (let index = 0; index < 8; index++) expect(escapes.push("x".repeat(8 * 1024))).toBe("");
    expect(escapes.push("text")).toBe("text");
  });
});
