import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { SlashEntry } from "../../src/prompts/slash.ts";
import { complete, completed } from "../../src/terminal/complete.ts";
import { createEditor, type Editor, withText } from "../../src/terminal/editor.ts";
import { graphemes } from "../../src/terminal/text-cells.ts";

let workspace = "";
beforeAll(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), "letscode-complete-")));
  for (const folder of ["src", "my notes", ".git"]) mkdirSync(join(workspace, folder));
  for (const name of [
    "src/main.ts",
    "my notes/to do.txt",
    "READ me.md",
    "上游.md",
    "odd\u001b[2J",
    'q"uote',
    ".env",
  ])
    writeFileSync(join(workspace, name), "");
  return () => rmSync(workspace, { recursive: true, force: true });
});

const COMMANDS: readonly SlashEntry[] = [
  { name: "review", kind: "template", description: "Review it", argumentHint: "FILE" },
  { name: "help", kind: "plugin", description: "Not the terminal's own" },
];

function sources() {
  return { workspace, commands: async () => COMMANDS };
}

function draft(text: string, cursor = text.length): Editor {
  return withText(createEditor(), text, cursor);
}

async function itemsOf(text: string): Promise<string[] | undefined> {
  return (await complete(draft(text), sources()))?.items.map((item) => item.text);
}

test("files are completed as they are called, folders first, those with blanks in quotes", async () => {
  expect(await itemsOf("see @")).toEqual(['@"my notes/', "@src/", '@"READ me.md" ', "@上游.md "]);
  expect(await itemsOf("see @read")).toEqual(['@"READ me.md" ']);
  expect(await itemsOf('see @"my notes/t')).toEqual(['@"my notes/to do.txt" ']);
  expect(await itemsOf("@.")).toEqual(["@.git/", "@.env "]);
  expect(await itemsOf("@src/m")).toEqual(["@src/main.ts "]);
  expect(await itemsOf("@nowhere/")).toBeUndefined();
  expect(await itemsOf("mail@src")).toBeUndefined();
});

test("commands are completed at the beginning only, the terminal's own before others of the same name", async () => {
  expect(await itemsOf("/he")).toEqual(["/help"]);
  expect(await itemsOf("/re")).toEqual(["/resume ", "/review "]);
  expect(await itemsOf("see /re")).toBeUndefined();
  expect(await itemsOf("/review a")).toBeUndefined();
});

test("what is completed stands in the place of the word, in front of what follows", async () => {
  const editor = draft("see @src/m today", 10);
  const found = await complete(editor, sources());
  const item = found?.items[0];
  expect(item && completed(editor, found, item)).toMatchObject({
    text: "see @src/main.ts  today",
    cursor: 17,
  });
});

test("any draft has completions or none, and each leaves the cursor between two characters", async () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom("@", "/", '"', " ", "\n", "src", "my", "~/", "..", "上"),
        fc.string({ unit: "grapheme" }),
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join("").replace(/[^\P{Cc}\n]/gu, ""));
  await fc.assert(
    fc.asyncProperty(text, fc.nat(), async (words, place) => {
      const editor = draft(words, place % (words.length + 1));
      const found = await complete(editor, sources());
      for (const item of found?.items ?? []) {
        expect(item.text).not.toMatch(/\p{Cc}/u);
        const after = completed(editor, found as NonNullable<typeof found>, item);
        let at = 0;
        const places = new Set([0, ...graphemes(after.text).map((piece) => (at += piece.length))]);
        expect(places).toContain(after.cursor);
        expect(after.text.startsWith(words.slice(0, found?.start))).toBe(true);
      }
    }),
  );
});
