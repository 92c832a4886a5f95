/**
 * An MCP server that misbehaves as it is told: `node odd-server.mjs JSON`, an object with any of
 * `tools` (names), `page` (tools on a page of the list), `log` (a file for what it is asked), `start` (`hang`, `die`, or `garbage`),
 * `deaf` (does not leave when its stdin ends or it is asked to).
 */
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const { tools: names = [], page = 1000, log, start, deaf } = JSON.parse(process.argv[2] ?? "{}");
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const note = (line) => log && appendFileSync(log, `${line}\n`);
const text = (content) => ({ content: [{ type: "text", text: content }] });
const tools = [...names];

const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: "odd", version: "1" },
  }),
  "tools/list": ({ cursor = 0 }) => {
    const end = Number(cursor) + page;
    return {
      tools: tools
        .slice(Number(cursor), end)
        .map((name) => ({ name, description: `does ${name}`, inputSchema: { type: "object" } })),
      ...(end < tools.length && { nextCursor: String(end) }),
    };
  },
};

const TOOLS = {
  die: () => {
    process.stderr.write("\u001b[31mthe disk\u001b[0m is on fire\n");
    process.exit(3);
  },
  environment: () => text(JSON.stringify(process.env)),
  give: ({ result }) => result,
  grow: ({ name }) => {
    tools.push(name);
    say({ method: "notifications/tools/list_changed" });
    return text("grown");
  },
  breed: ({ mark }) => {
    spawn("sleep", [mark], { stdio: "ignore" });
    return text("bred");
  },
  flood: () => {
    const line = `${"noise ".repeat(2000)}\n`;
    for (let written = 0; written < 30_000_000; written += line.length) process.stderr.write(line);
    for (let count = 0; count < 1000; count++) process.stdout.write("this is no message\n");
    return text("still here");
  },
  fail: () => {
    throw new Error("bad\nnews");
  },
};

note(`start ${process.pid}`);
if (deaf) for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => {});
if (start === "die") {
  process.stderr.write("no licence found\n");
  process.exit(2);
}
if (start === "garbage") process.stdout.write("Welcome!\n\n\u0000{}\n[1]\n");

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  note(method === "tools/call" ? `call ${params.name}` : method);
  if (id === undefined || start === "hang" || params.name === "hang") return;
  try {
    const run =
      method === "tools/call" ? () => TOOLS[params.name](params.arguments) : () => METHODS[method](params);
    say({ id, result: run() });
  } catch (error) {
    say({ id, error: { code: -32603, message: error.message } });
  }
});
if (deaf) setInterval(() => {}, 1000);
