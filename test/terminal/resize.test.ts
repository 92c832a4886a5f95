import { describe, expect, test } from "vitest";
import { createGate } from "../cases/gate.ts";
import { answer, calls, content } from "../loopback/chunks.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";

const AT_WORK = "> say more, or Esc to stop";
const word = (at: number) => `w${String(at).padStart(3, "0")}`;

/** A paragraph of numbered words. */
function paragraph(from: number, count: number): string {
  return Array.from({ length: count }, (_, at) => word(from + at)).join(" ");
}

describe.each(SIZES)(
  "a window of %i×%i that becomes 40 and then 100 columns wide in the middle of an answer",
  (columns, rows) => {
    test("loses no word and doubles none, and keeps one editor below them", async () => {
      const { server, open } = await setScene();
      const gates = [createGate(), createGate()] as const;
      server.reply([
        content(`${paragraph(0, 60)}\n\n${paragraph(60, 60)}`),
        { wait: gates[0].opened },
        content(` ${paragraph(120, 60)}\n\n${paragraph(180, 60)}`),
        { wait: gates[1].opened },
        ...answer(` ${paragraph(240, 60)}`),
      ]);
      const terminal = await open({ columns, rows });
      terminal.type("count\r");
      await terminal.shows(word(119));
      terminal.resize(40, rows);
      await terminal.shows(new RegExp(`${AT_WORK}\\n.{1,39}$`));
      gates[0].open();
      await terminal.shows(word(239));
      expect(
        Math.max(
          ...terminal
            .screen()
            .split("\n")
            .map((line) => line.length),
        ),
      ).toBeLessThan(40);
      terminal.resize(100, rows);
      await terminal.shows(new RegExp(`${AT_WORK}\\n.+$`));
      gates[1].open();
      await terminal.shows(AT_REST);
      const everything = terminal.everything();
      expect(everything.match(/w\d{3}/g)).toEqual(Array.from({ length: 300 }, (_, at) => word(at)));
      expect(everything.match(/^> .*$/gm)).toEqual(["> count", AT_REST]);
      expect(everything.match(/^.*(Esc|context).*$/gm)?.length).toBe(1);
      expect(everything).not.toMatch(/\n\n\n/);
    });

    test("keeps the question that is asked and the draft that is typed", async () => {
      const { world, server, open } = await setScene();
      world.write("a.txt", "two\n");
      const edits = [{ old_text: "two", new_text: "2" }];
      server.reply(calls({ id: "c1", name: "edit", arguments: { path: "a.txt", edits } }), answer("Done."));
      const terminal = await open({ columns, rows });
      terminal.type("change two\r");
      await terminal.shows("y yes");
      for (const width of [40, 100, 80]) {
        terminal.resize(width, rows);
        await terminal.shows(
          /\? edit changes files\n {2}path: a\.txt\n( {2}@@.*\n)? {2}-two\n {2}\+2\n {2}a: always/,
        );
      }
      terminal.type("y");
      await terminal.shows(AT_REST);
      const draft = "one two three four five six seven eight nine ten eleven twelve";
      terminal.type(draft);
      await terminal.shows("twelve");
      terminal.resize(40, rows);
      await terminal.shows("> one two three four five six seven eig\n  ht");
      terminal.resize(100, rows);
      await terminal.shows(`> ${draft}\n`);
      expect(terminal.everything().match(/\? edit|> one|> change|✓ edit/g)).toEqual([
        "> change",
        "✓ edit",
        "> one",
      ]);
    });
  },
);

test("a window that is made lower and higher keeps what it showed", async () => {
  const { server, open } = await setScene();
  const gate = createGate();
  server.reply([
    content(`${paragraph(0, 60)}\n\n${paragraph(60, 40)}`),
    { wait: gate.opened },
    ...answer(` ${paragraph(100, 20)}`),
  ]);
  const terminal = await open({ columns: 80, rows: 24 });
  terminal.type("count\r");
  await terminal.shows(word(99));
  for (const rows of [10, 30, 12, 24]) {
    terminal.resize(80, rows);
    await terminal.shows(new RegExp(`${AT_WORK}\\n.+$`));
  }
  gate.open();
  await terminal.shows(AT_REST);
  const everything = terminal.everything();
  expect(everything.match(/w\d{3}/g)).toEqual(Array.from({ length: 120 }, (_, at) => word(at)));
  expect(everything.match(/^> .*$/gm)).toEqual(["> count", AT_REST]);
});

test("a window that gets any size in the middle of a list leaves nothing of the live lines behind", async () => {
  const { server, open } = await setScene();
  const sizes = [
    [40, 12],
    [120, 30],
    [61, 17],
    [30, 12],
    [80, 24],
  ] as const;
  const gates = sizes.map(() => createGate());
  const items = (turn: number) =>
    Array.from({ length: 20 }, (_, at) => `1. ${word(20 * turn + at)} of it\n`).join("");
  server.reply([
    ...gates.flatMap((gate, turn) => [content(items(turn)), { wait: gate.opened }]),
    ...answer("\nThe end."),
  ]);
  const terminal = await open({ columns: 80, rows: 24 });
  terminal.type("count\r");
  for (const [turn, [columns, rows]] of sizes.entries()) {
    await terminal.shows(word(20 * turn + 19));
    terminal.resize(columns, rows);
    await terminal.shows(new RegExp(`${AT_WORK}\\n.+$`));
    gates[turn]?.open();
  }
  await terminal.shows(AT_REST);
  const everything = terminal.everything();
  expect(everything.match(/^.*w\d{3}.*$/gm)?.map((line) => line.trim())).toEqual(
    Array.from({ length: 100 }, (_, at) => `${at + 1}. ${word(at)} of it`),
  );
  expect(everything.match(/^> .*$/gm)).toEqual(["> count", AT_REST]);
  expect(everything.match(/^.*(Esc|context).*$/gm)?.length).toBe(1);
});
