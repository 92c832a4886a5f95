import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Key } from "../../src/terminal/keys.ts";
import { pastedPaths } from "../../src/terminal/pasted-paths.ts";
import { Typing } from "../../src/terminal/typing.ts";
import { createManualClock } from "../llm/manual-clock.ts";

function key(name: string): Key {
  return { type: "key", name, ctrl: false, alt: false, shift: false };
}

function text(typed: string): Key {
  return { type: "text", text: typed };
}

/** What is typed in a folder with these files. */
function start(...files: string[]) {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "letscode-typing-")));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  for (const file of files) writeFileSync(join(workspace, file), "");
  let changed: (() => void) | undefined;
  const typing = new Typing({
    workspace,
    clock: createManualClock(),
    commands: async () => [],
    models: async () => ["demo", "mistral/a", "mistral/b"],
    onChange: () => changed?.(),
  });
  const completed = () =>
    new Promise<void>((resolve) => {
      changed = resolve;
    });
  return { typing, completed };
}

test("a list that has just become out of date completes nothing that no longer fits", async () => {
  const { typing, completed } = start("alpha.txt", "beta.txt");
  const shown = completed();
  typing.key(text("@a"));
  await shown;
  expect(typing.list?.items.map((item) => item.text)).toEqual(["@alpha.txt "]);
  typing.key(text("z"));
  expect(typing.list).toBeUndefined();
  expect(typing.listKey(key("tab"))).toBe(false);
});

test("a list moves with Up and Down, leaves with Esc and completes with Tab", async () => {
  const { typing, completed } = start("a1", "a2");
  const shown = completed();
  typing.key(text("see @a"));
  await shown;
  for (const name of ["down", "down", "up"]) expect(typing.listKey(key(name))).toBe(true);
  expect(typing.listKey(key("tab"))).toBe(true);
  expect(typing.editor.text).toBe("see @a2 ");
  const again = completed();
  typing.key(text("@"));
  await again;
  expect(typing.listKey(key("escape"))).toBe(true);
  expect(typing.list).toBeUndefined();
});

test("what is typed behind a command is sent as it is until something else is chosen by hand", async () => {
  const { typing, completed } = start();
  let shown = completed();
  typing.key(text("/model mistral/"));
  await shown;
  expect(typing.list).toMatchObject({ at: -1, items: [{ text: "mistral/a" }, { text: "mistral/b" }] });
  expect(typing.listKey(key("enter"))).toBe(false);
  expect(typing.prompt.text).toBe("/model mistral/");
  expect(typing.listKey(key("up"))).toBe(true);
  expect(typing.listKey(key("enter"))).toBe(false);
  expect(typing.prompt.text).toBe("/model mistral/b");
  typing.take();
  shown = completed();
  typing.key(text("/model mistral/"));
  await shown;
  expect(typing.listKey(key("tab"))).toBe(true);
  expect(typing.prompt.text).toBe("/model mistral/a");
});

test("the prompt ends where its last word does", () => {
  const { typing } = start();
  typing.key(text("see @a.txt  "));
  expect(typing.take()).toEqual({ text: "see @a.txt", images: [] });
});

test("earlier prompts are each there once, the newest first, without anything a terminal obeys", async () => {
  const { typing } = start();
  typing.recall(["one", "two\u001b[2J\u{100000}", "one"]);
  typing.key(text("three"));
  typing.take();
  let values: string[] = [];
  await typing.search(async (_title, choices) => {
    values = choices.map(({ value }) => value);
    return undefined;
  });
  expect(values).toEqual(["three", "one", "two"]);
  expect(typing.editor.text).toBe("");
  await typing.search(async () => "two");
  expect(typing.prompt).toEqual({ text: "two", images: [] });
});

test("a paste that is nothing but paths of images names them, however it is written", () => {
  for (const [paste, expected] of [
    ["/a/b.png", [["/a/b.png"], ["/a/b.png"]]],
    [" '/a b/c.PNG' \n", [["/a b/c.PNG"]]],
    [`'/it'\\''s.jpg'`, [["/it's.jpg"]]],
    [`"/a \\"b\\".webp"`, [['/a "b".webp']]],
    ["/a\\ b.gif", [["/a\\ b.gif"], ["/a b.gif"]]],
    ["/a b.jpeg", [["/a b.jpeg"]]],
    ["/a.png '/b c.png'\n/d.png", [["/a.png '/b c.png'\n/d.png"], ["/a.png", "/b c.png", "/d.png"]]],
    ["/9.41\u202fAM\\ 2.png", [["/9.41\u202fAM\\ 2.png"], ["/9.41\u202fAM 2.png"]]],
    ["file:///a%20b.png", [["/a b.png"]]],
    ["~/a.png", [[join(homedir(), "a.png")], [join(homedir(), "a.png")]]],
    ["a.png", []],
    ["see /a.png", []],
    ["/a.png is it", []],
    ["/a.txt", []],
    ["file://host/a.png", []],
    ["file:///a%zz.png", []],
    ["https://a.b/c.png", []],
    [`/${"x".repeat(9000)}.png`, []],
    ["", []],
  ] as const) {
    const lists = pastedPaths(paste).map((list) => [...list]);
    const unique = new Set(lists.map((list) => JSON.stringify(list)));
    expect([paste, [...unique]]).toEqual([paste, [...new Set(expected.map((list) => JSON.stringify(list)))]]);
  }
});
