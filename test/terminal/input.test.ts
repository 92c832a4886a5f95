import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answer } from "../loopback/chunks.ts";
import { AT_REST, setScene } from "./scene.ts";
import { openTerminal } from "./terminal.ts";

test.each([
  ["the kitty protocol", "\u001b[13;2u"],
  ["xterm", "\u001b[27;2;13~"],
  ["Ctrl+J", "\n"],
])("Shift+Enter, as it comes in the words of %s, is a new line", async (_name, key) => {
  const scene = await setScene();
  scene.server.reply(answer("Both."));
  const terminal = await scene.open();
  terminal.type(`one${key}two`);
  await terminal.shows("> one\n  two");
  terminal.type("\r");
  await terminal.shows("Both.");
  expect(scene.prompts()).toEqual([["one\ntwo"]]);
});

/** What is turned on, and what turns it off. */
const MODES: readonly (readonly [string, string])[] = [
  ["\u001b[>5u", "\u001b[<u"],
  ["\u001b[>4;1m", "\u001b[>4m"],
  ["\u001b[?2004h", "\u001b[?2004l"],
];

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

test("every mode is on once, and off while another program has the terminal and at the end", async () => {
  const scene = await setScene();
  const terminal = openTerminal(scene.world, {
    line: `$L ${scene.flags.join(" ")}; echo left; read -r _`,
    environment: { EDITOR: "sh -c 'echo from the editor > \"$1\"' sh" },
  });
  await terminal.shows("openai-compatible/m");
  terminal.type("\u0007");
  await terminal.shows("> from the editor");
  for (const [on, off] of MODES) {
    expect([on, count(terminal.raw(), on)]).toEqual([on, 2]);
    expect([off, count(terminal.raw(), off)]).toEqual([off, 1]);
  }
  terminal.type("\u0015\u0004");
  await terminal.shown("left");
  for (const [on, off] of MODES) {
    expect([on, count(terminal.raw(), on)]).toEqual([on, 2]);
    expect([off, count(terminal.raw(), off)]).toEqual([off, 2]);
    expect(terminal.raw().lastIndexOf(off)).toBeGreaterThan(terminal.raw().lastIndexOf(on));
  }
  // The mouse is the terminal's: what is shown can be marked and copied.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
  expect(terminal.raw()).not.toMatch(/\u001b\[\?(?:9|100\d|101\d)h/);
});

test("an editor that is stopped and brought back has the terminal to itself", async () => {
  const scene = await setScene();
  const editor = join(scene.world.root, "editor");
  writeFileSync(editor, '#!/bin/bash\nkill -TSTP 0\nread -r line < /dev/tty\necho "$line" > "$1"\n');
  chmodSync(editor, 0o755);
  const environment = { PS1: "shell\\$ ", EDITOR: editor };
  const terminal = openTerminal(scene.world, { line: "exec bash --norc -i", environment });
  await terminal.shows("shell");
  terminal.type(`$L ${scene.flags.join(" ")}\r`);
  await terminal.shows("openai-compatible/m");
  terminal.type("\u0007");
  await terminal.shows("Stopped");
  terminal.type("fg\r");
  await terminal.shows(/fg\n/);
  terminal.type("some words\r");
  await terminal.shows("> some words");
});

test("the console of Linux is told no protocol that it may not know", async () => {
  const scene = await setScene();
  const terminal = await scene.open({ environment: { TERM: "linux" } });
  terminal.type("\u0004");
  await terminal.exited;
  for (const part of ["\u001b[>", "\u001b[<"]) expect(terminal.raw()).not.toContain(part);
});

test("what a terminal answers is no text of the draft", async () => {
  const scene = await setScene();
  const terminal = await scene.open();
  terminal.type("a\u001b[?1u\u001b]11;rgb:0000/0000/0000\u001b\\b\u001bP>|term\u001b\\c\u009bd");
  await terminal.shows("> abcd");
});

test("Ctrl+R finds an earlier prompt by what stands in it", async () => {
  const scene = await setScene();
  scene.server.reply(answer("One."), answer("Two."), answer("Three."));
  const terminal = await scene.open();
  terminal.type("\u0012");
  await terminal.shows("nothing fits");
  terminal.type("\u001b");
  await terminal.shows(AT_REST);
  for (const [words, reply] of [
    ["write the parser", "One."],
    ["test the lexer", "Two."],
  ]) {
    terminal.type(`${words}\r`);
    await terminal.shows(reply ?? "");
    await terminal.shows(AT_REST);
  }
  terminal.type("draft\u0012\u0012");
  await terminal.shows(/Earlier prompts:\n {2}test the lexer\s*\n› write the parser/);
  terminal.type("\u0003");
  await terminal.shows("> draft");
  expect(terminal.screen()).not.toContain("Ctrl+C again");
  terminal.type("\u0012");
  await terminal.shows(/Earlier prompts:\n› test the lexer\s*\n {2}write the parser/);
  terminal.type("parse");
  await terminal.shows(/Earlier prompts: parse\n› write the parser/);
  terminal.type("\u001b");
  await terminal.shows("> draft");
  terminal.type("\u0012PARS\r");
  await terminal.shows("> write the parser");
  terminal.type("\u001f");
  await terminal.shows("> draft");
});
