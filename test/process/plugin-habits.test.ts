/** What plugins do by habit or mistake that could break the protocol or lose a run. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answer, calls } from "../loopback/chunks.ts";
import { World } from "../print/command.ts";
import { newFolder } from "./letscode.ts";
import { modelHost, ofType, textOf } from "./model-host.ts";

const model = modelHost();

/** One prompt with a plugin of this text. */
async function runWith(text: string, name = "plugin.mjs") {
  const folder = newFolder();
  writeFileSync(join(folder, name), text);
  return model.run([answer("ok")], ["--plugin", join(folder, name), "--no-session"], { cwd: folder });
}

const hook = (statements: string) => `
  import { execSync, fork, spawn, spawnSync } from "node:child_process";
  import { writeFileSync, writeSync } from "node:fs";
  export async function letscode_session_start() { ${statements} }`;
const ended = (script: string, stdio: string) =>
  `await new Promise((done) => spawn("sh", ["-c", ${JSON.stringify(script)}], { stdio: ${stdio} }).on("close", done));`;

describe("a plugin that", () => {
  test.each([
    ["calls process.exit", "process.exit(0);"],
    ["calls it later", "setTimeout(() => process.exit(0)); await new Promise((go) => setTimeout(go, 20));"],
  ])("%s ends no run, and is told", async (_what, statements) => {
    const host = await runWith(hook(statements));
    expect(ofType(host.lines, "agent_end")).toMatchObject([{ error: null }]);
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(host.stderr()).toContain("process.exit is not a plugin's to call");
  });

  test.each([
    ["writes to descriptor 1", 'writeSync(1, "STRAY\\n");'],
    ["hands stdout to a child", ended("echo STRAY", '"inherit"')],
    ["hands descriptor 1 to a child", ended("echo STRAY", '["ignore", 1, 2]')],
    ["hands process.stdout to a child", ended("echo STRAY", '[0, process.stdout, "inherit"]')],
    ["runs a command as in a shell", 'execSync("echo STRAY", { stdio: "inherit" });'],
    ["runs a program and waits", 'spawnSync("echo", ["STRAY"], { stdio: "inherit" });'],
    [
      "forks a module",
      `writeFileSync("child.cjs", "console.log('STRAY')");
       await new Promise((done) => fork("./child.cjs").on("close", done));`,
    ],
  ])("%s writes to stderr, and nothing into the protocol", async (_what, statements) => {
    const host = await runWith(hook(statements));
    expect(host.text()).not.toContain("STRAY");
    expect(host.stderr()).toContain("STRAY");
    expect(ofType(host.lines, "agent_end")).toMatchObject([{ error: null }]);
  });

  test("hands stdin to a child leaves the host's commands to letscode", async () => {
    const host = await runWith(hook(ended("cat", '"inherit"')));
    expect(ofType(host.lines, "agent_end")).toMatchObject([{ error: null }]);
  });

  test("still runs commands and reads what they say, and writes and reads how much", async () => {
    const host = await runWith(
      `import { execFile, execFileSync } from "node:child_process";
       import { openSync, write } from "node:fs";
       import { promisify } from "node:util";
       export async function letscode_system_prompt() {
         const { stdout } = await promisify(execFile)("echo", ["two"]);
         const { bytesWritten } = await promisify(write)(openSync("out.txt", "w"), "three");
         return execFileSync("echo", ["one"], { encoding: "utf8" }) + stdout + bytesWritten;
       }`,
    );
    expect(host.stderr()).toBe("");
    expect(model.server().requests[0]?.json.messages[0].content).toBe("one\ntwo\n5");
  });

  test.each([
    ["leaves no message", "[]"],
    ["leaves none of the user's", 'messages.filter(({ role }) => role !== "user")'],
  ])("%s of the context is skipped", async (_what, expression) => {
    const host = await runWith(`export const letscode_transform_context = (messages) => ${expression};`);
    expect(ofType(host.lines, "agent_end")).toMatchObject([{ error: null }]);
    expect(ofType(host.lines, "error")).toMatchObject([{ code: "plugin", recoverable: true }]);
    expect(host.stderr()).toContain("no message that a user said");
  });

  test.each([
    ["a text", '{ type: "string" }'],
    ["a list", '{ type: "array", items: {} }'],
    ["an object with a list of properties", '{ type: "object", properties: [] }'],
  ])("has a tool whose arguments are %s goes without that tool", async (_what, parameters) => {
    const host = await runWith(
      `export const letscode_tools = () =>
         [{ name: "odd", description: "d", parameters: ${parameters}, execute: () => "" }];`,
    );
    expect(ofType(host.lines, "agent_end")).toMatchObject([{ error: null }]);
    expect(host.stderr()).toContain("tools[0].parameters: expected the JSON Schema of an object");
  });
});

test("what a slash command of a plugin adds is saved in one shot too", async () => {
  const world = new World();
  world.write(
    "plugin.mjs",
    `export const letscode_commands = () => [{
       name: "note", description: "d", run(args, { session }) { session.append({ args }); return "noted"; } }];`,
  );
  const words = [
    "-p",
    "--model",
    "demo",
    "--session",
    "talk.jsonl",
    "--plugin",
    "./plugin.mjs",
    "/note this",
  ];
  expect(await world.run(words)).toEqual({ code: 0, stdout: "noted\n", stderr: "" });
  const lines = readFileSync(join(world.project, "talk.jsonl"), "utf8").trimEnd().split("\n");
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({
    message: { role: "custom", kind: "plugin", data: { args: "this" } },
  });
});

test.each<[string, string, string?]>([
  ["export { default } from", 'export { default } from "no-such-rules";'],
  ["export * from", 'export * from "@acme/rules";'],
  ["an import that is exported", 'import rules from "no-such-rules"; export default rules;'],
  ["an import that is exported by name", 'import { rules } from "no-such-rules"; export { rules };'],
  ["CommonJS", 'module.exports = require("no-such-rules");', "plugin.cjs"],
])("a plugin that passes on a package that is not there may be a policy: %s", async (_what, text, name) => {
  const folder = newFolder();
  writeFileSync(join(folder, name ?? "plugin.mjs"), text);
  const host = await model.run(
    [calls({ id: "c1", name: "bash", arguments: { command: "echo RAN" } }), answer("ok")],
    ["--plugin", join(folder, name ?? "plugin.mjs"), "--no-session"],
    { cwd: folder },
  );
  const [result] = ofType(host.lines, "tool_execution_end");
  expect(result?.result.is_error).toBe(true);
  expect(textOf(result?.result)).toContain("Denied");
});
