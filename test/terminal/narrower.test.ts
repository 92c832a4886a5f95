import xterm from "@xterm/headless";
import fc from "fast-check";
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
  return Number(/^(?:\u001b\[\?\w+)*\u001b\[(\d+)A\r\u001b\[C\u001b\[J/.exec(written)?.[1] ?? 0);
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

test("nothing is erased from the first cell of a row to the end of the screen: tmux would keep what it showed", () => {
  let written = "";
  const screen = createScreen((text) => {
    written += text;
  });
  screen.draw([], LIVE, PLACE);
  screen.draw(["one", "two"], LIVE, { row: 0, column: 0 });
  screen.draw([], [], undefined);
  screen.draw(["three"], LIVE, PLACE);
  screen.resized(40);
  screen.draw([], LIVE, PLACE);
  screen.clear();
  expect(written.split("\u001b[J")).toHaveLength(6);
  expect(written).not.toContain("\r\u001b[J");
});

/** A frame in a window that may have another size: finished and live lines by their lengths, and where the cursor is. */
const FRAME = fc.record({
  columns: fc.integer({ min: 30, max: 100 }),
  height: fc.integer({ min: 14, max: 30 }),
  finished: fc.array(fc.nat({ max: 99 }), { maxLength: 6 }),
  live: fc.array(fc.nat({ max: 99 }), { minLength: 1, maxLength: 5 }),
  row: fc.nat(),
  column: fc.nat(),
});

test.each([
  ["widths and frames leave each finished line once and in order, and below them the live lines", false],
  ["sizes and frames leave each finished line once and in order, and at the end the live lines", true],
])("in xterm.js any %s", async (_, hasHeights) => {
  const property = fc.asyncProperty(fc.array(FRAME, { minLength: 2, maxLength: 7 }), async (frames) => {
    let rows = 24;
    let columns = 80;
    let written = "";
    const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
    const screen = createScreen(
      (text) => {
        written += text;
      },
      true,
      () => rows,
    );
    const settled = async () => {
      await new Promise<void>((resolve) => terminal.write(written, resolve));
      written = "";
    };
    const finished: string[] = [];
    let live: string[] = [];
    for (const frame of frames) {
      const height = hasHeights ? frame.height : rows;
      if (frame.columns !== columns || height !== rows) {
        columns = frame.columns;
        rows = height;
        terminal.resize(columns, rows);
        screen.resized(columns);
        await settled();
      }
      const line = (sign: string, at: number, length: number) =>
        `${sign}${at}${sign.repeat(length)}`.slice(0, columns - 1);
      const more = frame.finished.map((length, at) => line("f", finished.length + at, length));
      live = frame.live.map((length, at) => line("l", at, length));
      const row = frame.row % live.length;
      screen.draw(more, live, { row, column: frame.column % (live[row]?.length ?? 1) });
      finished.push(...more);
      await settled();
    }
    const shown: string[] = [];
    for (let at = 0; at < terminal.buffer.active.baseY + rows; at++) {
      const part = terminal.buffer.active.getLine(at);
      const text = part?.translateToString(true) ?? "";
      shown.push(part?.isWrapped ? `${shown.pop()}${text}` : text);
    }
    terminal.dispose();
    const all = shown.join("\n").trimEnd();
    if (!hasHeights) expect(all).toBe([...finished, ...live].join("\n"));
    expect(all.split("\n").filter((line) => line.startsWith("f"))).toEqual(finished);
    expect(`\n${all}`.endsWith(`\n${live.join("\n")}`)).toBe(true);
  });
  await fc.assert(property, { numRuns: 120 });
});
