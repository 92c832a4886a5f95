import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputWindow, type WindowedOutput, type WindowSize } from "../../src/tools/output-window.ts";

function collect(size: WindowSize, ...pieces: string[]): WindowedOutput {
  const window = createOutputWindow(size);
  for (const piece of pieces) window.push(piece);
  return window.result();
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join("");

describe("an output window", () => {
  it("keeps everything that fits", () => {
    expect(collect({ bytes: 10, lines: 5 }, "12345\n", "789\n")).toEqual({
      head: "12345\n789\n",
      tail: "",
      omitted: null,
    });
  });

  it("keeps the first and the last lines of more lines than it may hold", () => {
    expect(collect({ bytes: 1000, lines: 6 }, lines(1, 10))).toEqual({
      head: lines(1, 3),
      tail: lines(8, 10),
      omitted: { lines: 4, bytes: 8 },
    });
  });

  it("keeps whole lines at both ends of more bytes than it may hold", () => {
    const line = `${"x".repeat(9)}\n`;
    expect(collect({ bytes: 50, lines: 100 }, line.repeat(10))).toEqual({
      head: line.repeat(2),
      tail: line.repeat(2),
      omitted: { lines: 6, bytes: 60 },
    });
  });

  it("cuts within a line when that is longer than half the room", () => {
    expect(collect({ bytes: 20, lines: 100 }, `${"a".repeat(30)}${"b".repeat(30)}`)).toEqual({
      head: "a".repeat(10),
      tail: "b".repeat(10),
      omitted: { lines: 0, bytes: 40 },
    });
  });

  it("counts the same however the output is cut, and never cuts a character [A22]", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "é", "語", "🙂", "\n"),
      maxLength: 120,
      size: "max",
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (written, step) => {
        const size = { bytes: 40, lines: 12 };
        const pieces = [...written].reduce<string[]>((all, character, index) => {
          if (index % step === 0) all.push("");
          all[all.length - 1] += character;
          return all;
        }, []);
        const result = collect(size, ...pieces);
        expect(result).toEqual(collect(size, written));
        const { head, tail, omitted } = result;
        expect(written.startsWith(head) && written.endsWith(tail)).toBe(true);
        const kept = Buffer.byteLength(head + tail);
        expect(kept).toBeLessThanOrEqual(size.bytes);
        expect(kept + (omitted?.bytes ?? 0)).toBe(Buffer.byteLength(written));
        const feeds = (some: string) => some.split("\n").length - 1;
        expect(feeds(head + tail) + (omitted?.lines ?? 0)).toBe(feeds(written));
      }),
      { numRuns: 1000 },
    );
  });

  it("gives the whole while there is one", () => {
    const window = createOutputWindow({ bytes: 4, lines: 4 });
    window.push("abc");
    expect([window.whole, window.bytes]).toEqual(["abc", 3]);
    window.push("def");
    expect([window.whole, window.bytes]).toEqual([undefined, 6]);
  });
});
