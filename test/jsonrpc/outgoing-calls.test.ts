import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Clock } from "../../src/clock.ts";
import { CallTimeoutError, ConnectionError, JsonRpcError } from "../../src/jsonrpc/errors.ts";
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
describe("calls of our own", () => {
  it("have ids from 1, are pending before they are written, and leave in one write [J1 J3 J7]", async () => {
    const peer = rawPeer();
    const writes: string[] = [];
    peer.output.on("data", (chunk) => writes.push(String(chunk)));
    peer.connection.start();
    const calls = [peer.connection.request("a"), peer.connection.request("b", { c: "é" })];
    expect(await peer.read(2)).toEqual([
      { jsonrpc: "2.0", id: 1, method: "a" },
      { jsonrpc: "2.0", id: 2, method: "b", params: { c: "é" } },
    ]);
    expect(writes).toEqual([
      'Content-Length: 37\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"a"}' +
        'Content-Length: 57\r\n\r\n{"jsonrpc":"2.0","id":2,"method":"b","params":{"c":"é"}}',
    ]);
    peer.write(answer(2, "two"), answer(1, "one"));
    expect(await Promise.all(calls)).toEqual(["one", "two"]);
  });

  it("let whoever waits go on before the message behind the answer is heeded [J5]", async () => {
    const peer = rawPeer();
    const order: string[] = [];
    peer.connection.onNotification("event", ({ n }) => void order.push(`event ${n}`));
    peer.connection.onRequest("ask", () => void order.push("asked"));
    peer.connection.start();
    const create = async () => (await peer.connection.request("create")) as string;
    const layered = async () => {
      const made = await create();
      await Promise.resolve();
      order.push(made);
    };
    const [first, second] = [layered(), layered()];
    await peer.read(2);
    peer.write(
      note("event", { n: 1 }),
      answer(1, "session 1"),
      answer(2, "session 2"),
      note("event", { n: 2 }),
      request(1, "ask"),
      note("event", { n: 3 }),
    );
    await Promise.all([first, second]);
    await peer.read(3);
    expect(order).toEqual(["event 1", "session 1", "session 2", "event 2", "asked", "event 3"]);
  });

  it("reject with the error that was answered, also with one that is none [J3 J4]", async () => {
    const peer = rawPeer();
    peer.connection.start();
    const calls = [1, 2, 3, 4].map(() => peer.connection.request("x").catch((error: JsonRpcError) => error));
    await peer.read(4);
    peer.write(
      failed(1, -32001, "no session s1", { code: "session_not_found" }),
      { jsonrpc: "2.0", id: 2, error: "odd" },
      { id: 3, result: 1 },
      { jsonrpc: "2.0", id: 4, result: 5, error: null },
    );
    const outcomes = await Promise.all(calls);
    for (const outcome of outcomes.slice(0, 3)) expect(outcome).toBeInstanceOf(JsonRpcError);
    expect(
      outcomes.map((one) => (one instanceof JsonRpcError ? [one.code, one.message, one.data] : one)),
    ).toEqual([
      [-32001, "no session s1", { code: "session_not_found" }],
      [-32603, "an error without a message", undefined],
      [-32600, 'the answer has no jsonrpc: "2.0"', undefined],
      5,
    ]);
  });

  it("reject with an answer that says nothing, which is not answered, alone and in a batch [J2 J3]", async () => {
    const peer = rawPeer();
    peer.connection.onRequest("echo", (params) => params);
    peer.connection.start();
    const given = new AbortController();
    const calls = [1, 2, 3].map((n) =>
      peer.connection
        .request("x", {}, n === 3 ? { signal: given.signal } : {})
        .catch((error: JsonRpcError) => [error.code, error.message]),
    );
    await peer.read(3);
    given.abort();
    await peer.read(4);
    peer.write(
      { jsonrpc: "2.0", id: 1 },
      [{ jsonrpc: "2.0", id: 2 }, request("a", "echo"), { jsonrpc: "2.0", id: 9 }],
      { jsonrpc: "2.0", id: 3 },
      request("b", "echo"),
    );
    const nothing = [-32600, "the answer has neither a result nor an error"];
    expect(await Promise.all(calls.slice(0, 2))).toEqual([nothing, nothing]);
    expect((await peer.read(6)).slice(4)).toEqual([
      [answer("a", {}), failed(9, -32600, "a message has a method, a result or an error")],
      answer("b", {}),
    ]);
    expect(peer.reports).toEqual([]);
  });

  it("reject at once when they are aborted, are cancelled in their lane, and their late answers are dropped in silence [J6]", async () => {
    const peer = rawPeer();
    peer.connection.start();
    const controller = new AbortController();
    const call = peer.connection.request("tool.invoke", {}, { signal: controller.signal, lane: "s1" });
    controller.abort(new Error("the run was aborted"));
    await expect(call).rejects.toThrow("the run was aborted");
    await expect(peer.connection.request("x", {}, { signal: controller.signal })).rejects.toThrow(
      "the run was aborted",
    );
    expect(await peer.read(2)).toEqual([request(1, "tool.invoke", {}), cancel(1)]);
    peer.write(answer(1, "late"), answer(1, "twice"));
    const next = peer.connection.request("y");
    await peer.read(3);
    peer.write(answer(2, "y"));
    expect(await next).toBe("y");
    expect(peer.reports).toEqual(["an answer to 1, which was not asked, was dropped"]);
    controller.abort();
    await turn();
    expect(await peer.read(3)).toHaveLength(3);
  });

  it("reject when their time is over and are cancelled; an answer stops the timer [J7]", async () => {
    const timers: { ms: number; run: () => void; stopped: boolean }[] = [];
    const clock: Clock = {
      now: () => 0,
      after(ms, run) {
        const timer = { ms, run, stopped: false };
        timers.push(timer);
        return () => {
          timer.stopped = true;
        };
      },
    };
    const peer = rawPeer({ clock });
    peer.connection.start();
    const calls = [300, 400].map((timeoutMs) => peer.connection.request("slow", {}, { timeoutMs }));
    await peer.read(2);
    timers[0]?.run();
    await expect(calls[0]).rejects.toThrow(new CallTimeoutError("slow: no answer within 300 ms"));
    expect((await peer.read(3))[2]).toEqual(cancel(1));
    peer.write(answer(1, null), answer(2, "in time"));
    expect(await calls[1]).toBe("in time");
    expect(timers.map(({ ms, stopped }) => [ms, stopped])).toEqual([
      [300, true],
      [400, true],
    ]);
    expect(peer.reports).toEqual([]);
  });

  it("that cannot be written reject, and the others go on [J2]", async () => {
    const peer = rawPeer({ maxFrameBytes: 200 });
    peer.connection.start();
    await expect(peer.connection.request("x", { text: "é".repeat(100) })).rejects.toThrow(
      "it is longer than 200 bytes",
    );
    await expect(peer.connection.request("x", { n: 1n })).rejects.toThrow("BigInt");
    peer.connection.notify("x", { text: "é".repeat(100) });
    expect(peer.reports).toEqual(['notification "x" was dropped: it is longer than 200 bytes']);
    const call = peer.connection.request("y");
    expect(await peer.read(1)).toEqual([{ jsonrpc: "2.0", id: 3, method: "y" }]);
    peer.write(answer(3, 1));
    expect(await call).toBe(1);
  });

  it("of a connection that ended reject with what its owner says of the end [J7]", async () => {
    let meanwhile: Promise<unknown> | undefined;
    const peer = rawPeer({
      explainEnd: async ({ reason }) => {
        meanwhile = peer.connection.request("meanwhile");
        meanwhile.catch(() => {});
        await turn();
        return new Error(`${reason}: exit code 3, last words: out of memory`);
      },
    });
    peer.connection.start();
    const calls = [peer.connection.request("a"), peer.connection.request("b")];
    await peer.read(2);
    peer.input.end();
    for (const call of calls)
      await expect(call).rejects.toThrow("end: exit code 3, last words: out of memory");
    await expect(meanwhile).rejects.toThrow("end: exit code 3");
    await expect(peer.connection.request("c")).rejects.toThrow("end: exit code 3");
    expect(await peer.connection.ended).toEqual(
      new ConnectionError("end", "the other side closed the connection"),
    );
  });
});
