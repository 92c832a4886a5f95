import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { answer, calls, content } from "../loopback/chunks.ts";
import { HANG, jsonReply } from "../loopback/provider-server.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";
import { openTerminal, type TestTerminal } from "./terminal.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const COLOUR = /\u001b\[[0-9;]*m/;
const EDIT = { path: "a.txt", edits: [{ old_text: "two", new_text: "2" }] };

describe.each(SIZES)("in a window of %i×%i", (columns, rows) => {
  /** A whole run with an edit that is allowed. */
  async function run(environment: Record<string, string>) {
    const { world, server, open } = await setScene();
    world.write("a.txt", "two\n");
    server.reply(calls({ id: "c1", name: "edit", arguments: EDIT }), answer("**bold** and `code`"));
    const terminal = await open({ columns, rows, environment });
    terminal.type("go\r");
    await terminal.shows("y yes");
    terminal.type("y");
    await terminal.shows("bold and code");
    await terminal.shows(AT_REST);
    return terminal;
  }

  test("NO_COLOR takes every colour and all emphasis away, and nothing else [G10]", async () => {
    const plain = await run({ NO_COLOR: "1" });
    expect(plain.raw()).not.toMatch(COLOUR);
    const coloured = await run({ NO_COLOR: "" });
    expect(coloured.raw()).toMatch(COLOUR);
    expect(plain.everything()).toBe(coloured.everything());
  });

  test("TERM=dumb: lines come as they are finished, and nothing moves the cursor", async () => {
    const { world, server, flags } = await setScene();
    world.write("a.txt", "two\n");
    server.reply(calls({ id: "c1", name: "edit", arguments: EDIT }), answer("**bold** and `code`"));
    const terminal = openTerminal(world, { columns, rows, args: flags, environment: { TERM: "dumb" } });
    await terminal.shows(/^>$/m);
    terminal.type("go\r");
    await terminal.shown("y yes");
    expect(terminal.everything().replace(/\s+/g, " ")).toMatch(
      /path: a\.txt @@ -1,1 \+1,1 @@ -two \+2 a: always allow/,
    );
    terminal.type("r not this file\r");
    await terminal.shown(/bold and code\n\n>$/);
    expect(server.requests[1]?.json.messages.at(-1).content).toBe("Denied: not this file");
    server.reply(jsonReply(400, { error: { message: "no more" } }));
    terminal.type("again\r");
    await terminal.shown(/no\s+more[\s\S]*\n>$/);
    terminal.type("/quit\r");
    expect(await terminal.exited).toMatchObject({ code: 0 });
    expect(terminal.raw()).not.toContain("\u001b");
  });
});

test("TERM=dumb: one prompt for each line that is typed, and each answer once", async () => {
  const { world, server, flags } = await setScene();
  server.reply(answer("One."), answer("Two."));
  const terminal = openTerminal(world, { args: flags, environment: { TERM: "dumb" } });
  await terminal.shows(/^>$/m);
  terminal.type("first\r");
  await terminal.shown(/One\.\n\n>$/);
  terminal.type("second\r");
  await terminal.shown(/Two\.\n\n>$/);
  terminal.type("/tools\r");
  await terminal.shown(/ls\n\n>$/);
  terminal.type("\u0004");
  expect(await terminal.exited).toMatchObject({ code: 0 });
  expect(terminal.everything().split("\n")).toEqual([
    "> first",
    "One.",
    "",
    "> second",
    "Two.",
    "",
    "> /tools",
    "read, write, edit, bash, grep, find, ls",
    "",
    ">",
  ]);
});

test("TERM=dumb: Ctrl+C stops the run, and twice it leaves with 130", async () => {
  const { world, server, flags } = await setScene();
  server.reply([content("It begins.\n\nAnd goes on.\n"), HANG], answer("Again."));
  const terminal = openTerminal(world, { args: flags, environment: { TERM: "dumb" } });
  await terminal.shows(/^>$/m);
  terminal.type("go\r");
  await terminal.shown("It begins.");
  terminal.type("\u0003");
  await terminal.shown(/stopped\n\n>$/);
  terminal.type("more\r");
  await terminal.shown(/Again\.\n\n>$/);
  terminal.type("\u0003");
  await terminal.shown(/(Ctrl\+C again leaves[\s\S]*){2}/);
  terminal.type("\u0003");
  expect(await terminal.exited).toMatchObject({ code: 130 });
});

/** Runs a shell line in which `$L -p hi $F` is one shot; resolves with what the terminal shows. */
async function oneShot(line: string, environment: Record<string, string> = {}) {
  const { world, server, flags } = await setScene();
  server.reply(answer("**bold** and `code`"));
  const terminal: TestTerminal = openTerminal(world, {
    environment: { F: flags.join(" "), ...environment },
    line: `${line}; echo; echo "code $?"; read -r _`,
  });
  await terminal.shown("code 0");
  return { terminal, read: (name: string) => readFileSync(`${world.project}/${name}`, "utf8") };
}

test.each([
  ["NO_COLOR in a terminal", "$L -p hi $F", { NO_COLOR: "1" }],
  ["a pipe", "$L -p hi $F | cat -v", {}],
  ["FORCE_COLOR=1 and a pipe", "$L -p hi $F --verbose 2>&1 | cat -v", { FORCE_COLOR: "1" }],
])("one shot into %s is without colours [G10]", async (_name, line, environment) => {
  const { terminal } = await oneShot(line, environment as Record<string, string>);
  expect(terminal.raw()).toContain("bold");
  expect(terminal.raw()).not.toMatch(COLOUR);
  expect(terminal.raw()).not.toContain("^[");
});

test("stderr in a file has no colours though stdout is a terminal [G10]", async () => {
  const { read } = await oneShot("$L -p hi $F --verbose 2>err", { FORCE_COLOR: "1" });
  expect(read("err")).toMatch(/^letscode: 1 model call, /);
  expect(read("err")).not.toContain("\u001b");
});
