/** The other end is vscode-jsonrpc. */
import type { Readable, Writable } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { Connection } from "../../src/jsonrpc/connection.ts";
import { cutEverywhere } from "./cut-everywhere.ts";
import { serve } from "./far-end.ts";
import { type Attach, memory, openConnection, stdio, tcp, unix } from "./transports.ts";
import { openVscodeFarEnd } from "./vscode-far-end.ts";

/** vscode-jsonrpc on these streams. */
function theirs(input: Readable, output: Writable): MessageConnection {
  const connection = createMessageConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
  onTestFinished(() => connection.dispose());
  return connection;
}

const attachTheirs: Attach = (input, output) => {
  const connection = openVscodeFarEnd(input, output);
  onTestFinished(() => connection.dispose());
};

describe.each([
  ["pipes in memory", () => memory(attachTheirs)],
  ["TCP", () => tcp(attachTheirs)],
  ["a Unix socket", () => unix(attachTheirs)],
  ["stdio of a process", () => stdio("vscode-far-end-process.ts")],
])("our connection to vscode-jsonrpc over %s", (_name, open) => {
  it("calls it and is called, with results and errors [J3 J4 J9]", async () => {
    const connection = openConnection(await open());
    connection.onRequest("double", ({ n }) => (n as number) * 2);
    connection.start();
    const params = { text: "é漢🙂", list: [1, null] };
    expect(await connection.request("echo", params)).toEqual(params);
    expect(await connection.request("call me", { method: "double", params: { n: 4 } })).toBe(8);
    await expect(connection.request("refuse")).rejects.toMatchObject({
      code: -32000,
      message: "a run is active",
      data: { code: "busy", session_id: "s1" },
    });
    await expect(connection.request("no such")).rejects.toMatchObject({ code: -32601 });
    const big = { ascii: "x".repeat(10_000_000), text: "é🙂\u2028".repeat(1_200_000) };
    const back = (await connection.request("echo", big)) as typeof big;
    expect(back.ascii === big.ascii && back.text === big.text).toBe(true);
  });

  it("reads and is read however the bytes are cut [J2 A02]", async () => {
    const { input, output } = await open();
    const cut = cutEverywhere();
    cut.pipe(output);
    const connection = openConnection({ input: input.pipe(cutEverywhere()), output: cut });
    connection.onRequest("double", ({ n }) => (n as number) * 2);
    connection.start();
    const params = { text: "é漢🙂\u2028\u2029".repeat(100) };
    expect(await connection.request("echo", params)).toEqual(params);
    expect(await connection.request("call me", { method: "double", params: { n: 4 } })).toBe(8);
  });

  it("keeps the order of what is told and answered, and cancels [J5 J6]", async () => {
    const connection = openConnection(await open());
    const seen: unknown[] = [];
    connection.onNotification("piece", ({ n }) => void seen.push(n));
    connection.start();
    const all = Array.from({ length: 500 }, (_, n) => n);
    for (const n of all) connection.notify("hear", { n });
    expect(await connection.request("heard")).toEqual(all);
    expect(await connection.request("burst", { count: 500 }).then(() => [...seen])).toEqual(all);
    const controller = new AbortController();
    const call = connection.request("wait", { name: "x" }, { signal: controller.signal });
    await connection.request("echo");
    controller.abort("enough");
    await expect(call).rejects.toBe("enough");
    expect(await connection.request("cancelled")).toEqual(["x"]);
  });
});

describe("vscode-jsonrpc to our connection", () => {
  async function connected(): Promise<{ client: MessageConnection; ours: Connection }> {
    let ours: Connection | undefined;
    const { input, output } = await tcp((farInput, farOutput) => {
      ours = openConnection({ input: farInput, output: farOutput });
      serve(ours);
      ours.start();
    });
    const client = theirs(input, output);
    client.listen();
    return { client, ours: ours as Connection };
  }

  it("calls it and is called, with results and errors [J3 J4 J9]", async () => {
    const { client } = await connected();
    client.onRequest("double", ({ n }) => n * 2);
    const params = { text: "é漢🙂", list: [1, null] };
    expect(await client.sendRequest("echo", params)).toEqual(params);
    expect(await client.sendRequest("nothing")).toBe(null);
    expect(await client.sendRequest("call me", { method: "double", params: { n: 4 } })).toBe(8);
    await expect(client.sendRequest("refuse")).rejects.toMatchObject({
      code: -32000,
      data: { code: "busy" },
    });
    await expect(client.sendRequest("crash")).rejects.toMatchObject({
      code: -32603,
      message: "the disk is full",
    });
    await expect(client.sendRequest("no such")).rejects.toMatchObject({ code: -32601 });
  });

  it("keeps the order of what is told and answered, and cancels [J5 J6]", async () => {
    const { client } = await connected();
    const seen: unknown[] = [];
    client.onNotification("piece", ({ n }) => void seen.push(n));
    const all = Array.from({ length: 500 }, (_, n) => n);
    for (const n of all) void client.sendNotification("hear", { n });
    expect(await client.sendRequest("heard")).toEqual(all);
    await client.sendRequest("burst", { count: 500 });
    expect(seen).toEqual(all);
    const source = new CancellationTokenSource();
    const call = client.sendRequest("wait", { name: "x" }, source.token);
    await client.sendRequest("echo", {});
    source.cancel();
    await expect(call).rejects.toMatchObject({ code: -32800, message: "the call was cancelled" });
    expect(await client.sendRequest("cancelled")).toEqual(["x"]);
  });

  it("reads what 100 sessions say side by side, in order for each [J8]", async () => {
    const { client, ours } = await connected();
    const seen = new Map<string, number[]>();
    client.onNotification("event", ({ session, n }) => {
      seen.set(session, [...(seen.get(session) ?? []), n]);
    });
    ours.onRequest("run", async ({ session }, context) => {
      context.lane = session as string;
      for (let n = 0; n < 20; n++) {
        ours.notify("event", { session, n, text: "x".repeat(500) }, { lane: session as string });
        if (n % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      return null;
    });
    const sessions = Array.from({ length: 100 }, (_, n) => `s${n}`);
    const complete = await Promise.all(
      sessions.map(async (session) => {
        await client.sendRequest("run", { session });
        return seen.get(session);
      }),
    );
    expect(complete).toEqual(sessions.map(() => Array.from({ length: 20 }, (_, n) => n)));
  });
});
