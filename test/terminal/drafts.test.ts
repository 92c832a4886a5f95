import { describe, expect, test } from "vitest";
import { answer } from "../loopback/chunks.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";
import type { TestTerminal } from "./terminal.ts";

const UP = "\u001b[A";
const DOWN = "\u001b[B";
const LEFT = "\u001b[D";

/** Types, and waits until the draft is these lines; the cursor is shown by what is typed next. */
async function typed(terminal: TestTerminal, keys: string, draft: string) {
  terminal.type(keys);
  const lines = draft.split("\n").map((line, at) => `${at === 0 ? ">" : " "} ${line}`.trimEnd());
  await terminal.shows(new RegExp(`^${lines.map(literal).join(" *\\n")} *\\n(openai|m\\b|Ctrl)`, "m"));
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

describe.each(SIZES)("in a window of %i×%i", (columns, rows) => {
  test("a draft of several lines is written, gone through, and sent as one message", async () => {
    const { server, open, prompts } = await setScene();
    server.reply(answer("Read."));
    const terminal = await open({ columns, rows });
    await typed(terminal, "one\ntwo", "one\ntwo");
    await typed(terminal, "\u001b[13;2uthree", "one\ntwo\nthree");
    await typed(terminal, `${UP}${UP}!`, "one!\ntwo\nthree");
    await typed(terminal, `${DOWN}\u0001-`, "one!\n-two\nthree");
    await typed(terminal, `${DOWN}\u0005.`, "one!\n-two\nthree.");
    terminal.type("\r");
    await terminal.shows("Read.");
    expect(prompts()).toEqual([["one!\n-two\nthree."]]);
    expect(terminal.everything()).toContain("> one!\n  -two\n  three.\n");
  });

  test("Up and Down go through earlier prompts, and come back to the draft", async () => {
    const { server, open, prompts } = await setScene();
    server.reply(answer("Read."), answer("Again."));
    const terminal = await open({ columns, rows });
    terminal.type("first\nof two lines\r");
    await terminal.shows(/Read\.\s+> ask/);
    terminal.type("second\r");
    await terminal.shows(/Again\.\s+> ask/);
    await typed(terminal, "draft", "draft");
    await typed(terminal, UP, "second");
    await typed(terminal, UP, "first\nof two lines");
    // Inside a draft of several lines they move the cursor.
    await typed(terminal, `${UP}!`, "first!\nof two lines");
    await typed(terminal, `\u007f${UP}`, "first\nof two lines");
    await typed(terminal, `${DOWN}${DOWN}`, "second");
    await typed(terminal, DOWN, "draft");
    expect(prompts().at(-1)).toEqual(["first\nof two lines", "second"]);
  });

  test("words are jumped over and cut, lines are cut, and what was cut or undone comes back", async () => {
    const { open } = await setScene();
    const terminal = await open({ columns, rows });
    await typed(terminal, "alpha beta gamma", "alpha beta gamma");
    await typed(terminal, "\u0017", "alpha beta");
    await typed(terminal, "\u0019", "alpha beta gamma");
    await typed(terminal, "\u001bb\u001bb-", "alpha -beta gamma");
    await typed(terminal, "\u000b", "alpha -");
    await typed(terminal, "\u001f", "alpha -beta gamma");
    await typed(terminal, "\u0015", "beta gamma");
    await typed(terminal, "\u0005\u0019", "beta gammaalpha -");
    await typed(terminal, "\u001b[H>", ">beta gammaalpha -");
    await typed(terminal, "\u001b[F<", ">beta gammaalpha -<");
    await typed(terminal, `${LEFT}${LEFT}\u001b[3~`, ">beta gammaalpha <");
    await typed(terminal, "\u001b[1;5D\u001b[1;5D|", ">|beta gammaalpha <");
  });
});

test("a draft that is higher than its part of the window shows the lines around the cursor", async () => {
  const { open } = await setScene();
  const terminal = await open({ columns: 40, rows: 10 });
  terminal.type(Array.from({ length: 12 }, (_, at) => `line ${at}`).join("\n"));
  await terminal.shows(/ {2}line 9\n {2}line 10\n {2}line 11\n/);
  for (let up = 0; up < 11; up++) terminal.type(UP);
  await terminal.shows(/> line 0\n {2}line 1\n {2}line 2\n/);
  terminal.type("\u0003");
  await terminal.shows(AT_REST);
});
