import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answer, calls, content } from "../loopback/chunks.ts";
import { HANG } from "../loopback/provider-server.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";

const editing = (old_text: string, new_text: string) =>
  calls({ id: new_text, name: "edit", arguments: { path: "a.txt", edits: [{ old_text, new_text }] } });

describe.each(SIZES)("in a window of %i×%i", (columns, rows) => {
  /** A project in which the model wants to edit a file. */
  async function asked() {
    const scene = await setScene();
    const file = scene.world.write("a.txt", "one\ntwo\nthree\n");
    scene.server.reply(editing("two", "2"));
    const terminal = await scene.open({ columns, rows });
    terminal.type("change two\r");
    await terminal.shows("y yes");
    return { ...scene, terminal, text: () => readFileSync(file, "utf8") };
  }

  test("a run with a tool and an edit shows the diff before it is allowed, and all of it stays readable", async () => {
    const { world, server, open } = await setScene();
    const file = world.write("a.txt", "one\ntwo\nthree\n");
    server.reply(
      calls({ id: "c0", name: "read", arguments: { path: "a.txt" } }),
      editing("two", "2"),
      answer("Done: **two** is now `2`."),
    );
    const terminal = await open({ columns, rows });
    terminal.type("change two\r");
    await terminal.shows("y yes");
    expect(terminal.screen()).toMatch(
      /\? edit changes files\n {2}path: a\.txt\n( {2}@@ -1,3 \+1,3 @@\n {3}one\n)? {2}-two\n {2}\+2\n {3}three\n {2}a: always/,
    );
    expect(terminal.screen()).toContain("\ny yes · n no · r no because · Esc stops\n");
    expect(readFileSync(file, "utf8")).toBe("one\ntwo\nthree\n");
    terminal.type("y");
    await terminal.shows("Done: two is now 2.");
    await terminal.shows(AT_REST);
    expect(readFileSync(file, "utf8")).toBe("one\n2\nthree\n");
    const [said, status] = terminal.everything().split(`\n${AT_REST}\n`);
    expect(said?.split("\n")).toEqual([
      "> change two",
      "",
      "✓ read a.txt · 3 lines",
      "✓ edit a.txt",
      "  @@ -1,3 +1,3 @@",
      "   one",
      "  -two",
      "  +2",
      "   three",
      "",
      "Done: two is now 2.",
      "",
    ]);
    expect(status).toMatch(/^openai-compatible\/m · context 15/);
  });

  test("'a' allows for good: it is not asked about again", async () => {
    const { server, terminal, text } = await asked();
    server.reply(editing("2", "3"), answer("Both."));
    terminal.type("a");
    await terminal.shows("Both.");
    expect(text()).toBe("one\n3\nthree\n");
  });

  test("'n' refuses, changes nothing, and the run goes on", async () => {
    const { server, terminal, text } = await asked();
    server.reply(answer("As you like."));
    terminal.type("n");
    await terminal.shows("As you like.");
    expect(text()).toBe("one\ntwo\nthree\n");
    expect(server.requests[1]?.json.messages.at(-1).content).toMatch(/^Denied: edit changes files/);
    expect(terminal.everything()).toContain("✗ edit a.txt\n  Denied: ");
  });

  test.each([
    ["Esc", "\u001b"],
    ["Ctrl+C", "\u0003"],
  ])("%s at a question refuses, changes nothing and stops the run", async (_name, key) => {
    const { server, terminal, text } = await asked();
    terminal.type(key);
    await terminal.shows(/stopped\s+> ask/);
    expect(text()).toBe("one\ntwo\nthree\n");
    expect(server.requests).toHaveLength(1);
  });

  test("words that are begun when a question comes up steer, and the question is answered after them", async () => {
    const { world, server, open } = await setScene();
    const file = world.write("a.txt", "one\ntwo\nthree\n");
    server.reply(editing("two", "2"), answer("With tabs."));
    const terminal = await open({ columns, rows });
    terminal.type("change two\r");
    await terminal.shows("? edit changes files");
    for (const letter of "yes, but with tabs") terminal.type(letter);
    await terminal.shows(/Esc: back to the question · Enter: send\n> yes, but with tabs\n/);
    terminal.type("\r");
    await terminal.shows(/next: yes, but with tabs\n[\s\S]*y yes/);
    terminal.type("y");
    await terminal.shows("With tabs.");
    expect(readFileSync(file, "utf8")).toBe("one\n2\nthree\n");
    expect(server.requests[1]?.json.messages.at(-1).content).toBe("yes, but with tabs");
  });

  test("with Esc the question has the keys again, and the draft stays", async () => {
    const { server, terminal, text } = await asked();
    server.reply(answer("Done."));
    terminal.type("hmm");
    await terminal.shows(/back to the question[^\n]*\n> hmm\n/);
    terminal.type("\u001b");
    await terminal.shows(/y yes[^>]*\n> hmm\n/);
    terminal.type("y");
    await terminal.shows("Done.");
    await terminal.shows(/^> hmm$/m);
    expect(text()).toBe("one\n2\nthree\n");
  });

  test("'r' refuses with a reason, which the model is told", async () => {
    const { server, terminal, text } = await asked();
    server.reply(answer("Another one, then."));
    terminal.type("r");
    await terminal.shows("> why not?");
    terminal.type("not this file\r");
    await terminal.shows("Another one, then.");
    expect(text()).toBe("one\ntwo\nthree\n");
    expect(server.requests[1]?.json.messages.at(-1).content).toBe("Denied: not this file");
  });

  test.each([
    ["Esc", "\u001b"],
    ["Ctrl+C", "\u0003"],
  ])("%s stops the answer and nothing else", async (_name, key) => {
    const { server, open, prompts } = await setScene();
    server.reply([content("It begins"), HANG], answer("Again."));
    const terminal = await open({ columns, rows });
    terminal.type("go\r");
    await terminal.shows("It begins");
    terminal.type(key);
    await terminal.shows(/It begins\s+stopped\s+> ask/);
    terminal.type("more\r");
    await terminal.shows("Again.");
    expect(prompts()[1]?.at(-1)).toBe("more");
  });

  test.each([
    ["Esc", "\u001b"],
    ["Ctrl+C", "\u0003"],
  ])("%s stops a running command", async (_name, key) => {
    const { world, server, open } = await setScene();
    const command = "echo $$ > pid; echo begun; sleep 60; touch late";
    server.reply(calls({ id: "c0", name: "bash", arguments: { command } }));
    const terminal = await open({ columns, rows, args: ["--permission-mode", "allow"] });
    terminal.type("go\r");
    await terminal.shows("  begun");
    terminal.type(key);
    await terminal.shows(/stopped\s+> ask/);
    expect(terminal.everything()).toContain("✗ bash");
    const pid = Number(readFileSync(join(world.project, "pid"), "utf8"));
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(existsSync(join(world.project, "late"))).toBe(false);
  });
});

test("a question that is longer than the window is read with the arrows, PageDown, Home and End", async () => {
  const { server, open } = await setScene();
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
  server.reply(calls({ id: "c0", name: "write", arguments: { path: "new.txt", content: lines.join("\n") } }));
  const terminal = await open({ columns: 40, rows: 10 });
  terminal.type("go\r");
  await terminal.shows(/\+line 1\n[\s\S]*more lines/);
  expect(terminal.screen()).not.toContain("+line 30");
  for (let down = 0; down < 40; down++) terminal.type("\u001b[B");
  await terminal.shows("+line 30\n");
  for (let up = 0; up < 40; up++) terminal.type("\u001b[A");
  await terminal.shows("+line 1\n");
  terminal.type("\u001b[6~");
  await terminal.shows(/path: new\.txt\n {2}\+line [23]\n[\s\S]*more lines/);
  terminal.type("\u001b[F");
  await terminal.shows("+line 30\n");
  terminal.type("\u001b[H");
  await terminal.shows("+line 1\n");
});

test("what was done without a question shows no more than its sign, its words and its size", async () => {
  const { world, server, open } = await setScene();
  world.write("a.txt", "x\n".repeat(100));
  server.reply(
    calls({ id: "c0", name: "read", arguments: { path: "a.txt" } }),
    calls({ id: "c1", name: "grep", arguments: { pattern: "nothing", path: "a.txt" } }),
    calls({ id: "c2", name: "read", arguments: { path: "gone.txt" } }),
    calls({ id: "c3", name: "bash", arguments: { command: "seq 9; exit 3" } }),
    answer("So."),
  );
  const terminal = await open({ args: ["--permission-mode", "allow"] });
  terminal.type("go\r");
  await terminal.shows("So.");
  const [, work] = terminal.everything().split("> go\n\n");
  expect(work?.split("\n\nSo.")[0]?.split("\n")).toEqual([
    "✓ read a.txt · 100 lines",
    "✓ grep nothing in a.txt · [no matches]",
    "✗ read gone.txt",
    "  gone.txt does not exist.",
    "✗ bash seq 9; exit 3",
    "  … 7 more lines",
    "  8",
    "  9",
    "  [exit code 3]",
  ]);
});

test("Ctrl+O shows the last call with all of its output, also while it works and behind a key that is secret", async () => {
  const key = "sk-test-SECRET123";
  const { world, server, open } = await setScene();
  world.environment.OPENAI_API_KEY = key;
  const command = `seq 40; echo ${key}`;
  server.reply(calls({ id: "c0", name: "bash", arguments: { command } }), [content("So"), HANG]);
  const terminal = await open({ args: ["--permission-mode", "allow"] });
  terminal.type("\u000f");
  await terminal.shows("no tool was called");
  terminal.type("go\r");
  await terminal.shows(/^So$/m);
  terminal.type("draft\u000f");
  await terminal.shows(/^40\n\*\*\*\n/m);
  await terminal.shows(/> draft\n/);
  const whole = [
    "✓ bash",
    "command: seq 40; echo ***",
    "",
    ...Array.from({ length: 40 }, (_, at) => at + 1),
    "***",
  ];
  expect(terminal.everything()).toContain(whole.join("\n"));
  expect(terminal.raw()).not.toContain("SECRET123");
});

test("a key in what a tool read is not shown", async () => {
  const key = "sk-test-SECRET123";
  const { world, server, open } = await setScene();
  world.environment.OPENAI_API_KEY = key;
  world.write(".env", `KEY=${key}`);
  server.reply(calls({ id: "c0", name: "read", arguments: { path: ".env" } }), answer("Read."));
  const terminal = await open();
  terminal.type("look\r");
  await terminal.shows("Read.");
  expect(terminal.everything()).toContain("✓ read .env · KEY=***");
  expect(terminal.raw()).not.toContain("SECRET123");
});
