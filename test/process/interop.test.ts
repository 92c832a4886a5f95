/** Real processes with vscode-jsonrpc at one end of the pipe: as the client of letscode, and in its place. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { LetscodeClient } from "../../src/client/client.ts";
import { ProcessEndedError } from "../../src/client/errors.ts";
import { tool } from "../../src/client/tool.ts";
import { JsonRpcError } from "../../src/jsonrpc/errors.ts";
import { all } from "../client/connect.ts";
import { cutEverywhere } from "../jsonrpc/cut-everywhere.ts";
import { testFolder } from "./jsonrpc-host.ts";
import { LETSCODE } from "./letscode.ts";

/** What breaks readers that cut or count otherwise. */
const ODD = "é漢🙂\u2028\u2029";

/** The two ways in which bytes go over the pipe. */
const WAYS = [
  ["in whole frames", false],
  ["cut at every byte", true],
] as const;

/** vscode-jsonrpc as the client of a letscode on the demo model. */
async function letscode(isCut: boolean) {
  const cwd = testFolder();
  const child = spawn(process.execPath, [LETSCODE, "--mode", "jsonrpc", "--model", "demo"], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "close");
  const toChild = isCut ? cutEverywhere() : child.stdin;
  if (toChild !== child.stdin) (toChild as ReturnType<typeof cutEverywhere>).pipe(child.stdin);
  const fromChild = isCut ? child.stdout.pipe(cutEverywhere()) : child.stdout;
  const client = createMessageConnection(
    new StreamMessageReader(fromChild),
    new StreamMessageWriter(toChild),
  );
  onTestFinished(async () => {
    client.dispose();
    child.kill("SIGKILL");
    await exited;
  });
  const told: string[] = [];
  client.onNotification("session.event", ({ event }) => void told.push(event.type));
  client.onNotification("session.idle", () => void told.push("idle"));
  client.listen();
  const hello = await client.sendRequest("initialize", {
    protocol: "letscode-jsonrpc/1",
    client: { name: "vscode-jsonrpc", version: "8" },
    capabilities: { permissions: true },
  });
  expect(hello).toMatchObject({ protocol: "letscode-jsonrpc/1", server: { name: "letscode" } });
  return { client, child, exited, told, cwd };
}

async function createSession(client: MessageConnection): Promise<string> {
  const look = {
    name: "look",
    description: "Looks.",
    parameters: { type: "object", properties: { at: { type: "string" } }, required: ["at"] },
    needs_permission: false,
  };
  const settings = { host_tools: [look], permission_mode: "ask" };
  const created: { session_id: string } = await client.sendRequest("session.create", settings);
  return created.session_id;
}

describe("vscode-jsonrpc as the client of letscode", () => {
  test.each(WAYS)(
    "runs a prompt, answers calls and gets errors with their data, %s [J2 J4 J9]",
    async (_way, isCut) => {
      const { client, child, exited, told, cwd } = await letscode(isCut);
      const session_id = await createSession(client);
      const asked: unknown[] = [];
      client.onRequest("tool.invoke", ({ tool_name, arguments: args }) => {
        asked.push([tool_name, args]);
        if (args.at === "nothing") throw new ResponseError(-32000, "there is nothing", { code: "empty" });
        return { content: `seen ${args.at}` };
      });
      client.onRequest("permission.request", ({ arguments: { path } }) => {
        asked.push(path);
        return { decision: path === "yes.txt" ? "allow" : "deny", reason: `no ${ODD}` };
      });
      const lines = [
        ["look", { at: ODD }],
        ["look", { at: "nothing" }],
        ["write", { path: "yes.txt", content: ODD }],
        ["write", { path: "no.txt", content: "x" }],
      ].map(([name, args]) => `demo:tool ${name} ${JSON.stringify(args)}`);
      const sent = await client.sendRequest("session.send", { session_id, text: lines.join("\n") });
      expect(sent).toMatchObject({ stop_reason: "end_turn", error: null });
      expect(asked).toHaveLength(4);
      expect(asked).toEqual(
        expect.arrayContaining([["look", { at: ODD }], ["look", { at: "nothing" }], "yes.txt", "no.txt"]),
      );
      expect([told[0], ...told.slice(-2)]).toEqual(["agent_start", "agent_end", "idle"]);
      const { messages }: { messages: { role: string; is_error?: boolean; content: { text: string }[] }[] } =
        await client.sendRequest("session.messages", { session_id });
      const results = messages.flatMap(({ role, is_error, content }) =>
        role === "tool_result" ? [[is_error, content[0]?.text]] : [],
      );
      expect(results).toEqual([
        [false, `seen ${ODD}`],
        [true, expect.stringContaining("there is nothing")],
        [false, expect.stringContaining("yes.txt")],
        [true, expect.stringContaining(`no ${ODD}`)],
      ]);
      expect([existsSync(join(cwd, "yes.txt")), existsSync(join(cwd, "no.txt"))]).toEqual([true, false]);
      await expect(client.sendRequest("session.get", { session_id: "s2" })).rejects.toMatchObject({
        code: -32001,
        data: { code: "session_not_found" },
      });
      await expect(client.sendRequest("session.send", { session_id })).rejects.toMatchObject({
        code: -32602,
        message: "session.send.text: expected a string, it is missing",
      });
      expect(await client.sendRequest("shutdown")).toBe(null);
      expect(await exited).toEqual([0, null]);
      expect(child.exitCode).toBe(0);
    },
  );

  test("cancels a prompt with its run [J6]", async () => {
    const { client, told } = await letscode(false);
    const session_id = await createSession(client);
    const source = new CancellationTokenSource();
    const sent = client.sendRequest("session.send", { session_id, text: "demo:hold" }, source.token);
    const refused = expect(sent).rejects.toMatchObject({ code: -32800, data: { code: "cancelled" } });
    while (!told.includes("turn_start")) await client.sendRequest("ping");
    source.cancel();
    await refused;
    expect(told.slice(-2)).toEqual(["agent_end", "idle"]);
    expect(await client.sendRequest("session.send", { session_id, text: "demo:text 1" })).toMatchObject({
      stop_reason: "end_turn",
    });
  });

  test("carries frames of 10 MB both ways [J2 A16]", async () => {
    const { client } = await letscode(false);
    const session_id = await createSession(client);
    const text = `demo:text 1\n${ODD.repeat(700_000)}`;
    await client.sendRequest("session.send", { session_id, text });
    const { messages }: { messages: { content: { text: string }[] }[] } = await client.sendRequest(
      "session.messages",
      { session_id },
    );
    expect(Buffer.byteLength(text)).toBeGreaterThan(10_000_000);
    expect(messages[0]?.content[0]?.text === text).toBe(true);
  });
});

/** A client of the letscode that is made of vscode-jsonrpc. */
function client(env: Record<string, string> = {}) {
  const script = join(import.meta.dirname, "vscode-letscode.mjs");
  const one = new LetscodeClient({ command: script, env: { PATH: process.env.PATH, ...env } });
  onTestFinished(() => one.close());
  return one;
}

const look = tool({
  name: "look",
  description: "Looks.",
  parameters: { type: "object", properties: { at: { type: "string" } }, required: ["at"] },
  run: ({ at }) => `seen ${at.slice(0, 20)}`,
});

describe("the TypeScript client of a letscode made of vscode-jsonrpc", () => {
  test.each(WAYS)(
    "runs a prompt, answers calls and gets errors with their data, %s [J2 J4 J9]",
    async (_way, isCut) => {
      const one = client(isCut ? { CUT: "1" } : {});
      const session = await one.createSession({ permissions: "allow", tools: [look] });
      const run = session.send(ODD);
      expect((await all(run.text())).join("")).toBe(`${ODD}: seen ${ODD}`);
      expect(await run.result).toMatchObject({ text: `${ODD}: seen ${ODD}`, stopReason: "end_turn" });
      const refused = await one.call("session.get", { session_id: "s2" }).catch((error) => error);
      expect(refused).toBeInstanceOf(JsonRpcError);
      expect(refused).toMatchObject({
        code: -32001,
        message: "there is no session s2",
        data: { code: "session_not_found" },
      });
      await expect(one.call("session.reset", { session_id: "s1" })).rejects.toMatchObject({ code: -32601 });
    },
  );

  test("cancels a call, and aborts a run [J6]", async () => {
    const one = client();
    const session = await one.createSession({ permissions: "allow", tools: [look] });
    const stop = new AbortController();
    const call = one.call("models.list", {}, { signal: stop.signal });
    await one.call("ping", {});
    stop.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(await one.call("ping", {})).toEqual({ time: 1 });
    const run = session.send("hold");
    for await (const { type } of run) if (type === "turn_start") break;
    await run.abort();
    expect(await run.result).toMatchObject({ stopReason: "aborted" });
  });

  test("carries frames of 10 MB both ways [J2 A16]", async () => {
    const session = await client().createSession({ permissions: "allow", tools: [look] });
    const text = "🙂\u2028".repeat(1_500_000);
    const { text: said } = await session.sendAndWait(text);
    expect(said === `${text}: seen ${text.slice(0, 20)}`).toBe(true);
  });

  test("is told at once when it dies [J7]", async () => {
    const session = await client().createSession({ permissions: "allow", tools: [look] });
    const dead = session.sendAndWait("die");
    await expect(dead).rejects.toBeInstanceOf(ProcessEndedError);
    await expect(dead).rejects.toMatchObject({ exitCode: 9 });
  });
});
