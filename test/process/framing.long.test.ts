import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import { LineReader } from "../../src/framing/ndjson.ts";
import { LETSCODE, type Line, newFolder } from "./letscode.ts";

const MIB = 1024 * 1024;

it("no line is longer than 64 MiB: an agent_end that would be refers to its messages [F8]", async () => {
  const half = "x".repeat(33 * MIB);
  const child = spawn(process.execPath, [LETSCODE, "--mode", "rpc", "--model", "demo"], {
    cwd: newFolder(),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const reader = new LineReader({ maxBytes: 512 * MIB });
  const ended: { role: string; id: string }[] = [];
  let longest = 0;
  let agentEnd: Line | undefined;
  child.stdout.on("data", (chunk: Buffer) => {
    for (const record of reader.push(chunk)) {
      if (record.type !== "line") throw new Error(record.type);
      longest = Math.max(longest, Buffer.byteLength(record.text));
      if (record.text.startsWith('{"type":"agent_start"')) continue;
      const line = JSON.parse(record.text) as Line;
      if (line.type === "message_end") ended.push({ id: line.message.id, role: line.message.role });
      if (line.type === "agent_end") agentEnd = line;
    }
  });
  child.stdin.write(`${JSON.stringify({ cmd: "steer", text: half })}\n`);
  child.stdin.end(`${JSON.stringify({ cmd: "prompt", text: `demo:text 5\n${half}` })}\n`);
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  expect(longest).toBeLessThanOrEqual(64 * MIB);
  expect(agentEnd).toEqual({
    type: "agent_end",
    messages: ended,
    error: null,
    stop_reason: "end_turn",
    truncated: true,
  });
}, 60_000);
