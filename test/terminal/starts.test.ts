/** What is asked, or refused, before a conversation is open. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answer } from "../loopback/chunks.ts";
import { World } from "../print/command.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";
import { openTerminal } from "./terminal.ts";

const QUESTION = "Trust it? [y/N]";

describe.each(SIZES)("in a window of %i×%i", (columns, rows) => {
  /** A project that brings a plugin, which leaves a file behind when it is loaded. */
  async function cloned() {
    const scene = await setScene();
    const loaded = join(scene.world.root, "PWNED");
    const code = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(loaded)}, ""); export function letscode_event() {}`;
    scene.world.write(".letscode/plugins/x.mjs", code);
    scene.server.reply(answer("Hello."));
    const start = () => openTerminal(scene.world, { columns, rows, args: scene.flags });
    return { ...scene, start, isLoaded: () => existsSync(loaded) };
  }

  test.each([
    ["y", "y\r", true],
    ["n", "n\r", false],
    ["Esc", "\u001b", false],
  ])(
    "a project's plugin is asked about before anything of it runs; the answer %s counts",
    async (_name, typed, trusts) => {
      const { start, isLoaded } = await cloned();
      const terminal = start();
      await terminal.shows(QUESTION);
      expect(isLoaded()).toBe(false);
      expect(terminal.everything()).toMatch(/brings\s"plugins\/x\.mjs"\sin\s\.letscode\n/);
      expect(terminal.screen()).toMatch(/^Trust it only if you know where it is[ \n]from\.\nTrust it\?/m);
      terminal.type(typed);
      await terminal.shows(AT_REST);
      terminal.type("hello\r");
      await terminal.shows("Hello.");
      expect(isLoaded()).toBe(trusts);
      expect(terminal.everything().includes("ignored")).toBe(!trusts);
      terminal.type("\u0004");
      expect(await terminal.exited).toMatchObject({ code: 0 });
      const again = start();
      await again.shows(typed === "\u001b" ? QUESTION : AT_REST);
      expect(again.everything().includes(QUESTION)).toBe(typed === "\u001b");
    },
  );

  test("the flag --resume alone lists the conversations, a row each, and goes on with the one that is picked", async () => {
    const { server, open, flags, world, prompts } = await setScene();
    server.reply(answer("One."), answer("Two."), answer("Three."));
    for (const said of ["the first question of all", "the second"]) {
      const terminal = await open({ columns, rows });
      terminal.type(`${said}\r`);
      await terminal.shows(/(One|Two)\.\s+> ask/);
      terminal.type("\u0004");
      await terminal.exited;
    }
    const terminal = openTerminal(world, { columns, rows, args: [...flags, "--resume"] });
    await terminal.shows("Go on with which one? [1-2]");
    expect(terminal.screen()).toMatch(/^ {2}1 .*the sec.*\n {2}2 .*the first.*\nGo on/);
    terminal.type("2\r");
    await terminal.shows(/> the first question of all\n\nOne\.\n\n> ask/);
    terminal.type("more\r");
    await terminal.shows("Three.");
    expect(prompts().at(-1)).toEqual(["the first question of all", "more"]);
  });

  test("/resume offers the other conversations, letters narrow them down, and Esc leaves all as it is", async () => {
    const { server, open } = await setScene();
    server.reply(answer("One."), answer("Two."), answer("Three."));
    const terminal = await open({ columns, rows });
    for (const said of ["apples and pears", "bread and butter", "cherries"]) {
      terminal.type(`${said}\r`);
      await terminal.shows(/(One|Two|Three)\.\s+> ask/);
      terminal.type("/new \r");
      await terminal.shows(/a new conversation\s+> ask/);
    }
    terminal.type("/resume \r");
    await terminal.shows(
      /Go on with which one\?\n› cherries +just now\n {2}bread and butter +just now\n {2}apples and pears +just now\nEnter picks · letters filter · Esc/,
    );
    terminal.type("and");
    await terminal.shows(/Go on with which one\? and\n› bread and butter +just now\n {2}apples/);
    terminal.type("\u001b[B");
    await terminal.shows(/ {2}bread and butter.*\n› apples and pears/);
    terminal.type("zz");
    await terminal.shows("? andzz\n  nothing fits\n");
    terminal.type("\r\u007f\u007f");
    await terminal.shows(/\? and\n› bread/);
    terminal.type("\u001b");
    await terminal.shows(AT_REST);
    terminal.type("/resume \r");
    await terminal.shows("Go on with which one?\n");
    terminal.type("pea\r");
    await terminal.shows(/> apples and pears\n\nOne\.\n\n> ask/);
  });
});

test("the flag --resume with nothing to resume, and --continue, say so and end with 2", async () => {
  const { world, flags } = await setScene();
  for (const flag of ["--resume", "--continue"]) {
    const terminal = openTerminal(world, { args: [...flags, flag] });
    expect(await terminal.exited).toMatchObject({ code: 2 });
    expect(terminal.everything().replace(/\s+/g, " ")).toMatch(
      new RegExp(`^letscode: ${flag}: there is no conversation of `),
    );
  }
});

test("without a terminal on both sides no key is waited for", async () => {
  const world = new World();
  const empty = await world.run(["--model", "demo"]);
  expect(empty).toMatchObject({ code: 2, stdout: "" });
  expect(empty.stderr).toBe('letscode: stdin is empty, so there is no prompt: letscode -p "PROMPT"\n');
  const captured = openTerminal(world, {
    line: 'out=$($L --model demo); echo "code $? out [$out]"; read -r _',
  });
  await captured.shown("code 2 out []");
  expect(captured.everything()).toContain("stdout is no terminal to ask for one on");
  const piped = openTerminal(world, { line: '$L --model demo </dev/null; echo "code $?"; read -r _' });
  await piped.shown("code 2");
  expect(piped.raw()).not.toContain("\u001b[");
});

test("prompts are there at the next start, without keys, and those of an unsaved conversation are not", async () => {
  const key = "sk-test-SECRET123";
  const scene = await setScene(new World({ OPENAI_API_KEY: key }));
  scene.server.reply(answer("Yes."));
  const first = await scene.open();
  first.type(`what is ${key}?\r`);
  await first.shows("Yes.");
  first.type("\u0004");
  expect(await first.exited).toMatchObject({ code: 0 });
  const unsaved = await scene.open({ args: ["--no-session"] });
  unsaved.type("/cost \r");
  await unsaved.shows("the price is not known");
  const third = await scene.open();
  third.type("\u001b[A");
  await third.shows("> what is ***?");
  expect(scene.world.everythingWritten()).not.toContain("/cost");
});
