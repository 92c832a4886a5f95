import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { rpcError } from "../../src/jsonrpc/errors.ts";
import { rawPeer } from "./raw-peer.ts";

const request = (id: unknown, method: string, params?: object) => ({ jsonrpc: "2.0", id, method, params });
const note = (method: string, params?: object) => ({ jsonrpc: "2.0", method, params });
const cancel = (id: unknown) => note("$/cancelRequest", { id });
const answer = (id: unknown, result: unknown) => ({ jsonrpc: "2.0", id, result });
const failed = (id: unknown, code: number, message: string, data?: object) => ({
  jsonrpc: "2.0",
  id,
  error: data ? { code, message, data } : { code, message },
});
const CANCELLED = [-32800, "the call was cancelled", { code: "cancelled" }] as const;

describe("calls that came", () => {
  it("start in order, each before the next message is looked at, and wait side by side [J5]", async () => {
    const peer = rawPeer();
    const order: unknown[] = [];
    const go: (() => void)[] = [];
    peer.connection.onRequest("slow", async ({ n }) => {
      order.push(`start ${n}`);
      await new Promise<void>((resolve) => go.push(resolve));
      order.push(`end ${n}`);
      return n;
    });
    peer.connection.onNotification("tell", async ({ n }) => {
      order.push(`told ${n}`);
      await turn();
    });
    peer.connection.onRequest("quick", () => void order.push("quick"));
    peer.connection.start();
    peer.write(
      request(1, "slow", { n: 1 }),
      note("tell", { n: 2 }),
      request(2, "slow", { n: 3 }),
      note("tell", { n: 4 }),
      request(3, "quick"),
    );
    expect(await peer.read(1)).toEqual([answer(3, null)]);
    expect(order).toEqual(["start 1", "told 2", "start 3", "told 4", "quick"]);
    go[1]?.();
    await peer.read(2);
    go[0]?.();
    expect(await peer.read(3)).toEqual([answer(3, null), answer(2, 3), answer(1, 1)]);
  });

  it("that throw answer for themselves alone, without a stack [J5]", async () => {
    const peer = rawPeer();
    peer.connection.onRequest("throw", () => {
      throw new TypeError("x is not a function");
    });
    peer.connection.onRequest("reject", async () => Promise.reject("a text"));
    peer.connection.onRequest("refuse", () => {
      throw rpcError("invalid_params", "text: must be a string", { field: "text" });
    });
    peer.connection.onRequest("circle", () => {
      const circle: { self?: object } = {};
      circle.self = circle;
      return circle;
    });
    peer.connection.start();
    peer.write(...["throw", "reject", "refuse", "circle"].map((method, at) => request(at, method)));
    const answers = (await peer.read(4)) as { id: number; error: { message: string } }[];
    answers.sort((a, b) => a.id - b.id);
    expect(answers.slice(0, 3)).toEqual([
      failed(0, -32603, "x is not a function"),
      failed(1, -32603, "a text"),
      failed(2, -32602, "text: must be a string", { field: "text" }),
    ]);
    expect(answers[3]?.error.message).toMatch(/^the answer cannot be written: Converting circular structure/);
  });

  it('are refused under an id that is in use; 1 and "1" are two, and an id is free when it is answered [J3 A19]', async () => {
    const peer = rawPeer();
    const go: (() => void)[] = [];
    peer.connection.onRequest("slow", ({ n }) => new Promise((resolve) => go.push(() => resolve(n))));
    peer.connection.start();
    peer.write(
      request(1, "slow", { n: "first" }),
      request(1, "slow", { n: "again" }),
      request("1", "slow", { n: "text" }),
    );
    expect(await peer.read(1)).toEqual([
      failed(1, -32600, "id 1 belongs to a call that is not answered yet"),
    ]);
    for (const one of go) one();
    expect((await peer.read(3)).slice(1)).toEqual([answer(1, "first"), answer("1", "text")]);
    peer.write(request(1, "slow", { n: "later" }));
    await turn();
    await turn();
    go[2]?.();
    expect((await peer.read(4))[3]).toEqual(answer(1, "later"));
  });

  it("are aborted when they are cancelled, and answer when they have ended [J6]", async () => {
    const peer = rawPeer();
    const { connection } = peer;
    const aborted = (signal: AbortSignal) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
    connection.onRequest("send", async (_params, { signal }) => {
      await aborted(signal);
      connection.notify("idle");
      signal.throwIfAborted();
    });
    connection.onRequest("fail", async (_params, { signal }) => {
      await aborted(signal);
      throw new Error("The operation was aborted");
    });
    connection.onRequest("go on", async (_params, { signal }) => {
      await aborted(signal);
      return "done all the same";
    });
    connection.onRequest("late", async (_params, context) => {
      await turn();
      return String(context.signal.aborted);
    });
    connection.start();
    peer.write(...["send", "fail", "go on", "late"].map((method) => request(method, method)));
    peer.write(
      ...["fail", "send", "go on", "late", "unknown", null, { a: 1 }].map(cancel),
      note("$/cancelRequest", [1]),
    );
    const messages = await peer.read(5);
    expect(messages).toHaveLength(5);
    expect(messages).toEqual(
      expect.arrayContaining([
        failed("send", ...CANCELLED),
        failed("fail", ...CANCELLED),
        answer("go on", "done all the same"),
        answer("late", "true"),
      ]),
    );
    const said = messages.map(
      (message) => (message as { method?: string; id?: string }).method ?? (message as { id: string }).id,
    );
    expect(said.indexOf("idle")).toBeLessThan(said.indexOf("send"));
    expect(peer.reports).toEqual([]);
    peer.write(cancel("send"), request(1, "late"));
    expect((await peer.read(6))[5]).toEqual(answer(1, "false"));
  });

  it("are refused before they are looked at when the owner says so, and notifications are dropped [J11]", async () => {
    let known = false;
    const peer = rawPeer({
      admit: (method) =>
        known || method === "initialize" ? undefined : rpcError("not_initialized", "initialize first"),
    });
    peer.connection.onRequest("initialize", () => {
      known = true;
    });
    peer.connection.onRequest("ping", () => "pong");
    peer.connection.start();
    peer.write(request(1, "no such", [1]), note("ping"), request(2, "initialize"), request(3, "ping"));
    expect(await peer.read(3)).toEqual([
      failed(1, -32002, "initialize first", { code: "not_initialized" }),
      answer(2, null),
      answer(3, "pong"),
    ]);
    expect(peer.reports).toEqual(['notification "ping": dropped: initialize first']);
  });
});
