import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineSearch, type LineSearchOptions } from "../../src/tools/line-search.ts";
import { createTimeGuard } from "../../src/tools/time-guard.ts";

function search(pieces: readonly string[], options: Partial<LineSearchOptions> & { regex: RegExp }) {
  const lines = createLineSearch({ needle: undefined, context: 0, limit: 100, guard: undefined, ...options });
  for (const piece of pieces) lines.push(piece);
  return lines.end();
}

/** `12:text` for matches, `11-text` around them. */
const shown = (found: ReturnType<typeof search>) =>
  found.lines.map(({ number, text, isMatch }) => `${number}${isMatch ? ":" : "-"}${text}`);

describe("a line search", () => {
  it("counts lines from 1, their ends not included", () => {
    expect(shown(search(["a\nxb\r\n\r\nx"], { regex: /^x.?$/su }))).toEqual(["2:xb", "4:x"]);
    expect(shown(search(["x\n"], { regex: /^$/su }))).toEqual([]);
    expect(shown(search(["x\n\n"], { regex: /^$/su }))).toEqual(["2:"]);
  });

  it("gives the lines around a match, none twice", () => {
    const text = "1\n2\nx3\nx4\n5\n6\n7\n8\nx9\n";
    const found = search([text], { regex: /x/su, context: 1 });
    expect(shown(found)).toEqual(["2-2", "3:x3", "4:x4", "5-5", "8-8", "9:x9"]);
    expect(found).toMatchObject({ matches: 3, more: false, slow: [] });
  });

  it("stops at its limit and knows whether there is more", () => {
    expect(search(["x\nx\nx\n"], { regex: /x/su, limit: 2 })).toMatchObject({ matches: 2, more: true });
    expect(search(["x\nx\ny\n"], { regex: /x/su, limit: 2 })).toMatchObject({ matches: 2, more: false });
  });

  it("finds the same however the text is cut, and with or without a needle", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "x", "\n", "\r", "🙂"), maxLength: 60, size: "max" });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), fc.nat(3), (written, step, context) => {
        const options = { regex: /xa/su, context, limit: 3 };
        const characters = [...written];
        const pieces: string[] = [];
        for (let at = 0; at < characters.length; at += step)
          pieces.push(characters.slice(at, at + step).join(""));
        const expected = search([written], options);
        expect(search(pieces, options)).toEqual(expected);
        expect(search(pieces, { ...options, needle: "xa" })).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("cuts a long line around its match, marked, and never within a character [D11]", () => {
    const line = `${"🙂".repeat(250_000)}NEEDLE${"🙂".repeat(250_000)}`;
    const [found] = search([line], { regex: /NEEDLE/su }).lines;
    expect(found?.text).toBe(
      `…${"🙂".repeat(50)}NEEDLE${"🙂".repeat(197)}… [cut: the line has 1,000,006 characters]`,
    );
    const [first] = search([`x${"y".repeat(600)}`], { regex: /x/su }).lines;
    expect(first?.text).toBe(`x${"y".repeat(499)}… [cut: the line has 601 characters]`);
    const [last] = search([`${"y".repeat(600)}x`], { regex: /x/su }).lines;
    expect(last?.text).toBe(`…${"y".repeat(499)}x [cut: the line has 601 characters]`);
  });

  it("searches a line of any length in bounded memory, and counts it once", () => {
    const found = search([...Array.from({ length: 64 }, () => "x".repeat(64 * 1024)), "\nx\n"], {
      regex: /x/su,
      context: 1,
    });
    expect(found.matches).toBe(2);
    expect(found.lines.map(({ number, text }) => [number, text.length < 600])).toEqual([
      [1, true],
      [2, true],
    ]);
  });

  it("finds what lies across the stretches of a long line", () => {
    for (const at of [64 * 1024 - 3, 60 * 1024, 120 * 1024 - 5]) {
      const line = `${"a".repeat(at)}NEEDLE${"a".repeat(200_000 - at)}`;
      expect(search([line], { regex: /NEE.LE/su }).matches).toBe(1);
    }
  });

  it("shows controls by their codes, so that a line stays one harmless line [H09]", () => {
    expect(shown(search(["a\u001b[2J\tx\u0000\r.\u0085"], { regex: /x/su }))).toEqual([
      "1:a\\x1b[2J\tx\\x00\\x0d.\\x85",
    ]);
  });

  it("gives up a line on which the pattern takes ages, and the text at the third", () => {
    const bad = `${"a".repeat(40)}!`;
    const options = { regex: /^(a+)+$/su, guard: createTimeGuard() };
    const one = search([`aaa\n${bad}\naa\n`], options);
    expect([shown(one), one.slow]).toEqual([["1:aaa", "3:aa"], [2]]);
    const many = search([`${bad}\n`.repeat(10)], options);
    expect([shown(many), many.slow]).toEqual([[], [1, 2, 3]]);
  });
});
