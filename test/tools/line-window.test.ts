import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineCollector, wholeCharacters } from "../../src/tools/line-window.ts";

/** The same window, by splitting the whole text. */
function plainWindow(
  text: string,
  limits: { offset: number; lines: number; bytes: number; numbered: boolean },
) {
  const all = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  let kept = "";
  let last = limits.offset - 1;
  for (const [index, line] of all.entries()) {
    if (index + 1 < limits.offset || last - limits.offset + 1 === limits.lines) continue;
    const shown = limits.numbered ? `${index + 1}\t${line}` : line;
    if (last !== index || Buffer.byteLength(kept + shown) > limits.bytes) break;
    kept += shown;
    last = index + 1;
  }
  return { kept, last, total: all.length };
}

test("a window over chunks cut anywhere is the window over the whole", () => {
  const pieces = fc.array(fc.constantFrom("\n", "a", "é", "🙂", "bc\n", "\r\n", ""), { maxLength: 40 });
  fc.assert(
    fc.property(
      pieces,
      fc.array(fc.nat(60), { maxLength: 8 }),
      fc.record({
        offset: fc.integer({ min: 1, max: 12 }),
        lines: fc.integer({ min: 1, max: 12 }),
        bytes: fc.integer({ min: 1, max: 60 }),
        numbered: fc.boolean(),
      }),
      (parts, cuts, limits) => {
        const text = parts.join("");
        const bytes = Buffer.from(text);
        const collector = createLineCollector(limits);
        const places = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])];
        places.sort((a, b) => a - b);
        for (const [index, place] of places.entries())
          collector.push(bytes.subarray(place, places[index + 1] ?? place));
        const { bytes: got, last, total, cut } = collector.end();
        const plain = plainWindow(text, limits);
        expect(total).toBe(plain.total);
        if (plain.last >= limits.offset) {
          expect({ kept: got.toString(), last, cut }).toEqual({
            kept: plain.kept,
            last: plain.last,
            cut: null,
          });
          expect(collector.full).toBe(plain.last < plain.total);
        } else if (limits.offset <= plain.total) {
          // The first line wanted is too long: a start of it, at most without its line end.
          const prefix = limits.numbered ? `${limits.offset}\t` : "";
          const line = text.split("\n")[limits.offset - 1] ?? "";
          expect(last).toBe(limits.offset);
          expect(got.toString().isWellFormed()).toBe(true);
          expect(`${prefix}${line}`.startsWith(got.toString())).toBe(true);
          if (cut !== null) expect(cut.length).toBe(Buffer.byteLength(line));
          else expect(got.toString()).toBe(prefix + line);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test("whole characters end before one that is cut", () => {
  const bytes = Buffer.from("aé漢🙂");
  const ends = Array.from(bytes, (_, index) => wholeCharacters(bytes.subarray(0, index + 1)));
  expect(ends).toEqual([1, 1, 3, 3, 3, 6, 6, 6, 6, 10]);
  expect(wholeCharacters(Buffer.alloc(0))).toBe(0);
});
