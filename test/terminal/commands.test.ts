import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGate } from "../cases/gate.ts";
import { answer, content } from "../loopback/chunks.ts";
import { World } from "../print/command.ts";
import { AT_REST, type Scene, SIZES, setScene } from "./scene.ts";
import { openTerminal, type TestTerminal } from "./terminal.ts";

/** Types a command; resolves with what it said, on one line. */
async function run(terminal: TestTerminal, command: string, shows: string | RegExp): Promise<string> {
  const before = terminal.everything().split(AT_REST)[0] ?? "";
  terminal.type(command);
  await terminal.shows(`> ${command.split("\n")[0]?.slice(0, 30)}`);
  // A list of completions is gone with Esc.
  terminal.type("\u001b");
  await terminal.shows(/> .*\n(openai-compatible\/)?[a-z]+( ·.*)?$/);
  terminal.type("\r");
  await terminal.shown(shows);
  await terminal.shows(AT_REST);
  const [said = ""] = terminal.everything().split(AT_REST);
  return said.slice(before.length).replace(/\s+/g, " ").trim();
}

describe.each(SIZES)("in a window of %i×%i", (columns, rows) => {
  test("each command says what it did, or what is wrong with it", async () => {
    const { server, open } = await setScene();
    server.reply(answer("One."));
    const terminal = await open({ columns, rows });
    const say = (command: string, shows: string | RegExp) => run(terminal, command, shows);
    await say("first", "One.");
    expect(await say("/model other", /now/)).toBe("the model is now openai-compatible/other");
    expect(await say("/model replay/gone.jsonl", "/model:")).toMatch(/^\/model: .*no such file/);
    expect(await say("/thinking", "thinking is")).toBe("thinking is off");
    expect(await say("/thinking high", "now high")).toBe("thinking is now high");
    expect(await say("/thinking loud", "loud")).toBe(
      "/thinking: expected off, low, medium or high, got loud",
    );
    expect(await say("/tools", "grep")).toBe("read, write, edit, bash, grep, find, ls");
    expect(await say("/cost", "price")).toBe(
      "10 tokens in, 0 read from and 0 written to a cache, 5 out about 15 tokens of context the price is not known",
    );
    expect(await say("/cost now", "got")).toBe("/cost: expected nothing behind it, got now");
    expect(await say("/quit now", "got")).toBe("/quit: expected nothing behind it, got now");
    expect(await say("/export", "expected a")).toBe("/export: expected a file: /export FILE.md");
    expect(await say("/resume", "no other")).toBe("there is no other conversation here yet");
    expect(await say("/resume 20200101-aaaaaaaa", "/resume:")).toMatch(/^\/resume: .*20200101-aaaaaaaa/);
    expect(await say("/nonsense x", "no command")).toBe(
      "there is no command /nonsense; /help lists them, and a blank before it sends it as it is",
    );
    expect(server.requests).toHaveLength(1);
    server.reply(answer("Two."));
    await say("second", "Two.");
    expect(server.requests[1]?.json).toMatchObject({ model: "other" });
  });

  test("/help names every command and key, and breaks no word", async () => {
    const { open } = await setScene();
    const terminal = await open({ columns, rows });
    terminal.type("/help \r");
    await terminal.shown(/fg\s+brings\s+it\s+back/);
    const help = terminal.everything();
    const names = "help model thinking compact resume fork new tools cost export quit".split(" ");
    expect(help.match(/^\/[a-z]+/gm)).toEqual(names.map((name) => `/${name}`));
    expect(help).toMatch(columns > 40 ? /^\/quit {2,}Leave$/m : /^\/quit\n {2}Leave$/m);
    for (const line of help.split("\n")) expect(line.length).toBeLessThan(columns);
    expect(help).toMatch(
      columns > 40 ? /Summarise the older part of the/ : /\n {2}Summarise the older part of the\n {2}conv/,
    );
  });

  test("what needs rest says so while a run is on, and the rest is answered at once", async () => {
    const { world, server, open } = await setScene();
    const gate = createGate();
    server.reply([content("It begins"), { wait: gate.opened }, ...answer(".")]);
    const terminal = await open({ columns, rows });
    terminal.type("go\r");
    await terminal.shows("It begins");
    for (const command of ["/compact", "/resume", "/fork", "/new", "/export a.md"]) {
      terminal.type(`${command} \r`);
      const [name = ""] = command.split(" ");
      await terminal.shown(new RegExp(`${name}\\s+waits\\s+for\\s+the\\s+end\\s+of\\s+the\\s+run`));
    }
    terminal.type("/tools \r");
    await terminal.shown(/read, write, edit/);
    terminal.type("/thinking low\r");
    await terminal.shown("thinking is now low");
    gate.open();
    await terminal.shows(AT_REST);
    expect(existsSync(join(world.project, "a.md"))).toBe(false);
    expect(server.requests).toHaveLength(1);
    terminal.type("/quit\r");
    expect(await terminal.exited).toMatchObject({ code: 0 });
  });
});

test("/model alone lets a person pick one that can work, the present one first", async () => {
  const { server, open } = await setScene(new World({ MISTRAL_API_KEY: "sk-test" }));
  const terminal = await open();
  terminal.type("/model \r");
  await terminal.shows(/Go on with which model\?\n› openai-compatible\/m +now\n {2}demo *\n {2}mistral\//);
  expect(terminal.screen()).not.toContain("anthropic");
  terminal.type("mistral-large");
  await terminal.shows(/› mistral\/mistral-large/);
  terminal.type("\r");
  await terminal.shown("the model is now mistral/mistral-large");
  terminal.type("/model \r");
  await terminal.shows(/› mistral\/mistral-large-\d+ +now/);
  terminal.type("\u001b");
  await terminal.shown(/the model is mistral\/mistral-large-\d+\n/);
  expect(server.requests).toHaveLength(0);
});

test("a model that cannot work is refused at once, and the old one stays", async () => {
  const world = new World();
  const terminal = openTerminal(world, { args: ["--model", "demo"] });
  await terminal.shows(/^demo/m);
  expect(await run(terminal, "/model nonsense", "/model:")).toBe(
    '/model: there is no provider of the name "nonsense"; /model alone shows what there is',
  );
  expect(await run(terminal, "/model openai/gpt-4o", '/model: "openai')).toBe(
    '/model: "openai/gpt-4o" needs a key, and OPENAI_API_KEY was not set when letscode started',
  );
  expect(terminal.screen()).toMatch(/\ndemo( ·.*)?$/);
});

test("/quit leaves in the middle of a run", async () => {
  const { server, open } = await setScene();
  server.reply([content("It begins"), { wait: new Promise(() => {}) }]);
  const terminal = await open();
  terminal.type("go\r");
  await terminal.shows("It begins");
  terminal.type("/quit\r");
  expect(await terminal.exited).toMatchObject({ code: 0 });
});

test("a conversation that is not saved can be neither copied nor exported, and says so", async () => {
  const { server, open, prompts } = await setScene();
  server.reply(answer("One."), answer("Two."));
  const terminal = await open({ args: ["--no-session"] });
  await run(terminal, "first", "One.");
  expect(await run(terminal, "/fork", "not saved")).toBe("/fork: this conversation is not saved");
  expect(await run(terminal, "/export a.md", /export: .*not saved/)).toBe(
    "/export: this conversation is not saved",
  );
  expect(await run(terminal, "/resume", "no other")).toBe("there is no other conversation here yet");
  await run(terminal, "/new", "a new conversation");
  await run(terminal, "second", "Two.");
  expect(prompts()).toEqual([["first"], ["second"]]);
});

test("/new forgets, /compact summarises, /export writes what was said", async () => {
  const { world, server, open, prompts } = await setScene();
  server.reply(answer("One."), answer("A summary."), answer("Two."), answer("Three."));
  const terminal = await open();
  await run(terminal, "first", "One.");
  expect(await run(terminal, "/compact the colours", "summarised")).toMatch(/^· compaction summarised the/);
  expect(server.requests[1]?.text).toContain("the colours");
  await run(terminal, "second", "Two.");
  for (const name of ["a.md", "a.html", "a.jsonl"])
    expect(await run(terminal, `/export ${name}`, `app/${name}`)).toBe(
      `written to ${join(world.project, name)}`,
    );
  expect(readFileSync(join(world.project, "a.md"), "utf8")).toMatch(
    /first[\s\S]*One\.[\s\S]*second[\s\S]*Two\./,
  );
  expect(readFileSync(join(world.project, "a.html"), "utf8")).toMatch(/^<!doctype html>[\s\S]*Two\./i);
  expect(JSON.parse(readFileSync(join(world.project, "a.jsonl"), "utf8").split("\n")[0] ?? "")).toBeTypeOf(
    "object",
  );
  world.write("mine.md", "mine");
  expect(await run(terminal, "/export mine.md", "already")).toBe(
    '/export: "mine.md" is there already; name another file',
  );
  terminal.type("/export a.md\r");
  await terminal.shown(/(written to [\s\S]*){4}/);
  expect(readFileSync(join(world.project, "mine.md"), "utf8")).toBe("mine");
  expect(await run(terminal, "/export gone/a.md", "/export: cannot")).toMatch(/^\/export: cannot write /);
  await run(terminal, "/new", "a new conversation");
  await run(terminal, "third", "Three.");
  expect(prompts().at(-1)).toEqual(["third"]);
});

/** The files of all conversations. */
function conversations({ world }: Scene): string[] {
  const folder = join(world.root, "home/.local/state/letscode/sessions");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(folder, name));
}

test("/fork and /resume go on in another conversation with the same model, and a failed one leaves the old one open", async () => {
  const scene = await setScene();
  const { server, open, prompts } = scene;
  server.reply(answer("One."), answer("Two."), answer("Three."));
  const terminal = await open();
  await run(terminal, "first", "One.");
  const [original = ""] = conversations(scene);
  await run(terminal, "/model other", "now openai-compatible/other");
  expect(await run(terminal, "/fork", "a copy")).toMatch(/^this is a copy, \d{8}-\w{8}$/);
  await run(terminal, "second", "Two.");
  expect(server.requests[1]?.json.model).toBe("other");
  // The original is somebody else's by now.
  const other = await open({ args: ["--session", original] });
  terminal.type("/resume \r");
  await terminal.shows("Go on with which one?\n› first ");
  terminal.type("\r");
  await terminal.shows("/resume: ");
  await run(terminal, "third", "Three.");
  expect(prompts()).toEqual([["first"], ["first", "second"], ["first", "second", "third"]]);
  other.type("\u0004");
  await other.exited;
  terminal.type("/resume \r");
  await terminal.shows("Go on with which one?");
  terminal.type("\r");
  await terminal.shows(/> first\n\nOne\.\n\n> ask/);
  server.reply(answer("Four."));
  await run(terminal, "fourth", "Four.");
  expect(prompts().at(-1)).toEqual(["first", "fourth"]);
});

test("prompt templates are commands: found, completed, and not said while a run is on", async () => {
  const world = new World();
  mkdirSync(join(world.root, "home/.config/letscode/prompts"), { recursive: true });
  writeFileSync(join(world.root, "home/.config/letscode/prompts/review-it.md"), "Review $1 with care.");
  const { server, open, prompts } = await setScene(world);
  const gate = createGate();
  server.reply(answer("Good."), [content("It begins"), { wait: gate.opened }, ...answer(".")]);
  const terminal = await open();
  terminal.type("/re");
  await terminal.shows(/› \/resume +Go on with[\s\S]*\/review-it +Review \$1 with care\./);
  terminal.type("v\t");
  await terminal.shows("> /review-it");
  terminal.type(" a.txt\r");
  await terminal.shows("Good.");
  expect(prompts()).toEqual([["Review a.txt with care."]]);
  terminal.type("go\r");
  await terminal.shows("It begins");
  terminal.type("/review-it b.txt\r");
  await terminal.shows("/review-it waits for the end of the run");
  gate.open();
  await terminal.shows(AT_REST);
  expect(prompts()).toHaveLength(2);
});

test("what only looks like a command is said as it is", async () => {
  const { server, open, prompts } = await setScene();
  server.reply(answer("One."), answer("Two."), answer("Three."));
  const terminal = await open();
  await run(terminal, "/usr/bin/env is what?", "One.");
  await run(terminal, "/tmp is full", "Two.");
  await run(terminal, " /nonsense", "Three.");
  expect(prompts().at(-1)).toEqual(["/usr/bin/env is what?", "/tmp is full", " /nonsense"]);
});
