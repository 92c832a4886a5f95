/** Over stdio, with vscode-jsonrpc as the other end: of the command, and of the client. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { LetscodeClient } from "../../src/client/client.ts";
import { tool } from "../../src/client/tool.ts";
import type { SessionEventParams } from "../../src/wire/methods.ts";
import { LETSCODE, newFolder } from "./letscode.ts";

/** The built command, and what it tells and asks. */
async function startCommand() {
  const folder = newFolder();
  const child = spawn(process.execPath, [LETSCODE, "--mode", "jsonrpc", "--model", "demo"], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const peer = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  onTestFinished(() => {
    peer.dispose();
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const told: (SessionEventParams | string)[] = [];
  peer.onNotification("session.event", (params: SessionEventParams) => void told.push(params));
  peer.onNotification("session.idle", () => void told.push("idle"));
  peer.listen();
  const hello = await peer.sendRequest<{ protocol: string }>("initialize", {
    protocol: "letscode-jsonrpc/1",
    client: { name: "vscode-jsonrpc", version: "10" },
    capabilities: { permissions: true },
  });
  expect(hello.protocol).toBe("letscode-jsonrpc/1");
  return { peer, told, ended: new Promise((resolve) => child.on("close", resolve)) };
}

const sessionWith = (peer: MessageConnection, params: object) =>
  peer.sendRequest<{ session_id: string }>("session.create", { persist: false, ...params });

describe("letscode --mode jsonrpc to vscode-jsonrpc", () => {
  test("tells a run in order, calls its tools and asks it, and ends with its input [J4 J5 J8 J9 J10]", async () => {
    const { peer, told, ended } = await startCommand();
    const shouted = "Ä\u2028😀".repeat(1_000_000);
    peer.onRequest("tool.invoke", (params: { arguments: { text: string } }) => ({
      content: `${params.arguments.text}!`,
      details: shouted,
    }));
    peer.onRequest("permission.request", () => ({ decision: "deny", reason: "not here" }));
    const parameters = { type: "object", properties: { text: { type: "string" } } };
    const { session_id } = await sessionWith(peer, {
      host_tools: [{ name: "shout", description: "Shouts.", parameters, needs_permission: false }],
      permission_mode: "ask",
    });
    const text = 'demo:tool shout {"text":"hi\\u2028"}\ndemo:tool bash {"command":"true"}';
    const sent = peer.sendRequest("session.send", { session_id, text }).then((answer) => {
      told.push("answered");
      return answer;
    });
    expect(await sent).toMatchObject({ stop_reason: "end_turn", error: null });
    expect(told.slice(-2)).toEqual(["idle", "answered"]);
    const events = told.filter((one) => typeof one !== "string");
    expect(events.map(({ seq, merged = 0 }) => seq - merged)).toEqual(
      events.map((_, at) => (at === 0 ? 1 : (events[at - 1]?.seq ?? 0) + 1)),
    );
    const results = events.flatMap(({ event }) =>
      event.type === "tool_execution_end" ? [event.result] : [],
    );
    expect(results.map(({ content: [block] }) => block)).toEqual([
      { type: "text", text: "hi\u2028!" },
      { type: "text", text: "Denied: not here" },
    ]);
    expect(results[0]?.details).toBe(shouted);
    peer.end();
    expect(await ended).toBe(0);
  });

  test("cancels a send with its run, and refuses with data [J4 J6]", async () => {
    const { peer, told } = await startCommand();
    const { session_id } = await sessionWith(peer, {});
    const cancel = new CancellationTokenSource();
    const sent = peer.sendRequest("session.send", { session_id, text: "demo:hold" }, cancel.token);
    const first = new Promise<void>((resolve) => peer.onNotification("session.event", () => resolve()));
    await first;
    cancel.cancel();
    await expect(sent).rejects.toMatchObject({ code: -32800, data: { code: "cancelled" } });
    expect(told.at(-1)).toBe("idle");
    await expect(peer.sendRequest("session.get", { session_id: "none" })).rejects.toMatchObject({
      code: -32001,
      data: { code: "session_not_found" },
    });
    await expect(peer.sendRequest("session.dance", {})).rejects.toMatchObject({ code: -32601 });
  });
});

test("letscode/client drives a process that speaks by vscode-jsonrpc, and answers it, 10 MB too [J9]", async () => {
  const command = [process.execPath, resolve(import.meta.dirname, "vscode-far-end.mjs")];
  const client = new LetscodeClient({ command });
  onTestFinished(() => client.close());
  const shout = tool({
    name: "shout",
    description: "Shouts.",
    parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    run: ({ text }) => text.toUpperCase(),
  });
  const session = await client.createSession({ permissions: "allow", tools: [shout] });
  const text = "ä\u2028😀".repeat(1_200_000);
  const run = session.send(text);
  const types: string[] = [];
  for await (const { type } of run) types.push(type);
  expect(types).toEqual(["agent_start", "message_end", "agent_end"]);
  expect((await run.result).text).toBe(text.toUpperCase());
});
