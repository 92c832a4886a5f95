import xterm from "@xterm/headless";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createDumbScreen, createScreen, type Place } from "../../src/terminal/screen.ts";
import { cellsOf } from "../../src/terminal/text-cells.ts";

interface Frame {
  finished: string[];
  live: string[];
  cursor: Place | undefined;
}

/** Characters of which terminals agree how wide they are. */
const LETTERS = fc.constantFrom("a", "b", "z", " ", "é", "e\u0301", "来", "自", "ﬁ", "─");

function line(columns: number): fc.Arbitrary<string> {
  return fc.array(LETTERS, { maxLength: columns }).map((letters) => {
    let text = "";
    for (const letter of letters) if (cellsOf(text + letter) <= columns) text += letter;
    return text;
  });
}

/** Frames for a window: live lines are fewer than its rows and no wider than it, as the screen asks for. */
function frames(columns: number, rows: number): fc.Arbitrary<Frame[]> {
  return fc
    .array(
      fc.record({
        finished: fc.array(line(columns), { maxLength: 2 * rows }),
        live: fc.array(line(columns), { minLength: 1, maxLength: rows - 1 }),
        spot: fc.option(fc.tuple(fc.nat(), fc.nat())),
      }),
      { maxLength: 8 },
    )
    .map((list) =>
      list.map(({ finished, live, spot }) => {
        const row = spot ? spot[0] % live.length : 0;
        return { finished, live, cursor: spot ? { row, column: spot[1] % columns } : undefined };
      }),
    );
}

/** A terminal, and what it shows. */
function open(columns: number, rows: number) {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
  let written = "";
  const write = (text: string) => {
    written += text;
  };
  return {
    write,
    /** How much was written since it was last asked. */
    async settled(): Promise<number> {
      const text = written;
      written = "";
      await new Promise<void>((resolve) => terminal.write(text, resolve));
      return text.length;
    },
    lines(): string[] {
      const { active } = terminal.buffer;
      const all = Array.from({ length: active.length }, (_, at) =>
        active.getLine(at)?.translateToString(true),
      );
      return all.map((text) => (text ?? "").trimEnd());
    },
    cursor(): Place {
      const { baseY, cursorX, cursorY } = terminal.buffer.active;
      return { row: baseY + cursorY, column: cursorX };
    },
    close: () => terminal.dispose(),
  };
}

function trimmed(lines: readonly string[]): string[] {
  const all = lines.map((text) => text.trimEnd());
  while (all.at(-1) === "") all.pop();
  return all;
}

const WINDOW = fc.tuple(fc.integer({ min: 10, max: 30 }), fc.integer({ min: 4, max: 10 }));

test("any frames leave each finished line once and in order, below them the last live lines, and the cursor in its place", async () => {
  const scenario = WINDOW.chain(([columns, rows]) =>
    frames(columns, rows).map((list) => ({ columns, rows, list })),
  );
  await fc.assert(
    fc.asyncProperty(scenario, async ({ columns, rows, list }) => {
      const terminal = open(columns, rows);
      try {
        const screen = createScreen(terminal.write);
        const finished: string[] = [];
        for (const frame of list) {
          finished.push(...frame.finished);
          screen.draw(frame.finished, frame.live, frame.cursor);
          await terminal.settled();
          expect(trimmed(terminal.lines())).toEqual(trimmed([...finished, ...frame.live]));
          if (frame.cursor)
            expect(terminal.cursor()).toEqual({
              row: finished.length + frame.cursor.row,
              column: frame.cursor.column,
            });
        }
        screen.clear();
        await terminal.settled();
        expect(trimmed(terminal.lines())).toEqual(trimmed(finished));
        expect(terminal.cursor()).toEqual({ row: finished.length, column: 0 });
      } finally {
        terminal.close();
      }
    }),
  );
});

test("a finished line that is wider than the window is the terminal's to break, and is one line when it is copied", async () => {
  const terminal = open(10, 5);
  const screen = createScreen(terminal.write);
  screen.draw([], ["live"], { row: 0, column: 2 });
  screen.draw(["x".repeat(25), "next"], ["live"], { row: 0, column: 4 });
  await terminal.settled();
  expect(trimmed(terminal.lines())).toEqual(["x".repeat(10), "x".repeat(10), "xxxxx", "next", "live"]);
  expect(terminal.cursor()).toEqual({ row: 4, column: 4 });
  terminal.close();
});

test("a live line that is wider for the terminal than for us takes no second row", async () => {
  const terminal = open(10, 5);
  const screen = createScreen(terminal.write);
  screen.draw([], ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "below"], { row: 1, column: 5 });
  screen.draw([], ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "under"], { row: 1, column: 5 });
  await terminal.settled();
  expect(trimmed(terminal.lines()).slice(1)).toEqual(["under"]);
  terminal.close();
});

test("nothing is written for a frame that is the same, and only the line that changed for another", async () => {
  const terminal = open(40, 10);
  const screen = createScreen(terminal.write);
  const live = ["one", "two", "three ".repeat(6)];
  screen.draw([], live, { row: 1, column: 3 });
  expect(await terminal.settled()).toBeGreaterThan(0);
  screen.draw([], [...live], { row: 1, column: 3 });
  expect(await terminal.settled()).toBe(0);
  screen.draw([], ["one", "2", live[2] ?? ""], { row: 1, column: 1 });
  expect(await terminal.settled()).toBeLessThan(70);
  expect(trimmed(terminal.lines())).toEqual(trimmed(["one", "2", live[2] ?? ""]));
  screen.draw([], ["one", "2", live[2] ?? ""], undefined);
  expect(await terminal.settled()).toBeGreaterThan(0);
  terminal.close();
});

test("what somebody else wrote stays, and the next frame begins below it", async () => {
  const terminal = open(20, 6);
  const screen = createScreen(terminal.write);
  screen.draw(["done"], ["live"], { row: 0, column: 0 });
  screen.clear();
  terminal.write("their words\r\n");
  screen.forget();
  screen.draw([], ["live again"], { row: 0, column: 0 });
  await terminal.settled();
  expect(trimmed(terminal.lines())).toEqual(["done", "their words", "live again"]);
  terminal.close();
});

test("a dumb terminal gets lines and a prompt, and nothing that moves", () => {
  let text = "";
  const screen = createDumbScreen((more) => {
    text += more;
  }, "> ");
  screen.draw(["one"], ["live"], { row: 0, column: 0 });
  screen.draw([], ["live 2"], { row: 0, column: 0 });
  screen.draw(["two"], [], undefined);
  screen.resized(10);
  screen.draw([], [], { row: 0, column: 0 });
  screen.forget();
  screen.draw(["three"], [], { row: 0, column: 0 });
  screen.clear();
  screen.clear();
  expect(text).toBe("one\n> \ntwo\n> three\n> \n");
});
