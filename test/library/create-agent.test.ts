import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type CreateAgentOptions, createAgent } from "../../src/create-agent.ts";
import type { Asker, PermissionRequest } from "../../src/permissions/decision.ts";
import type { Plugin } from "../../src/plugins/plugin.ts";
import { answer, calls } from "../loopback/chunks.ts";
import { startProviderServer } from "../loopback/provider-server.ts";

/** A workspace with these files, and a model that answers "ok" each time. */
async function world(files: Record<string, string> = {}) {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "letscode-test-")));
  const server = await startProviderServer({ otherwise: answer("ok") });
  onTestFinished(async () => {
    await server.close();
    rmSync(workspace, { recursive: true });
  });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  const reports: string[] = [];
  const open = (options: Partial<CreateAgentOptions> = {}) =>
    createAgent({
      workspace,
      environment: { PATH: process.env.PATH, HOME: join(workspace, "home") },
      baseUrl: server.baseUrl,
      model: "m",
      report: (line) => reports.push(line),
      ...options,
    });
  return { workspace, server, reports, open };
}

const saying = (words: string): Plugin => ({ letscode_system_prompt: (prompt) => `${prompt}\n${words}` });
const FILE = "export const letscode_system_prompt = (prompt) => prompt + '\\nfrom a file';";

test("plugins are files, packages and objects; objects come last", async () => {
  const { server, open } = await world({
    "plugin.mjs": FILE,
    "node_modules/named/package.json": '{"name":"named","type":"module","exports":"./index.js"}',
    "node_modules/named/index.js": FILE.replace("a file", "a package"),
  });
  const agent = await open({ plugins: [saying("from an object"), "./plugin.mjs", "named"] });
  await agent.prompt("hi");
  await agent.close();
  const [{ content: system }] = server.requests[0]?.json.messages ?? [];
  expect(system.split("\n").slice(-3)).toEqual(["from a file", "from a package", "from an object"]);
});

test("a plugin that is not there is wrong usage", async () => {
  const { workspace, open } = await world();
  await expect(open({ plugins: ["./none.mjs"] })).rejects.toThrow(
    `plugins: there is no plugin at ${join(workspace, "none.mjs")}`,
  );
});

test("what looks like a hook of a plugin and is none is reported", async () => {
  const { reports, open } = await world();
  const agent = await open({ plugins: [saying("fine"), { letscode_evnt: () => {} } as Plugin] });
  await agent.close();
  expect(reports).toEqual([expect.stringMatching(/^plugin 2: its export letscode_evnt is no hook; /)]);
});

test("a conversation whose agent could not be made is left to others", async () => {
  const { workspace, open } = await world();
  const first = await open({ session: "new" });
  await first.prompt("hi");
  const session = first.state.session?.file ?? "";
  await first.close();
  await expect(open({ session, workspace: join(workspace, "none") })).rejects.toThrow(
    "The folder to work in cannot be used",
  );
  const again = await open({ session });
  expect(again.state.messages).toHaveLength(2);
  await again.close();
});

test("what the workspace brings counts with trust only, but for its AGENTS.md", async () => {
  const files = {
    "AGENTS.md": "Say please.",
    ".letscode/plugins/x.mjs": FILE,
    ".letscode/prompts/greet.md": "Greet $1.",
  };
  const { server, reports, open } = await world(files);
  for (const trustProject of [false, true]) {
    const agent = await open({ trustProject });
    await agent.prompt("/greet Ada");
    await agent.close();
  }
  const seen = server.requests.map(({ json: { messages } }) => [
    messages[0].content.includes("Say please."),
    messages[0].content.includes("from a file"),
    messages[1].content,
  ]);
  expect(seen).toEqual([
    [true, false, "/greet Ada"],
    [true, true, "Greet Ada."],
  ]);
  expect(reports.filter((line) => line.includes("plugins"))).toEqual([]);
});

test("the user's own prompts count when their folder is named", async () => {
  const { workspace, server, open } = await world({ "config/AGENTS.md": "Be kind." });
  for (const options of [{}, { configFolder: join(workspace, "config") }]) {
    const agent = await open(options);
    await agent.prompt("hi");
    await agent.close();
  }
  const kind = server.requests.map(({ json }) => json.messages[0].content.includes("Be kind."));
  expect(kind).toEqual([false, true]);
});

test("the asker decides on what needs consent, and its always lasts as long as the agent", async () => {
  const { server, workspace, open } = await world();
  const write = (path: string) => calls({ id: path, name: "write", arguments: { path, content: path } });
  const asked: PermissionRequest[] = [];
  const asker: Asker = {
    async permission(request) {
      asked.push(request);
      return { decision: asked.length === 1 ? "deny" : "allow_always" };
    },
  };
  const made = () => ["a", "b", "c"].map((name) => existsSync(join(workspace, name)));
  server.reply(write("a"), write("b"), write("c"));
  const agent = await open({ asker });
  await agent.prompt("go");
  await agent.close();
  expect(made()).toEqual([false, true, true]);
  expect(asked.map(({ toolCallId, reason, always }) => [toolCallId, reason, always])).toEqual([
    ["a", "write changes files", "every call of write that stays in the workspace"],
    ["b", "write changes files", "every call of write that stays in the workspace"],
  ]);

  server.reply(write("a"));
  const nobody = await open();
  await nobody.prompt("go");
  await nobody.close();
  expect(made()).toEqual([false, true, true]);
});
