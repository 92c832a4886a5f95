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
      /> \/\n› \/help +Show commands and keys\n {2}\/model +Show or change the model\n[\s\S]* {2}1 of 11\n/,
    );
    terminal.type("\u001b[B");
    await terminal.shows(/\n› \/model [\s\S]*2 of 11/);
    terminal.type("\u001b[A\u001b[A");
    await terminal.shows(/\n› \/quit +Leave\n {2}11 of 11\n/);
    terminal.type("thi");
    await terminal.shows(/> \/thi\n› \/thinking +.*\n(openai|m\b)/);
    terminal.type("\t");
    await terminal.shows(/> \/thinking \n(openai|m\b)/);
    terminal.type("low\r");
    await terminal.shown("thinking is now low");
    terminal.type("/mod");
    await terminal.shows("› /model");
    terminal.type("\u001b");
    await terminal.shows(/> \/mod\n(openai|m\b)/);
    terminal.type("el\r\r");
    await terminal.shown("the model is");
  });

  test("'@' lists files, goes into folders, puts names with blanks in quotes, and says nothing when nothing fits", async () => {
    const { terminal, server, prompts } = await project(columns, rows);
    server.reply(answer("Read."));
    terminal.type("see @");
    await terminal.shows(/> see @\n› @"my notes\/\n {2}@src\/\n {2}@"read me\.md"\n/);
    terminal.type("s");
    await terminal.shows(/> see @s\n› @src\/\n(openai|m\b)/);
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
    await terminal.shows(/@zzz\n(openai|m\b)/);
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

test("more files than the window has room for are gone through", async () => {
  const many = Array.from({ length: 30 }, (_, at) => `many/${String(at).padStart(2, "0")}.txt`);
  const { terminal } = await project(40, 10, many);
  terminal.type("@many/");
  await terminal.shows(/› @many\/00\.txt\n[\s\S]* {2}1 of 30\n/);
  for (let down = 0; down < 29; down++) terminal.type("\u001b[B");
  await terminal.shows(/› @many\/29\.txt\n {2}30 of 30\n/);
});
