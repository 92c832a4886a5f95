import { describe, expect, test } from "vitest";
import { createScreen } from "../../src/terminal/screen.ts";

const LIVE = ["a".repeat(60), `> ${"b".repeat(58)}`];
const PLACE = { row: 1, column: 50 };

/** How many rows up the first live line is looked for when the window has become 40 columns wide. */
function rowsUp(isXtermJs: boolean, status: string): number {
  let written = "";
  const screen = createScreen((text) => {
    written += text;
  }, isXtermJs);
  screen.draw(["before"], [...LIVE, status], PLACE);
  written = "";
  screen.resized(40);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
  return Number(/^(?:\u001b\[\?\w+)*\u001b\[(\d+)A\r\u001b\[J/.exec(written)?.[1] ?? 0);
}

describe("in a window that becomes narrower, the first live line is found", () => {
  test.each([
    // The line above takes two rows, and the cursor is in the second row of its own.
    ["a terminal that breaks every line", false, "short", 3],
    ["a terminal that breaks every line", false, "s".repeat(60), 3],
    // The line with the cursor is left alone, unless a line below it was broken, which counts too.
    ["xterm.js", true, "short", 2],
    ["xterm.js", true, "s".repeat(60), 4],
  ])("in %s (%s, %s)", (_name, isXtermJs, status, rows) => {
    expect(rowsUp(isXtermJs, status)).toBe(rows);
  });
});
