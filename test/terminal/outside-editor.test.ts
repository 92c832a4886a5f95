import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createGate } from "../cases/gate.ts";
import { answer } from "../loopback/chunks.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";

const CTRL_G = "\u0007";

/** A project whose editor is this script; in it, `$1` is the file. */
async function withEditor(script: string, columns = 80, rows = 24) {
  const scene = await setScene();
  const file = scene.world.write("an editor.sh", `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  const terminal = await scene.open({
    columns,
    rows,
    environment: { EDITOR: `'${file}'`, OPENAI_API_KEY: "sk-test-SECRET123" },
  });
  return { ...scene, terminal, left: () => readdirSync(join(scene.world.root, "tmp")) };
}

describe.each(SIZES)("in a window of %i×%i", (columns, rows) => {
  test("Ctrl+G writes the draft in $EDITOR, which has the terminal meanwhile, and takes it back", async () => {
    const { terminal, server, prompts, world, left } = await withEditor(
      `cp "$1" seen; stty -a > tty; printf 'in the editor\\n'; read -r key; printf '%s\\tand %s\\n\\n' "$(cat "$1")" "$key" > "$1"`,
      columns,
      rows,
    );
    server.reply(answer("Read."));
    terminal.type(`one \u001b[200~${"x\r".repeat(20)}\u001b[201~two`);
    await terminal.shows("> one [paste of 20 lines]two");
    terminal.type(CTRL_G);
    await terminal.shows("in the editor");
    expect(terminal.screen()).not.toContain("> one");
    terminal.type("three\n");
    await terminal.shows(/and\s+three\n {2}\n(openai|m\b)/);
    terminal.type("\r");
    await terminal.shows("Read.");
    const draft = `one ${"x\n".repeat(20)}two`;
    expect(readFileSync(join(world.project, "seen"), "utf8")).toBe(draft);
    expect(prompts()).toEqual([[`${draft}\tand three`]]);
    expect(readFileSync(join(world.project, "tty"), "utf8")).toMatch(/(^|\s)icanon/);
    expect(left()).toEqual([]);
  });

  test("an editor that fails leaves the draft as it was, and says so", async () => {
    const { terminal, left } = await withEditor(`echo broken > "$1"; exit 3`, columns, rows);
    terminal.type(`my draft${CTRL_G}`);
    await terminal.shown(/ended\s+with\s+3/);
    await terminal.shows("> my draft\n");
    terminal.type("!");
    await terminal.shows("> my draft!\n");
    expect(left()).toEqual([]);
  });

  test("Ctrl+C in the editor is the editor's, and no key is in its environment", async () => {
    const { terminal, world, left } = await withEditor(
      `env > seen; trap 'echo caught' INT; printf 'in the editor\\n'; read -r key; exit 1`,
      columns,
      rows,
    );
    terminal.type(`my draft${CTRL_G}`);
    await terminal.shows("in the editor");
    terminal.type("\u0003");
    await terminal.shows("caught");
    await terminal.shows("> my draft\n");
    terminal.type("!");
    await terminal.shows("> my draft!\n");
    expect(readFileSync(join(world.project, "seen"), "utf8")).not.toContain("OPENAI_API_KEY");
    expect(left()).toEqual([]);
  });

  test("an editor that takes its file away leaves the draft as it was", async () => {
    const { terminal } = await withEditor(`rm "$1"`, columns, rows);
    terminal.type(`my draft${CTRL_G}`);
    await terminal.shown(/left\s+no\s+file/);
    await terminal.shows("> my draft\n");
  });

  test("an editor that is not there leaves the draft as it was, and is named", async () => {
    const { open } = await setScene();
    const terminal = await open({ columns, rows, environment: { VISUAL: "no-such-editor", EDITOR: "true" } });
    terminal.type(`my draft${CTRL_G}`);
    await terminal.shown(/no-such-editor/);
    await terminal.shows("> my draft\n");
    terminal.type("!");
    await terminal.shows("> my draft!\n");
  });
});

test("what is said meanwhile is shown when the editor is closed", async () => {
  const { terminal, server, world } = await withEditor(`printf 'in the editor'; read -r key`);
  const gate = createGate();
  server.reply([{ wait: gate.opened }, ...answer("Meanwhile.")]);
  terminal.type("go\r");
  terminal.type(CTRL_G);
  await terminal.shows("in the editor");
  gate.open();
  await expect.poll(() => world.everythingWritten()).toContain("Meanwhile.");
  // What is saved would have been drawn within three frames.
  await pause(100);
  expect(terminal.screen()).not.toMatch(/Meanwhile|>/);
  terminal.type("\n");
  await terminal.shows(/Meanwhile\.\n\n> ask/);
  expect(terminal.everything().match(/Meanwhile/g)).toHaveLength(1);
  expect(terminal.screen()).toContain(AT_REST);
});
