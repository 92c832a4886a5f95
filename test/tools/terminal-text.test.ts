import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTerminalText } from "../../src/tools/terminal-text.ts";

/** All that comes out when the pieces go in. */
function read(...pieces: string[]): string {
  const text = createTerminalText();
  return pieces.map((piece) => text.push(piece)).join("") + text.end();
}

describe("terminal text", () => {
  it.each([
    ["plain lines stay", "one\ntwo\n", "one\ntwo\n"],
    ["a last line without an end stays", "one\ntwo", "one\ntwo"],
    ["\\r\\n ends a line", "one\r\ntwo\r\n", "one\ntwo\n"],
    ["\\r\\r\\n ends a line", "one\r\r\ntwo", "one\ntwo"],
    ["a progress line keeps its first and last state", "0%\r10%\r20%\r100%\nok\n", "0%…100%\nok\n"],
    ["a state overwritten by blanks alone leaves the first", "working\r       \r\nok\n", "working\nok\n"],
    ["a return at the very start means nothing", "\rone\n", "one\n"],
    ["a return before the end of all means nothing", "one\r", "one"],
    ["a backspace takes back", "abc\b\bx\n", "ax\n"],
    ["a backspace takes back a whole character", "a🙂\bb\n", "ab\n"],
    ["a backspace at the start means nothing", "\b\ba\n", "a\n"],
    ["overstruck letters are letters", "_\bN_\bA_\bM_\bE b\bbo\bol\bld\bd\n", "NAME bold\n"],
    ["NUL, BEL and other controls go", "a\0b\u0007c\u000b\u000c\u007f\u0086d\n", "abcd\n"],
    ["tabs stay", "a\tb\n", "a\tb\n"],
    ["U+2028 and U+0085 are text", "a\u2028b\u0085c\n", "a\u2028b\u0085c\n"],
  ])("%s", (_title, written, expected) => {
    expect(read(written)).toBe(expected);
  });

  it("comes out the same however it is cut", () => {
    const written = fc.string({
      unit: fc.constantFrom("a", "b", "🙂", "\r", "\n", "\b", "\0", " "),
      maxLength: 40,
      size: "max",
    });
    fc.assert(
      fc.property(written, fc.array(fc.nat(40), { maxLength: 5 }), (text, cuts) => {
        const characters = [...text];
        const bounds = [0, ...cuts.map((cut) => Math.min(cut, characters.length)), characters.length].sort(
          (a, b) => a - b,
        );
        const pieces = bounds.slice(1).map((end, index) => characters.slice(bounds[index], end).join(""));
        expect(read(...pieces)).toBe(read(text));
      }),
      { numRuns: 500 },
    );
  });

  it("holds an unfinished line until it is asked for", () => {
    const text = createTerminalText();
    expect(text.push("one\nPass")).toBe("one\n");
    expect(text.push("word")).toBe("");
    expect(text.release()).toBe("Password");
    expect(text.release()).toBe("");
    expect(text.push("\b\b: ok\n")).toBe(": ok\n");
  });

  it("goes on with a progress line whose first state was given out", () => {
    const text = createTerminalText();
    expect(text.push("0%")).toBe("");
    expect(text.release()).toBe("0%");
    expect(text.push("\r50%")).toBe("");
    expect(text.release()).toBe("");
    expect(text.push("\r100%\nok\n")).toBe("…100%\nok\n");
  });

  it("gives out a line without end in parts, so that memory stays bounded", () => {
    const text = createTerminalText();
    let out = 0;
    for (let index = 0; index < 1000; index++) {
      out += text.push("x".repeat(1000)).length;
      expect((index + 1) * 1000 - out).toBeLessThanOrEqual(8 * 1024);
    }
    expect(out + text.end().length).toBe(1_000_000);
  });
});
