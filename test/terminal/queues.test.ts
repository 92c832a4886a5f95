import { describe, expect, test } from "vitest";
import { createGate } from "../cases/gate.ts";
import { answer, calls, content } from "../loopback/chunks.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";

const READ = { id: "c0", name: "read", arguments: { path: "a.txt" } };

/** Working: the answer has begun, and its tool call comes when the gate opens. */
async function working(columns: number, rows: number) {
  const scene = await setScene();
  const gate = createGate();
  scene.world.write("a.txt", "x\n");
  scene.server.reply([content("Looking. "), { wait: gate.opened }, ...calls(READ)]);
  const terminal = await scene.open({ columns, rows });
  terminal.type("begin\r");
  await terminal.shows("Looking.");
  return { ...scene, terminal, goOn: gate.open };
}

describe.each(SIZES)("in a window of %i×%i", (columns, rows) => {
  test("what is typed while it works steers it, Alt+Enter waits for its end, and both are shown until they are said", async () => {
    const { terminal, server, goOn, prompts } = await working(columns, rows);
    server.reply(answer("Steered."), answer("Followed."));
    terminal.type("and quickly\r");
    await terminal.shows("next: and quickly\n> say more; Up takes the last one back\n");
    terminal.type("then rest\u001b\r");
    await terminal.shows("next: and quickly\nthen: then rest\n> say more; Up takes the last one back\n");
    goOn();
    await terminal.shows("Followed.");
    await terminal.shows(AT_REST);
    expect(prompts()).toEqual([["begin"], ["begin", "and quickly"], ["begin", "and quickly", "then rest"]]);
    const [said] = terminal.everything().split(`\n${AT_REST}`);
    expect(said?.split("\n")).toEqual([
      "> begin",
      "",
      "Looking.",
      "",
      "✓ read a.txt · x",
      "",
      "> and quickly",
      "",
      "Steered.",
      "",
      "> then rest",
      "",
      "Followed.",
      "",
    ]);
  });

  test("Up takes back what was queued last, and Enter queues it again", async () => {
    const { terminal, server, goOn, prompts } = await working(columns, rows);
    terminal.type("and quickly\r");
    await terminal.shows("next: and quickly");
    terminal.type("then rest\u001b\r");
    await terminal.shows("then: then rest");
    terminal.type("\u001b[A");
    await terminal.shows(/next: and quickly\n> then rest\n/);
    expect(terminal.screen()).not.toContain("then:");
    terminal.type(" well\u001b\r");
    await terminal.shows("then: then rest well\n");
    terminal.type("\u001b[A\u0015\u001b[A");
    await terminal.shows(/^> and quickly\n/m);
    expect(terminal.screen()).not.toContain("next:");
    terminal.type("\r");
    await terminal.shows("next: and quickly\n");
    server.reply(answer("Steered."));
    goOn();
    await terminal.shows("Steered.");
    await terminal.shows(AT_REST);
    expect(prompts()).toEqual([["begin"], ["begin", "and quickly"]]);
  });

  test("Esc makes what waits to be said a draft again, before what was being typed", async () => {
    const { terminal, server, prompts } = await working(columns, rows);
    terminal.type("and quickly\r");
    await terminal.shows("next: and quickly");
    terminal.type("then rest\u001b\r");
    await terminal.shows("then: then rest");
    terminal.type("half a thou");
    await terminal.shows("> half a thou");
    terminal.type("\u001b");
    await terminal.shows("> and quickly\n  then rest\n  half a thou\n");
    server.reply(answer("All of it."));
    terminal.type("ght\r");
    await terminal.shows("All of it.");
    expect(prompts()).toEqual([["begin"], ["begin", "and quickly\nthen rest\nhalf a thought"]]);
  });
});

test("more than the window has room for is queued all the same", async () => {
  const { terminal, server, goOn, prompts } = await working(40, 10);
  const words = Array.from({ length: 12 }, (_, at) => `word ${at}`);
  server.reply(answer("All heard."));
  for (const [at, word] of words.entries()) {
    terminal.type(`${word}\r`);
    await terminal.shows(at < 2 ? `next: ${word}\n` : `next: word 0\n… ${at} more lines\n`);
  }
  goOn();
  await terminal.shows("All heard.");
  expect(prompts()[1]).toEqual(["begin", ...words]);
});
