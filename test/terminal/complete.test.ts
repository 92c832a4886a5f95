import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { SlashEntry } from "../../src/prompts/slash.ts";
import { complete, completed } from "../../src/terminal/complete.ts";
import { createEditor, type Editor, withText } from "../../src/terminal/editor.ts";
import { ProjectFiles } from "../../src/terminal/project-files.ts";
import { graphemes } from "../../src/terminal/text-cells.ts";
import { createManualClock } from "../llm/manual-clock.ts";

let workspace = "";
beforeAll(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), "letscode-complete-")));
  for (const folder of ["src", "my notes", ".git", "deep/a/b/c/d/e", "made", "empty"])
    mkdirSync(join(workspace, folder), { recursive: true });
  writeFileSync(join(workspace, ".gitignore"), "made\n");
  for (const name of [
    "src/main.ts",
    "src/domain.ts",
    "deep/a/b/c/d/e/leaf.txt",
    "made/made-by-tools.ts",
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

const MODELS = ["demo", "mistral/mistral-large-2512", "ollama/qwen3"];
let files: ProjectFiles;
beforeAll(async () => {
  files = new ProjectFiles({ workspace, clock: createManualClock(), onFound: () => {} });
  await files.list();
});

function sources() {
  return { workspace, commands: async () => COMMANDS, models: async () => MODELS, files: async () => files };
}

function draft(text: string, cursor = text.length): Editor {
  return withText(createEditor(), text, cursor);
}

async function itemsOf(text: string): Promise<string[] | undefined> {
  return (await complete(draft(text), sources()))?.items.map((item) => item.text);
}

test("folders are listed as they are, folders first, names with blanks in quotes", async () => {
  expect(await itemsOf("see @")).toEqual([
    "@deep/",
    "@empty/",
    "@made/",
    '@"my notes/',
    "@src/",
    '@"READ me.md" ',
    "@上游.md ",
  ]);
  expect(await itemsOf('see @"my notes/t')).toEqual(['@"my notes/to do.txt" ']);
  expect(await itemsOf("@src/")).toEqual(["@src/domain.ts ", "@src/main.ts "]);
  expect(await itemsOf("@src/m")).toEqual(["@src/main.ts "]);
  expect(await itemsOf("@made/m")).toEqual(["@made/made-by-tools.ts "]);
  expect(await itemsOf(`@${workspace}/sr`)).toEqual([`@${workspace}/src/`]);
  expect(await itemsOf("mail@src")).toBeUndefined();
});

test("letters find files at any depth: names that begin so, then names that hold them, then paths that do in order", async () => {
  expect(await itemsOf("@leaf")).toEqual(["@deep/a/b/c/d/e/leaf.txt "]);
  expect(await itemsOf("@MAIN")).toEqual(["@src/main.ts ", "@src/domain.ts "]);
  expect(await itemsOf("@dleaf")).toEqual(["@deep/a/b/c/d/e/leaf.txt "]);
  expect(await itemsOf("@main.t")).toEqual(["@src/main.ts ", "@src/domain.ts "]);
  expect(await itemsOf("@dt")).toEqual([
    '@"my notes/to do.txt" ',
    "@src/domain.ts ",
    "@deep/a/b/c/d/e/leaf.txt ",
  ]);
  expect(await itemsOf("@~")).toEqual(["@~/"]);
  expect(await itemsOf("@deep/leaf")).toEqual(["@deep/a/b/c/d/e/leaf.txt "]);
  expect(await itemsOf("see @read")).toEqual(['@"READ me.md" ']);
  expect(await itemsOf('@"to d')).toEqual(['@"my notes/to do.txt" ']);
});

test("what is ignored is found by its beginning only when nothing else fits, and hidden files when a dot is typed", async () => {
  expect(await itemsOf("@made-by")).toEqual([]);
  expect(await itemsOf("@mad")).toEqual(["@made/"]);
  expect(await itemsOf("@env")).toEqual([]);
  expect(await itemsOf("@.en")).toEqual(["@.env "]);
  expect(await itemsOf("@.")).toEqual(["@.git/", "@.env ", "@.gitignore "]);
});

test("what fits nothing says so, but not while files are still being listed", async () => {
  expect(await complete(draft("see @zzz"), sources())).toEqual({
    start: 4,
    items: [],
    nothing: "no file matches",
  });
  expect(await complete(draft("@nowhere/"), sources())).toMatchObject({ items: [] });
  const listing = new ProjectFiles({ workspace, clock: createManualClock(), onFound: () => {} });
  const now = { ...sources(), files: async () => listing };
  expect(await complete(draft("@zzz"), now)).toBeUndefined();
  expect((await complete(draft("@sr"), now))?.items).toEqual([{ text: "@src/", description: "" }]);
});

test("what stands behind a command is completed where there is a choice, and none is chosen by itself", async () => {
  expect(await itemsOf("/thinking ")).toEqual(["off", "low", "medium", "high"]);
  expect(await itemsOf("/thinking m")).toEqual(["medium"]);
  expect(await itemsOf("/model ")).toEqual(MODELS);
  expect(await itemsOf("/model Qwen")).toEqual(["ollama/qwen3"]);
  expect(await itemsOf("/model nonsense")).toBeUndefined();
  expect(await itemsOf("/export ")).toEqual([
    "conversation.md",
    "conversation.html",
    "conversation.jsonl",
    "deep/",
    "empty/",
    "made/",
    "my notes/",
    "src/",
  ]);
  expect(await itemsOf("/export e")).toEqual(["e.md", "e.html", "e.jsonl", "empty/"]);
  expect(await itemsOf("/export my notes/a.h")).toEqual(["my notes/a.html"]);
  expect(await itemsOf("/export src/")).toEqual([
    "src/conversation.md",
    "src/conversation.html",
    "src/conversation.jsonl",
  ]);
  expect(await itemsOf("/cost ")).toBeUndefined();
  expect(await complete(draft("/thinking lo"), sources())).toMatchObject({ start: 10, isOptional: true });
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
