import { describe, expect, test } from "vitest";
import { answer } from "../loopback/chunks.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";

/** A project with files and folders, ready to be typed into. */
async function project(columns: number, rows: number, more: readonly string[] = []) {
  const scene = await setScene();
  const names = [
    "src/main.ts",
    "src/mend.ts",
    "src/deep/er.ts",
    "read me.md",
    "my notes/to do.txt",
    ".hidden",
    "上游.md",
  ];
  for (const name of [...names, ...more]) scene.world.write(name, "x\n");
  return { ...scene, terminal: await scene.open({ columns, rows }) };
}

describe.each(SIZES)("in a window of %i×%i", (columns, rows) => {
  test("'/' lists the commands, letters narrow them down, Tab and Enter complete, Esc goes without", async () => {
    const { terminal } = await project(columns, rows);
    terminal.type("/");
    await terminal.shows(
      /> \/\n› \/help +Show commands and keys\n {2}\/model +Choose the model\n[\s\S]* {2}1 of 11\n/,
    );
    terminal.type("\u001b[B");
    await terminal.shows(/\n› \/model [\s\S]*2 of 11/);
    terminal.type("\u001b[A\u001b[A");
    await terminal.shows(/\n› \/quit +Leave\n {2}11 of 11\n/);
    terminal.type("thi");
    await terminal.shows(/> \/thi\n› \/thinking +.*\n(openai|m\b)/);
    terminal.type("\t");
    await terminal.shows(/> \/thinking \n {2}off\n {2}low\n {2}medium\n(?: {2}high|.*1 of 4)\n/);
    terminal.type("low\r");
    await terminal.shown("thinking is now low");
    terminal.type("/thi");
    await terminal.shows("› /thinking");
    terminal.type("\u001b");
    await terminal.shows(/> \/thi\n(openai|m\b)/);
    terminal.type("nking \r");
    await terminal.shown("thinking is low");
  });

  test("Enter runs a command that is the only one that fits, or was chosen; behind it, only what was chosen", async () => {
    const { terminal } = await project(columns, rows);
    terminal.type("/thi");
    await terminal.shows("› /thinking");
    terminal.type("\r");
    await terminal.shown("thinking is off");
    terminal.type("/t");
    await terminal.shows(/› \/thinking.*\n {2}\/tools/);
    terminal.type("\u001b[B");
    await terminal.shows(/› \/tools/);
    terminal.type("\r");
    await terminal.shown("grep");
    await terminal.shows(AT_REST);
    // Two fit: the first of them is only written out.
    terminal.type("/c");
    await terminal.shows(/› \/compact.*\n {2}\/cost/);
    terminal.type("\r");
    await terminal.shows(/> \/compact \n(openai|m\b)/);
    terminal.type("\u0003");
    await terminal.shows(AT_REST);
    // It needs a file.
    terminal.type("/exp");
    await terminal.shows("› /export");
    terminal.type("\r");
    await terminal.shows(/> \/export \n {2}conversation\.md\n/);
    terminal.type("\u0003");
    await terminal.shows(AT_REST);
    terminal.type("/thinking ");
    await terminal.shows(/\n {2}off\n/);
    terminal.type("\u001b[B\u001b[B\u001b[B");
    await terminal.shows("› medium");
    terminal.type("\r");
    await terminal.shown("thinking is now medium");
  });

  test("'@' lists files, goes into folders, puts names with blanks in quotes, and says when nothing fits", async () => {
    const { terminal, server, prompts } = await project(columns, rows);
    server.reply(answer("Read."));
    terminal.type("see @");
    await terminal.shows(/> see @\n› @"my notes\/\n {2}@src\/\n {2}@"read me\.md"\n/);
    terminal.type("s");
    await terminal.shows(/> see @s\n› @src\/\n {2}@"my notes\/\n/);
    terminal.type("\t");
    await terminal.shows(/> see @src\/\n› @src\/deep\/\n {2}@src\/main\.ts\n {2}@src\/mend\.ts\n/);
    terminal.type("m");
    await terminal.shows(/> see @src\/m\n› @src\/main\.ts\n {2}@src\/mend\.ts\n/);
    terminal.type("\u001b[B\t");
    await terminal.shows(/> see @src\/mend\.ts \n(openai|m\b)/);
    terminal.type("and @my");
    await terminal.shows('› @"my notes/');
    terminal.type("\r");
    await terminal.shows('› @"my notes/to do.txt"');
    terminal.type("\r");
    await terminal.shows(/and @"my notes\/to do\s*\.txt" \n(openai|m\b)/);
    terminal.type("@zzz");
    await terminal.shows(/@zzz\n {2}no file matches\n(openai|m\b)/);
    terminal.type("\r");
    await terminal.shows("Read.");
    expect(prompts()).toEqual([['see @src/mend.ts and @"my notes/to do.txt" @zzz']]);
  });
});

test("hidden files are listed when they are asked for, an address is no file, and wide names stand in line", async () => {
  const { terminal } = await project(80, 24);
  terminal.type("@.");
  await terminal.shows("› @.hidden");
  terminal.type("\u0003");
  await terminal.shows(AT_REST);
  terminal.type("mail me@s");
  await terminal.shows(/me@s\nopenai/);
  terminal.type("\u0003");
  await terminal.shows(AT_REST);
  terminal.type("@上");
  await terminal.shows("› @上游.md");
});

test("letters behind '@' find files of any depth, while others are made and gone, and a blank that a completion left is not sent", async () => {
  const scene = await project(80, 24, ["deep/a/b/c/d/e/leaf.txt"]);
  const { terminal, world, server, prompts } = scene;
  server.reply(answer("Read."), answer("Seen."));
  terminal.type("see @leaf");
  await terminal.shows(/> see @leaf\n› @deep\/a\/b\/c\/d\/e\/leaf\.txt\n/);
  terminal.type("\r");
  await terminal.shows(/leaf\.txt \nopenai/);
  terminal.type("\r");
  await terminal.shows("Read.");
  await terminal.shows(AT_REST);
  world.write("new/leaflet.txt", "");
  terminal.type("@leafl");
  await terminal.shows("› @new/leaflet.txt");
  terminal.type("\t\r");
  await terminal.shows("Seen.");
  expect(prompts().at(-1)).toEqual(["see @deep/a/b/c/d/e/leaf.txt", "@new/leaflet.txt"]);
});

test("the home folder is listed behind '@~/'", async () => {
  const { terminal } = await project(80, 24);
  terminal.type("@~/");
  await terminal.shows(/> @~\/\n› @~\/app\/\n/);
});

test("more files than the window has room for are gone through", async () => {
  const many = Array.from({ length: 30 }, (_, at) => `many/${String(at).padStart(2, "0")}.txt`);
  const { terminal } = await project(40, 10, many);
  terminal.type("@many/");
  await terminal.shows(/› @many\/00\.txt\n[\s\S]* {2}1 of 30\n/);
  for (let down = 0; down < 29; down++) terminal.type("\u001b[B");
  await terminal.shows(/› @many\/29\.txt\n {2}30 of 30\n/);
});
