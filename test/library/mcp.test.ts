import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createAgent } from "../../src/create-agent.ts";
import type { Event } from "../../src/wire/events.ts";
import type { McpServer } from "../../src/wire/session-methods.ts";
import { answer, calls } from "../loopback/chunks.ts";
import { startProviderServer } from "../loopback/provider-server.ts";
import { noted, oddServer, testFolder } from "../mcp/servers.ts";
import { processesWith } from "../process/alive.ts";

async function world() {
  const workspace = testFolder();
  const server = await startProviderServer();
  onTestFinished(() => server.close());
  const reports: string[] = [];
  const open = (mcpServers: McpServer[]) =>
    createAgent({
      workspace,
      environment: { PATH: process.env.PATH, HOME: workspace },
      baseUrl: server.baseUrl,
      model: "m",
      permissionMode: "allow",
      report: (line) => reports.push(line),
      mcpServers,
    });
  return { server, reports, open, log: join(workspace, "log") };
}

test("MCP servers start with the first prompt of an agent and end with it", async () => {
  const { server, reports, open, log } = await world();
  const odd = oddServer("odd", { tools: ["environment"], log });
  const agent = await open([
    { ...odd, env: { A_TOKEN: "a-text-of-its-own" } },
    oddServer("broken", { start: "die" }),
  ]);
  expect(noted(log)).toEqual([]);
  const events: Event[] = [];
  agent.subscribe((event) => void events.push(event));
  server.reply(calls({ id: "c1", name: "odd__environment", arguments: {} }), answer("done"));
  expect(await agent.prompt("go")).toEqual({ error: null, stop_reason: "end_turn" });
  expect(reports).toEqual([
    "the MCP server broken did not start: it ended with exit code 2: no licence found",
  ]);
  const [, second] = server.requests;
  expect(JSON.parse(second?.json.messages.at(-1).content)).toMatchObject({ A_TOKEN: "a-text-of-its-own" });
  expect(processesWith(log)).toHaveLength(1);
  await agent.close();
  expect(processesWith(log)).toEqual([]);
});

test("MCP servers that cannot be used at all are refused", async () => {
  const { open } = await world();
  await expect(open([{ name: "a", command: "x", url: "http://x" }])).rejects.toThrow(
    'mcpServers[0]: expected either a command or a url of the server "a"',
  );
});
