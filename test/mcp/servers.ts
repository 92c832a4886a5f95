/** MCP servers as a conversation has them, real processes, without a conversation. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { McpServers, type McpServersOptions } from "../../src/mcp/mcp-servers.ts";
import { createProcesses } from "../../src/tools/processes.ts";
import type { Tool, ToolOutput } from "../../src/tools/tool.ts";
import type { JsonObject } from "../../src/wire/messages.ts";
import type { McpServer } from "../../src/wire/session-methods.ts";

const ODD = resolve(import.meta.dirname, "odd-server.mjs");

/** What the odd server can be told. */
export interface OddOptions {
  tools?: string[];
  page?: number;
  log?: string;
  start?: "hang" | "die" | "garbage";
  deaf?: boolean;
}

/** The odd server, which does as it is told. */
export function oddServer(name: string, options: OddOptions = {}): McpServer {
  return { name, command: process.execPath, args: [ODD, JSON.stringify(options)] };
}

/** A folder that goes with the test. */
export function testFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "letscode-mcp-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Servers that are closed with the test, and what they tell. */
export function openServers(servers: McpServer[], more: Partial<McpServersOptions> = {}) {
  const workspace = testFolder();
  const reports: string[] = [];
  const details: string[] = [];
  const platform = process.platform;
  const all = new McpServers({
    servers,
    workspace,
    environment: { PATH: process.env.PATH, HOME: workspace, OPENAI_API_KEY: "sk-1234567890" },
    platform,
    clock: systemClock,
    processes: createProcesses({ clock: systemClock, platform, tempFolder: join(workspace, "temp") }),
    report: (line) => reports.push(line),
    detail: (line) => details.push(line),
    ...more,
  });
  onTestFinished(() => all.close());
  return { all, workspace, reports, details };
}

/** The names of the tools. */
export function namesOf({ tools }: McpServers): string[] {
  return tools.map(({ name }) => name);
}

/** Runs one call of a tool by its name. */
export function callTool(
  { tools }: McpServers,
  name: string,
  args: JsonObject = {},
  { signal = new AbortController().signal, updates = [] }: { signal?: AbortSignal; updates?: string[] } = {},
): Promise<ToolOutput> {
  const tool = tools.find((one) => one.name === name) as Tool;
  return tool.execute(args, { toolCallId: "c", signal, update: (delta) => void updates.push(delta) });
}

/** What the odd server noted, by line. */
export function noted(log: string): string[] {
  try {
    return readFileSync(log, "utf8").trim().split("\n");
  } catch {
    return [];
  }
}
