import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answer, content } from "../loopback/chunks.ts";
import { HANG } from "../loopback/provider-server.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";
import { openTerminal, type TestTerminal } from "./terminal.ts";

/** Runs the command and says how it ended and whether the terminal is as it was; then the shell waits, so that nothing is lost with it. */
const SHELL = `stty -a > before; sh -c 'echo $$ > pid; exec $L $F'; code=$?; stty -a > after; cmp before after && same=yes; echo "code $code same $same"; read -r _`;

/** What a terminal can be asked to be like, as one sequence to ask for it and one to take it back. */
const MODES: readonly (readonly [RegExp, RegExp])[] = [
  ["\\?2004h", "\\?2004l"],
  ["\\?25l", "\\?25h"],
  ["\\?7l", "\\?7h"],
  ["\\?2026h", "\\?2026l"],
  ["\\?1049h", "\\?1049l"],
  ["\\?100[0-6]h", "\\?100[0-6]l"],
  [">[1-9]\\d*u", "<\\d*u"],
  [">4;[1-9]m", ">4(?:;0)?m"],
].map(([on, off]) => [new RegExp(`\\u001b\\[${on}`, "g"), new RegExp(`\\u001b\\[${off}`, "g")]);

/** Those that were asked for and not taken back. */
function leftBehind(raw: string): string[] {
  const last = (pattern: RegExp) => [...raw.matchAll(pattern)].at(-1)?.index ?? -1;
  return MODES.filter(([on, off]) => last(on) > last(off)).map(([on]) => on.source);
}

/** In the middle of an answer, in a shell. `plugin` is the code of one. */
async function inMidAnswer(columns: number, rows: number, plugin?: string) {
  const { world, server, flags } = await setScene();
  server.reply([content("It begins"), HANG]);
  const more = plugin === undefined ? [] : ["--plugin", world.write("odd.mjs", plugin)];
  const environment = { F: [...flags, ...more].join(" ") };
  const terminal = openTerminal(world, { columns, rows, environment, line: SHELL });
  await terminal.shows("openai-compatible/m");
  terminal.type("go\r");
  await terminal.shows("It begins");
  expect(leftBehind(terminal.raw())).toContain("\\u001b\\[\\?2004h");
  return { terminal, pid: Number(readFileSync(join(world.project, "pid"), "utf8")) };
}

/** How it ended. */
async function ended(terminal: TestTerminal): Promise<string> {
  await terminal.shown(/code \d+ same/);
  terminal.type("\r");
  await terminal.exited;
  expect(leftBehind(terminal.raw())).toEqual([]);
  expect(terminal.everything()).not.toMatch(/> (ask|say more)|Esc stops/);
  return /code .*/.exec(terminal.everything())?.[0] ?? "";
}

describe.each(SIZES)("in a window of %i×%i", (columns, rows) => {
  test("Ctrl+C twice in the middle of an answer stops it, leaves with 130, and the terminal is as it was [G08]", async () => {
    const { terminal } = await inMidAnswer(columns, rows);
    terminal.type("\u0003");
    await terminal.shows(/It begins\s+stopped[\s\S]*Ctrl\+C again leaves/);
    terminal.type("\u0003");
    expect(await ended(terminal)).toBe("code 130 same yes");
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "%s in the middle of an answer ends it with %i, and the terminal is as it was [G08]",
    async (signal, code) => {
      const { terminal, pid } = await inMidAnswer(columns, rows);
      process.kill(pid, signal);
      expect(await ended(terminal)).toBe(`code ${code} same yes`);
      expect(terminal.everything()).toContain("It begins");
    },
  );

  test.each([
    ["a timer", "setTimeout(() => { throw new Error('late and loud'); }, 5);"],
    ["a promise", "void Promise.reject(new Error('late and loud'));"],
  ])("what a plugin throws from %s is a line, and nothing ends by it [G08]", async (_from, code) => {
    const plugin = `export function letscode_event({ type }) { if (type === "agent_start") { ${code} } }`;
    const { terminal } = await inMidAnswer(columns, rows, plugin);
    await terminal.shown(/late\s+and\s+loud/);
    terminal.type("\u0003\u0003");
    expect(await ended(terminal)).toBe("code 130 same yes");
    expect(terminal.everything()).not.toMatch(/^ +at /m);
  });

  test("a failure inside ends it with 1 and a line, and the terminal is as it was [G08]", async () => {
    const { world, flags } = await setScene();
    const broken = world.write(
      "broken.cjs",
      `process.once("SIGUSR2", () => setImmediate(() => { throw new Error("broken inside"); }));`,
    );
    const environment = { F: flags.join(" "), NODE_OPTIONS: `--require ${broken}` };
    const terminal = openTerminal(world, { columns, rows, environment, line: SHELL });
    await terminal.shows("openai-compatible/m");
    process.kill(Number(readFileSync(join(world.project, "pid"), "utf8")), "SIGUSR2");
    expect(await ended(terminal)).toBe("code 1 same yes");
    expect(terminal.everything()).toContain("broken inside");
  });
});

test.each([
  ["/quit", "/quit\r"],
  ["Ctrl+D", "\u0004"],
])("%s leaves with 0 and nothing but what was said", async (_name, typed) => {
  const { server, world, flags } = await setScene();
  server.reply(answer("Yes."));
  const terminal = openTerminal(world, { environment: { F: flags.join(" ") }, line: SHELL });
  await terminal.shows("openai-compatible/m");
  terminal.type("go\r");
  await terminal.shows(`Yes.\n\n${AT_REST}`);
  terminal.type(typed);
  expect(await ended(terminal)).toBe("code 0 same yes");
  expect(terminal.everything()).toMatch(/^> go\n\nYes\.\n\ncode 0/);
});

test("one Ctrl+C leaves nothing and takes the draft away; a second one leaves when nothing else was typed between", async () => {
  const { open } = await setScene();
  const terminal = await open();
  terminal.type("half a thought\u0003");
  await terminal.shows(`${AT_REST}\nCtrl+C again leaves`);
  terminal.type("x");
  await terminal.shows("> x\nopenai-compatible/m");
  terminal.type("\u0003");
  await terminal.shows(`${AT_REST}\nCtrl+C again leaves`);
  terminal.type("\u0003");
  expect(await terminal.exited).toMatchObject({ code: 130 });
});

test("Ctrl+Z stops the job in the middle of an answer, and fg brings it back with its draft", async () => {
  const { world, server, flags } = await setScene();
  server.reply([content("It begins"), HANG]);
  const environment = { PS1: "shell\\$ ", F: flags.join(" ") };
  const terminal = openTerminal(world, { line: "exec bash --norc -i", environment });
  await terminal.shows("shell");
  terminal.type("$L $F\r");
  await terminal.shows(AT_REST);
  terminal.type("go\r");
  await terminal.shows("It begins");
  terminal.type("draft\u001a");
  await terminal.shows("Stopped");
  expect(leftBehind(terminal.raw().slice(0, terminal.raw().indexOf("Stopped")))).toEqual([]);
  terminal.type("echo $((40 + 2))\r");
  await terminal.shows("\n42\n");
  terminal.type("fg\r");
  await terminal.shows(/fg[\s\S]*> draft/);
  terminal.type("ed\u001b");
  await terminal.shows(/stopped\s+> drafted/);
});

test("Ctrl+Z does nothing where nobody could bring it back", async () => {
  const { open } = await setScene();
  const terminal = await open();
  terminal.type("draft\u001a");
  terminal.type(" goes on");
  await terminal.shows("> draft goes on");
});

test.each(["", "go\r"])(
  "a window that is closed ends it with 129, and no core is dumped [G08]",
  async (typed) => {
    const { world, server, flags } = await setScene();
    server.reply([content("It begins"), HANG]);
    const terminal = openTerminal(world, { args: flags });
    await terminal.shows("openai-compatible/m");
    terminal.type(typed);
    if (typed !== "") await terminal.shows("It begins");
    terminal.close();
    expect(await terminal.exited).toEqual({ code: 129, signal: 0 });
  },
);
