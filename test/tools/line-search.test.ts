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

  it.each([50_000, 100_000, 1024 * 1024 - 6, 1024 * 1024, 3_000_000])(
    "finds what lies across the parts of a line that is too long to be held, at %i",
    (at) => {
      const line = `${"x".repeat(at)}NEEDLE${"-".repeat(10_000)}NEEDLE${"y".repeat(1_100_000)}`;
      const pieces = line.match(/.{1,65536}/gs) ?? [];
      const found = search([...pieces, "\nlast\n"], {
        regex: /NEEDLE-{10000}NEEDLE|last/su,
        needle: undefined,
      });
      expect(found).toEqual({
        lines: [
          {
            number: 1,
            text: expect.stringMatching(/^…x{100}NEEDLE-{394}… \[cut: the line has /),
            isMatch: true,
          },
          { number: 2, text: "last", isMatch: true },
        ],
        matches: 2,
        more: false,
        slow: [],
        inParts: [],
      });
      expect(found.lines[0]?.text).toContain(
        `[cut: the line has ${line.length.toLocaleString("en-US")} characters]`,
      );
    },
  );

  it("takes no place where a long line is cut for its begin, its end or the edge of a word", () => {
    for (const length of [100_000, 1_500_000]) {
      const line = "x".repeat(length);
      const guard = createTimeGuard();
      for (const regex of [/^xy|y$/su, /(?<=xx)\bx|x\b(?=x)/su, /^.{0,9}y/su])
        expect(search([line], { regex, guard }).matches).toBe(0);
      for (const regex of [/^x/su, /x$/su, /^xx+/su, /^.*$/su, /\bx/su, /x\b/su])
        expect(search([`${line}\n`], { regex, guard })).toMatchObject({ matches: 1, inParts: [] });
      expect(search([`a${line};${line}\n`], { regex: /a[^;]*$/su, guard }).matches).toBe(0);
    }
    const emoji = `${"🙂".repeat(60_000)}x`;
    expect(search([emoji], { regex: /🙂{17000}y/su }).matches).toBe(0);
  });

  it("finds a long match in a line that is held where it has one beginning, and names the lines where it may miss one", () => {
    const line = `a${"-".repeat(100_000)}b`;
    const guard = createTimeGuard();
    expect(search([line], { regex: /^a.*b$/su, guard })).toMatchObject({ matches: 1, inParts: [] });
    expect(search([`ok\n-${line}\n`], { regex: /a.*b/su, guard })).toMatchObject({
      matches: 0,
      inParts: [2],
    });
    expect(search([`ok\n-${line}\n`], { regex: /q/su })).toMatchObject({ matches: 0, inParts: [] });
  });

  it("counts the parts of a long line once among the lines around a match", () => {
    const long = "y".repeat(3_000_000);
    const found = search(
      [`1\n${long.slice(0, 2_000_000)}`, `${long.slice(2_000_000)}\nx\n${long}`, "\nlast"],
      {
        regex: /x/su,
        context: 2,
      },
    );
    expect(found.lines.map(({ number, isMatch }) => [number, isMatch])).toEqual([
      [1, false],
      [2, false],
      [3, true],
      [4, false],
      [5, false],
    ]);
    expect(found.lines[1]?.text).toBe(`${"y".repeat(500)}… [cut: the line has 3,000,000 characters]`);
  });

  it("says no number of a line whose end nobody waited for", () => {
    const lines = createLineSearch({
      regex: /x/su,
      needle: undefined,
      context: 0,
      limit: 9,
      guard: undefined,
    });
    lines.push(`x${"y".repeat(2_000_000)}`);
    expect(lines.end(true).lines[0]?.text).toMatch(/ \[cut: the line has more than 2,000,001 characters\]$/);
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
