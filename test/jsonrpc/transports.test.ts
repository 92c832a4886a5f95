import { describe, expect, it } from "vitest";
import { ConnectionError, JsonRpcError } from "../../src/jsonrpc/errors.ts";
import { openConnection, TRANSPORTS } from "./transports.ts";

describe.each(TRANSPORTS)("a connection over %s", (_name, open) => {
  async function connected() {
    const streams = await open();
    const connection = openConnection(streams);
    return { connection, streams };
  }

  it("answers each call with what its handler returned or threw, in its type [J3 J4 J5]", async () => {
    const { connection } = await connected();
    connection.start();
    const params = { text: "é漢🙂\u2028", list: [1, null, { a: "" }] };
    expect(await connection.request("echo", params)).toEqual(params);
    expect(await connection.request("echo")).toEqual({});
    expect(await connection.request("nothing")).toBe(null);
    const failures = await Promise.all(
      ["crash", "refuse", "no such"].map((method) => connection.request(method).catch((error) => error)),
    );
    for (const failure of failures) expect(failure).toBeInstanceOf(JsonRpcError);
    expect(failures.map(({ code, message, data }) => ({ code, message, data }))).toEqual([
      { code: -32603, message: "the disk is full", data: undefined },
      { code: -32000, message: "a run is active", data: { code: "busy", session_id: "s1" } },
      { code: -32601, message: 'unknown method "no such"', data: undefined },
    ]);
  });

  it("lets either side call, while it is being called [J9]", async () => {
    const { connection } = await connected();
    connection.onRequest("double", async ({ n }) => {
      const half = (await connection.request("echo", { n })) as { n: number };
      return half.n * 2;
    });
    connection.start();
    const calls = [1, 2, 3].map((n) => connection.request("call me", { method: "double", params: { n } }));
    expect(await Promise.all(calls)).toEqual([2, 4, 6]);
  });

  it("keeps the order of notifications, and answers after all that was told before [J5 J8]", async () => {
    const { connection } = await connected();
    const seen: unknown[] = [];
    connection.onNotification("piece", ({ n }) => void seen.push(n));
    connection.start();
    for (let n = 0; n < 2000; n++) connection.notify("hear", { n });
    const all = Array.from({ length: 2000 }, (_, n) => n);
    expect(await connection.request("heard")).toEqual(all);
    const told = connection.request("burst", { count: 2000 }).then(() => [...seen]);
    expect(await told).toEqual(all);
  });

  it("rejects a call at once that is aborted, cancels it over there and drops its late answer [J6]", async () => {
    const reports: string[] = [];
    const streams = await open();
    const connection = openConnection(streams, { report: (line) => reports.push(line) });
    connection.start();
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [first, second].map(({ signal }, n) => connection.request("wait", { name: n }, { signal }));
    await connection.request("echo");
    second.abort("no longer wanted");
    await expect(calls[1]).rejects.toBe("no longer wanted");
    expect(await connection.request("cancelled")).toEqual([1]);
    first.abort("nor this");
    await expect(calls[0]).rejects.toBe("nor this");
    expect(await connection.request("cancelled")).toEqual([1, 0]);
    expect(reports).toEqual([]);
  });

  it("carries frames of 10 MB both ways [J2]", async () => {
    const { connection } = await connected();
    connection.start();
    const params = { ascii: "x".repeat(10_000_000), text: "é🙂".repeat(1_700_000) };
    const answer = (await connection.request("echo", params)) as typeof params;
    expect(answer.ascii === params.ascii && answer.text === params.text).toBe(true);
  });

  it("rejects all that waits at once when the other side is gone, and everything after [J7]", async () => {
    const { connection, streams } = await connected();
    connection.start();
    const calls = Array.from({ length: 50 }, (_, name) => connection.request("wait", { name }));
    await connection.request("echo");
    streams.kill();
    const ends = await Promise.all(calls.map((call) => call.catch((error) => error)));
    expect(new Set(ends).size).toBe(1);
    expect(ends[0]).toBeInstanceOf(ConnectionError);
    expect(await connection.ended).toBe(ends[0]);
    await expect(connection.request("echo")).rejects.toBe(ends[0]);
  });
});
