import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answer, calls, content } from "../loopback/chunks.ts";
import { HANG, jsonReply, type ProviderServer, startProviderServer } from "../loopback/provider-server.ts";
import { World } from "../print/command.ts";
import { openTerminal, type TerminalStart, type TestTerminal } from "./terminal.ts";

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer();
});
afterEach(() => server.close());

const EDIT = {
  id: "c1",
  name: "edit",
  arguments: { path: "a.txt", edits: [{ old_text: "two", new_text: "2" }] },
};
const SIZES = [
  [80, 24],
  [40, 10],
] as const;

/** A terminal at the scripted server, ready to be typed into. */
async function open(start: TerminalStart = {}, world = new World()): Promise<TestTerminal> {
  const args = ["--base-url", server.baseUrl, "--model", "m", ...(start.args ?? [])];
  const terminal = openTerminal(world, { ...start, args });
  await terminal.shows("openai-compatible/m");
  return terminal;
}

/** What the user said, as the server was told it, request by request. */
function prompts(): string[][] {
  return server.requests.map(({ json }) =>
    json.messages
      .filter(({ role }: { role: string }) => role === "user")
      .map(({ content: said }: { content: string }) => said),
  );
}

test.each(SIZES)("a run with a tool and an edit that is asked about, at %i×%i", async (columns, rows) => {
  const world = new World();
  const file = world.write("a.txt", "one\ntwo\nthree\n");
  server.reply(
    calls({ id: "c0", name: "read", arguments: { path: "a.txt" } }),
    calls(EDIT),
    answer("Done: **two** is now `2`."),
  );
  const terminal = await open({ columns, rows }, world);
  terminal.type("change two\r");
  await terminal.shows("y yes");
  expect(terminal.screen()).toContain("? edit changes files");
  expect(terminal.screen()).toContain("-two\n  +2\n");
  expect(readFileSync(file, "utf8")).toBe("one\ntwo\nthree\n");
  terminal.type("y");
  await terminal.shows("Done: two is now 2.");
  await terminal.shows("ask, or /help");
  expect(readFileSync(file, "utf8")).toBe("one\n2\nthree\n");
  expect(terminal.everything().split("\n").slice(0, -2).join("\n").trim()).toBe(
    [
      "> change two",
      "",
      "✓ read a.txt · 3 lines",
      "✓ edit a.txt",
      "  @@ -1,3 +1,3 @@",
      "   one",
      "  -two",
      "  +2",
      "   three",
      "",
      "Done: two is now 2.",
    ].join("\n"),
  );
});

test("a call that is refused with a reason tells the model the reason", async () => {
  const world = new World();
  world.write("a.txt", "two\n");
  server.reply(calls(EDIT), answer("As you like."));
  const terminal = await open({}, world);
  terminal.type("change two\r");
  await terminal.shows("y yes");
  terminal.type("r");
  await terminal.shows("why not?");
  terminal.type("not this file\r");
  await terminal.shows("As you like.");
  expect(server.requests[1]?.text).toContain("Denied: not this file");
});

test("a call that is allowed for good is not asked about again", async () => {
  const world = new World();
  world.write("a.txt", "two\n");
  const again = {
    ...EDIT,
    id: "c2",
    arguments: { path: "a.txt", edits: [{ old_text: "2", new_text: "3" }] },
  };
  server.reply(calls(EDIT), calls(again), answer("Both."));
  const terminal = await open({}, world);
  terminal.type("change two\r");
  await terminal.shows("a always");
  terminal.type("a");
  await terminal.shows("Both.");
  expect(readFileSync(join(world.project, "a.txt"), "utf8")).toBe("3\n");
});

test("a failure that may pass waits for 'r', which runs again without a second message", async () => {
  server.reply(jsonReply(500, { error: { message: "the server is on fire" } }));
  const terminal = await open({ args: ["--max-retries", "0"] });
  terminal.type("hello\r");
  await terminal.shows("(press 'r' to retry)");
  expect(terminal.screen()).toContain("on fire");
  server.reply(answer("It works now."));
  terminal.type("r");
  await terminal.shows("It works now.");
  expect(prompts()).toEqual([["hello"], ["hello"]]);
});

test("each retry is a grey line", async () => {
  server.reply(jsonReply(429, { error: { message: "slow down" } }), answer("Yes."));
  const terminal = await open({ args: ["--retry-base-delay", "0.05"] });
  terminal.type("hello\r");
  await terminal.shows("Yes.");
  expect(terminal.everything()).toMatch(/↻ attempt 2 of 3 in 0\.05 s: .*429.*slow down/);
  expect(terminal.raw()).toContain("\u001b[2m↻ attempt");
});

test("what is typed while it works steers it, and Alt+Enter waits for its end", async () => {
  let goOn: () => void = () => {};
  const wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const call = { id: "c0", name: "read", arguments: { path: "a.txt" } };
  server.reply([content("Looking. "), { wait }, ...calls(call)], answer("Steered."), answer("Followed."));
  const world = new World();
  world.write("a.txt", "x\n");
  const terminal = await open({}, world);
  terminal.type("begin\r");
  await terminal.shows("Looking.");
  terminal.type("and quickly\r");
  await terminal.shows("next: and quickly");
  terminal.type("then rest\u001b\r");
  await terminal.shows("then: then rest");
  goOn();
  await terminal.shows("Followed.");
  expect(prompts()).toEqual([["begin"], ["begin", "and quickly"], ["begin", "and quickly", "then rest"]]);
  expect(terminal.everything()).toMatch(/> begin[\s\S]*> and quickly[\s\S]*> then rest/);
});

test.each([
  ["Esc", "\u001b"],
  ["Ctrl+C", "\u0003"],
])("%s stops the run and nothing else", async (_name, key) => {
  server.reply([content("It begins"), HANG], answer("Again."));
  const terminal = await open();
  terminal.type("go\r");
  await terminal.shows("It begins");
  terminal.type(key);
  await terminal.shows("stopped");
  terminal.type("more\r");
  await terminal.shows("Again.");
});

const STTY = `stty -a > before; sh -c 'echo $$ > pid; exec $L --base-url "$B" --model m'; code=$?; stty -a > after; echo "code $code"; read -r _`;

test.each<[string, number, (terminal: TestTerminal, pid: number) => void]>([
  ["Ctrl+C twice", 130, (terminal) => terminal.type("\u0003\u0003")],
  ["SIGTERM", 143, (_terminal, pid) => process.kill(pid, "SIGTERM")],
  ["SIGHUP", 129, (_terminal, pid) => process.kill(pid, "SIGHUP")],
])("%s in the middle of an answer leaves the terminal as it was", async (_name, code, leave) => {
  server.reply([content("It begins"), HANG]);
  const world = new World();
  const terminal = openTerminal(world, { line: STTY, environment: { B: server.baseUrl } });
  await terminal.shows("openai-compatible/m");
  terminal.type("go\r");
  await terminal.shows("It begins");
  leave(terminal, Number(readFileSync(join(world.project, "pid"), "utf8")));
  await terminal.shown(`code ${code}`);
  // Until now the shell has waited, so that nothing of what it said is lost with it.
  terminal.type("\r");
  await terminal.exited;
  const [before, after] = ["before", "after"].map((name) => readFileSync(join(world.project, name), "utf8"));
  expect(after).toBe(before);
  for (const [on, off] of [
    ["?2004h", "?2004l"],
    ["?25l", "?25h"],
    ["?7l", "?7h"],
    ["?2026h", "?2026l"],
  ] as const)
    expect(terminal.raw().lastIndexOf(`\u001b[${off}`)).toBeGreaterThan(
      terminal.raw().lastIndexOf(`\u001b[${on}`),
    );
  expect(terminal.everything()).not.toContain("ask, or /help");
});

test("NO_COLOR: no colour and no emphasis at all", async () => {
  server.reply(answer("**bold** and `code`"));
  const terminal = await open({ environment: { NO_COLOR: "1" } });
  terminal.type("go\r");
  await terminal.shows("bold and code");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
  expect(terminal.raw()).not.toMatch(/\u001b\[[0-9;]*m/);
});

test("TERM=dumb: lines and nothing that moves the cursor", async () => {
  server.reply(answer("**bold** and `code`"));
  const world = new World();
  const args = ["--base-url", server.baseUrl, "--model", "m"];
  const terminal = openTerminal(world, { args, environment: { TERM: "dumb" } });
  await terminal.shows(">");
  terminal.type("go\r");
  await terminal.shown(/bold and code[\s\S]*>/);
  terminal.type("/quit\r");
  expect(await terminal.exited).toMatchObject({ code: 0 });
  expect(terminal.raw()).not.toContain("\u001b");
});

test("a paste of 5,000 lines is one message, whole", async () => {
  server.reply(answer("Read."));
  const terminal = await open();
  const lines = Array.from({ length: 5000 }, (_, at) => `line ${at}`);
  terminal.type(`sum up: \u001b[200~${lines.join("\r")}\u001b[201~`);
  await terminal.shows("> sum up: [paste of 5000 lines]");
  terminal.type("\r");
  await terminal.shows("Read.");
  expect(prompts()).toEqual([[`sum up: ${lines.join("\n")}`]]);
});

test("a paste that the terminal does not mark is one draft", async () => {
  const terminal = await open();
  terminal.type("a\rb\rc");
  await terminal.shows("> a\n  b\n  c\n");
  terminal.type("\u0003");
  await terminal.shows("ask, or /help");
  for (const letter of "a\rb\rc") terminal.type(letter);
  await terminal.shows("> a\n  b\n  c\n");
  expect(server.requests).toEqual([]);
});

test("a new size in the middle of an answer leaves nothing behind", async () => {
  let goOn: () => void = () => {};
  const wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen";
  server.reply([content(words), { wait }, ...answer(" fifteen")]);
  const terminal = await open();
  terminal.type("count\r");
  await terminal.shows("fourteen");
  terminal.resize(40, 10);
  await terminal.shows(/one two three four five six seven eight\n/);
  goOn();
  await terminal.shows("ask, or /help");
  expect(terminal.screen()).toBe(
    [
      "> count",
      "",
      "one two three four five six seven eight",
      "nine ten eleven twelve thirteen",
      "fourteen fifteen",
      "",
      "> ask, or /help",
      "openai-compatible/m · context 15",
    ].join("\n"),
  );
});

test.each(SIZES)("wide, combining and right-to-left characters fit, at %i×%i", async (columns, rows) => {
  const odd = [
    "来自上游来自上游来自上游来自上游来自上游",
    "ㅤㅤ✅",
    "👨‍👩‍👧‍👦",
    "e\u0301te\u0301",
    "a\tb",
    "x".repeat(500),
    "שלום עולם",
  ];
  server.reply(answer(odd.join("\n\n")), answer("Still here."));
  const terminal = await open({ columns, rows });
  terminal.type("来自上游 e\u0301\r");
  await terminal.shown("שלום עולם");
  terminal.type("more\r");
  await terminal.shows("Still here.");
  expect(terminal.everything().normalize()).toContain("> 来自上游 é");
});

test("without a terminal no key is waited for", async () => {
  const world = new World();
  const empty = await world.run(["--model", "demo"]);
  expect(empty).toMatchObject({ code: 2, stdout: "" });
  expect(empty.stderr).toBe('letscode: stdin is empty, so there is no prompt: letscode -p "PROMPT"\n');
  const captured = openTerminal(world, {
    line: 'out=$($L --model demo); echo "code $? out [$out]"; read -r _',
  });
  await captured.shown("code 2 out []");
  expect(captured.everything()).toContain("stdout is no terminal to ask for one on");
});

test("prompts are there at the next start, for their owner only and without keys", async () => {
  const key = "sk-test-SECRET123";
  const world = new World({ OPENAI_API_KEY: key });
  server.reply(answer("Yes."));
  const first = await open({}, world);
  first.type(`what is ${key}?\r`);
  await first.shows("Yes.");
  first.type("\u0004");
  expect(await first.exited).toMatchObject({ code: 0 });
  const second = await open({}, world);
  second.type("\u001b[A");
  await second.shows("> what is ***?");
  const file = join(world.root, "home/.local/state/letscode/prompts.jsonl");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toBe('"what is ***?"\n');
  const unsaved = await open({ args: ["--no-session"] }, world);
  unsaved.type("/cost\r");
  await unsaved.shows("the price is not known");
  expect(readFileSync(file, "utf8")).toBe('"what is ***?"\n');
});

test("a key in what a tool read is not shown", async () => {
  const key = "sk-test-SECRET123";
  const world = new World({ OPENAI_API_KEY: key });
  world.write(".env", `KEY=${key}`);
  server.reply(calls({ id: "c0", name: "read", arguments: { path: ".env" } }), answer("Read."));
  const terminal = await open({}, world);
  terminal.type("look\r");
  await terminal.shows("Read.");
  expect(terminal.everything()).toContain("✓ read .env · KEY=***");
  expect(terminal.raw()).not.toContain("SECRET123");
});

test("prompt templates are completed like the terminal's own commands", async () => {
  const world = new World();
  mkdirSync(join(world.root, "home/.config/letscode/prompts"), { recursive: true });
  writeFileSync(join(world.root, "home/.config/letscode/prompts/review-it.md"), "Review $1 with care.");
  server.reply(answer("Good."));
  const terminal = await open({}, world);
  terminal.type("/re");
  await terminal.shows(/› \/resume +Go on with[\s\S]*\/review-it +Review \$1 with care\./);
  terminal.type("v\t");
  await terminal.shows("> /review-it");
  terminal.type(" a.txt\r");
  await terminal.shows("Good.");
  expect(prompts()).toEqual([["Review a.txt with care."]]);
});

test("/fork and /resume go on in another conversation, and a failed one leaves the old one open", async () => {
  const world = new World();
  server.reply(answer("One."), answer("Two."), answer("Three."));
  const terminal = await open({}, world);
  terminal.type("first\r");
  await terminal.shows("One.");
  const [first = ""] = conversations(world);
  terminal.type("/fork\r");
  await terminal.shows("this is a copy");
  terminal.type("second\r");
  await terminal.shows("Two.");
  // The original is somebody else's by now.
  const other = await open({ args: ["--session", first] }, world);
  terminal.type("/resume\r");
  await terminal.shows("Go on with which one?");
  terminal.type("\r");
  await terminal.shows("/resume: ");
  terminal.type("third\r");
  await terminal.shows("Three.");
  expect(prompts()).toEqual([["first"], ["first", "second"], ["first", "second", "third"]]);
  other.type("\u0004");
  await other.exited;
  terminal.type("/resume\r");
  await terminal.shows("Go on with which one?");
  terminal.type("\r");
  await terminal.shows(/One\.\s+> ask/);
  server.reply(answer("Four."));
  terminal.type("fourth\r");
  await terminal.shows("Four.");
  expect(prompts().at(-1)).toEqual(["first", "fourth"]);
});

/** The files of all conversations. */
function conversations(world: World): string[] {
  const folder = join(world.root, "home/.local/state/letscode/sessions");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(folder, name));
}

test("Ctrl+Z stops the job, and fg brings it back", async () => {
  const world = new World();
  const terminal = openTerminal(world, { line: "exec bash --norc -i", environment: { PS1: "shell\\$ " } });
  await terminal.shows("shell");
  terminal.type("$L --model demo\r");
  await terminal.shows("ask, or /help");
  terminal.type("draft\u001a");
  await terminal.shows("Stopped");
  terminal.type("fg\r");
  await terminal.shows(/fg[\s\S]*> draft/);
});

test("Ctrl+Z does nothing where nobody could bring it back", async () => {
  const terminal = await open();
  terminal.type("draft\u001a");
  terminal.type(" goes on");
  await terminal.shows("> draft goes on");
});
