/** The screens of docs/terminal-screens.md: taken here, and written there with `LETSCODE_UPDATE=1`. */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createGate } from "../cases/gate.ts";
import { locate, read } from "../docs/pages.ts";
import { content, DONE, finish, toolCalls, usage } from "../loopback/chunks.ts";
import { errorReply, type Step } from "../loopback/provider-server.ts";
import { World } from "../print/command.ts";
import { AT_REST, setScene } from "./scene.ts";
import { openTerminal, type TestTerminal } from "./terminal.ts";

const PAGE = "docs/terminal-screens.md";
const FILES = {
  "src/greet.js": 'export function greet(name) {\n  return "Hello " + name;\n}\n',
  "src/main.js": 'import { greet } from "./greet.js";\n',
  "README.md": "# Greetings\n",
  "release notes.md": "None yet.\n",
};
const EDIT = { old_text: '"Hello " + name', new_text: '"HELLO " + name + "!"' };
const MODEL = "mistral/mistral-large-2512";

/** The screen, with what differs each time as it was once. */
function taken(terminal: TestTerminal): string {
  return terminal
    .screen()
    .replace(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/g, "⠹")
    .replace(/\b(working|bash .*) \d+ s/g, "$1 3 s")
    .replace(/127\.0\.0\.1:\d{5}/g, "127.0.0.1:48123")
    .replace(/ +$/gm, "");
}

/** An answer's last pieces: why it ended and what it took. */
const end = (reason: string, prompt_tokens: number, completion_tokens: number): Step[] => [
  finish(reason),
  usage({ prompt_tokens, completion_tokens }),
  DONE,
];

function call(name: string, args: unknown, prompt: number): Step[] {
  const piece = toolCalls({ index: 0, id: `${name}_call`, name, arguments: JSON.stringify(args) });
  return [piece, ...end("tool_calls", prompt, 48)];
}

/** A project with a few files in which letscode is to do the same thing each time; `goOn` lets the answer go on. */
async function project(columns: number, rows: number) {
  const scene = await setScene(new World({ MISTRAL_API_KEY: "sk-test" }));
  for (const [name, text] of Object.entries(FILES)) scene.world.write(name, text);
  const gate = createGate();
  scene.server.reply(call("read", { path: "src/greet.js" }, 2140), [
    content("I found it in `src/greet.js`. Two things change:\n\n1. the word becomes **HELLO**,\n2. and an"),
    { wait: gate.opened },
    content(" exclamation mark follows."),
    ...call("edit", { path: "src/greet.js", edits: [EDIT] }, 2260),
  ]);
  const args = ["--model", MODEL, "--base-url", scene.server.baseUrl, "--retry-base-delay", "8"];
  const start = (more: readonly string[] = []) =>
    openTerminal(scene.world, { columns, rows, args: [...args, ...more] });
  return { ...scene, start, goOn: gate.open };
}

/** Types until the edit is asked about. */
async function askedToEdit(terminal: TestTerminal, goOn: () => void, take: (name: string) => void) {
  terminal.type("greet people more loudly\r");
  await terminal.shows(/2\. and an\n.* working .*\n> say more, or Esc to stop\n.*mistral/);
  take("streaming");
  goOn();
  await terminal.shows("y yes");
  take("question");
}

async function takeLarge(screens: Map<string, string>) {
  const { server, world, start, goOn } = await project(80, 24);
  const terminal = start();
  const take = (name: string) => screens.set(name, taken(terminal));
  await terminal.shows(`\n${MODEL}`);
  take("start");
  terminal.type("/");
  await terminal.shows("1 of 11");
  take("commands");
  terminal.type("\u007flook at @src/");
  await terminal.shows("@src/main.js\n");
  take("files");
  terminal.type("\u0015");
  await terminal.shows(AT_REST);
  await askedToEdit(terminal, goOn, take);
  terminal.type("r");
  await terminal.shows("why not?");
  take("reason");

  terminal.type("\u001b");
  await terminal.shows("y yes");
  const tests =
    "for at in 1 2 3 4 5 6 7; do echo ok $at; done; while [ ! -e go ]; do sleep 0.01; done; exit 1";
  world.write("package.json", JSON.stringify({ scripts: { test: tests } }));
  server.reply(
    call("bash", { command: "npm --silent test" }, 2420),
    [content("One test expects the old word. The readme names no greeting."), ...end("stop", 2560, 60)],
    [content("Not while a test fails."), ...end("stop", 2640, 12)],
  );
  terminal.type("y");
  await terminal.shows(/\? bash[\s\S]*y yes/);
  terminal.type("y");
  await terminal.shows(new RegExp(`ok 7\n[\\s\\S]*\n${MODEL}`));
  take("tool");
  terminal.type("and the readme, please\r");
  await terminal.shows("next: and the readme");
  terminal.type("then commit it\u001b\r");
  await terminal.shows("then: then commit it");
  take("queued");
  world.write("go", "");
  await terminal.shows("Not while a test fails.");
  await terminal.shows(AT_REST);
  take("done");

  terminal.type("/new \r");
  await terminal.shows(/a new conversation\s+> ask/);
  terminal.type("/resume \r");
  await terminal.shows("letters filter");
  take("resume");
  terminal.type("\u001b");
  await terminal.shows(AT_REST);

  server.reply(errorReply(503, "overloaded"));
  terminal.type("are you there?\r");
  await terminal.shows("in 8 s · Esc stops");
  take("retry");
  terminal.type("\u001b");
  await terminal.shows(/stopped\s+> ask/);
  terminal.type("\u0004");
  await terminal.exited;

  const hasty = start(["--max-retries", "0"]);
  await hasty.shows(`\n${MODEL}`);
  server.reply(errorReply(503, "overloaded"));
  hasty.type("are you there?\r");
  await hasty.shows(`to retry)\n\n${AT_REST}`);
  screens.set("failed", taken(hasty));
}

async function takeTrust(screens: Map<string, string>) {
  const { world, start } = await project(80, 24);
  world.write(".letscode/plugins/policy.mjs", "export function letscode_event() {}\n");
  world.write(".letscode/config.json", '{ "permission_mode": "allow" }');
  const terminal = start();
  await terminal.shows("[y/N]");
  screens.set("trust", taken(terminal));
}

async function takeSmall(screens: Map<string, string>) {
  const { start, goOn } = await project(40, 10);
  const terminal = start();
  const take = (name: string) => screens.set(`small-${name}`, taken(terminal));
  await terminal.shows(/\n.*mistral-large/);
  terminal.type("@");
  await terminal.shows("@README.md");
  take("files");
  terminal.type("\u0015");
  await terminal.shows(AT_REST);
  await askedToEdit(terminal, goOn, take);
  terminal.type("yes, with a comma");
  await terminal.shows(/Enter: send\n> yes, with a comma\n/);
  take("words");
}

/** The page with the screens behind their markers. */
function withScreens(page: string, screens: ReadonlyMap<string, string>): string {
  return page.replace(
    /^<!-- screen: (\S+) -->\n(?:\n```text\n[\s\S]*?\n```\n)?/gm,
    (_all, name) =>
      `<!-- screen: ${name} -->\n\n\`\`\`text\n${screens.get(name) ?? "there is no such screen"}\n\`\`\`\n`,
  );
}

test("the page shows what the terminal shows", async () => {
  const screens = new Map<string, string>();
  await takeLarge(screens);
  await takeTrust(screens);
  await takeSmall(screens);
  const page = withScreens(read(PAGE), screens);
  if (process.env.LETSCODE_UPDATE === "1") writeFileSync(locate(PAGE), page);
  expect(read(PAGE)).toBe(page);
  const shown = [...page.matchAll(/^<!-- screen: (\S+) -->$/gm)].map(([, name]) => name);
  expect(shown.sort()).toEqual([...screens.keys()].sort());
});
