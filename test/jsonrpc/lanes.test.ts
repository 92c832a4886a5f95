import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { PumpTarget } from "../../src/framing/pump.ts";
import type { NotificationMessage } from "../../src/jsonrpc/messages.ts";
import { rawPeer } from "./raw-peer.ts";

/** An output that takes bytes only when told to. */
function slowOutput() {
  let text = "";
  let pending: { bytes: Uint8Array; done: () => void } | undefined;
  const target: PumpTarget = {
    write(bytes, done) {
      pending = { bytes, done: () => done() };
    },
  };
  return {
    target,
    take(): boolean {
      const offered = pending;
      pending = undefined;
      if (offered) text += Buffer.from(offered.bytes).toString();
      offered?.done();
      return offered !== undefined;
    },
    /** The messages written, once all are taken. */
    messages(): {
      method?: string;
      id?: unknown;
      params?: { n?: number; delta?: string; session_id?: string };
    }[] {
      while (this.take());
      return text
        .split(/Content-Length: \d+\r\n\r\n/)
        .slice(1)
        .map((body) => JSON.parse(body));
    },
  };
}

type Delta = { session_id: string; delta: string };
const deltaOf = ({ method, params }: NotificationMessage) =>
  method === "delta" ? (params as Delta) : undefined;
const merging = {
  size: (note: NotificationMessage) => deltaOf(note)?.delta.length,
  merge(earlier: NotificationMessage, later: NotificationMessage) {
    const [a, b] = [deltaOf(earlier), deltaOf(later)];
    return a && b ? { ...earlier, params: { ...a, delta: a.delta + b.delta } } : undefined;
  },
};

describe("a lane", () => {
  it("has its answers behind what was told in it before, while others go past [J8]", async () => {
    const output = slowOutput();
    const peer = rawPeer({ output: output.target });
    const { connection } = peer;
    connection.onRequest("send", ({ session_id }, context) => {
      context.lane = session_id as string;
      for (const n of [1, 2, 3])
        connection.notify("event", { session_id, n, text: "x".repeat(5000) }, { lane: session_id as string });
      return null;
    });
    connection.start();
    connection.notify("first");
    await turn();
    peer.write(
      { jsonrpc: "2.0", id: "a", method: "send", params: { session_id: "a" } },
      { jsonrpc: "2.0", id: "ping", method: "no such" },
      { jsonrpc: "2.0", id: "b", method: "send", params: { session_id: "b" } },
    );
    await turn();
    const names = output
      .messages()
      .map(({ method, id, params }) => (method ? `${params?.session_id ?? ""}${params?.n ?? method}` : id));
    expect(names).toEqual(["first", "a1", "ping", "b1", "a2", "b2", "a3", "b3", "a", "b"]);
  });

  it("makes its own producer wait while nobody reads, and merges what may be merged [J8]", async () => {
    const output = slowOutput();
    const { connection } = rawPeer({ output: output.target, merging });
    connection.notify("first");
    await turn();
    for (let n = 0; n < 100_000; n++) {
      connection.notify("delta", { session_id: "a", delta: "word" }, { lane: "a" });
      if (n % 50_000 === 0) connection.notify("start", { session_id: "a", n }, { lane: "a" });
    }
    expect(connection.room(1000, "a")).toBeInstanceOf(Promise);
    expect([connection.room(1000, "b"), connection.room(500_000, "a")]).toEqual([undefined, undefined]);
    const written = output.messages();
    expect(written.map(({ method }) => method)).toEqual([
      "first",
      "delta",
      "start",
      "delta",
      "start",
      "delta",
    ]);
    expect(written.map(({ params }) => params?.delta?.length)).toEqual([
      undefined,
      4,
      undefined,
      200_000,
      undefined,
      199_996,
    ]);
    expect(connection.room(0)).toBeUndefined();
  });

  it("never merges past the largest frame [J2 J8]", async () => {
    const output = slowOutput();
    const { connection } = rawPeer({ output: output.target, merging, maxFrameBytes: 4000 });
    connection.notify("first");
    await turn();
    for (let n = 0; n < 100; n++)
      connection.notify("delta", { session_id: "a", delta: "\u0001".repeat(100) });
    const deltas = output.messages().slice(1);
    expect(deltas.reduce((sum, { params }) => sum + (params?.delta?.length ?? 0), 0)).toBe(10_000);
    expect(deltas.length).toBeLessThan(30);
  });
});

it("a frame is one write, however long, and small ones of a turn share one [J1]", async () => {
  const writes: number[] = [];
  const output: PumpTarget = {
    write(bytes, done) {
      writes.push(bytes.length);
      done();
    },
  };
  const { connection } = rawPeer({ output });
  const [small, long] = ["x".repeat(100), "x".repeat(3 << 20)];
  for (const text of [small, long, small, small]) connection.notify("n", { text });
  await turn();
  const size = (text: string) => {
    const body = JSON.stringify({ jsonrpc: "2.0", method: "n", params: { text } });
    return `Content-Length: ${body.length}\r\n\r\n${body}`.length;
  };
  expect(writes).toEqual([size(small), size(long), 2 * size(small)]);
});

describe("a slow reader", () => {
  it("is asked for no more while its answers wait, and is heeded again when it reads [J8]", async () => {
    const peer = rawPeer({}, false);
    let calls = 0;
    peer.connection.onRequest("big", () => {
      calls++;
      return "x".repeat(1 << 20);
    });
    peer.connection.start();
    const requests = Array.from({ length: 100 }, (_, id) => ({ jsonrpc: "2.0", id, method: "big" }));
    peer.write(...requests);
    for (let turns = 0; turns < 20; turns++) await turn();
    expect(calls).toBeGreaterThan(30);
    expect(calls).toBeLessThan(40);
    let bytes = 0;
    const all = new Promise<void>((resolve) =>
      peer.output.on("data", (chunk) => {
        bytes += chunk.length;
        if (bytes > 100 * (1 << 20)) resolve();
      }),
    );
    await all;
    expect(calls).toBe(100);
  });

  it("does not keep two ends that flood each other from reading [J8]", async () => {
    const peer = rawPeer({}, false);
    let heard = 0;
    peer.connection.onNotification("hear", () => void heard++);
    peer.connection.start();
    for (let n = 0; n < 50; n++) peer.connection.notify("flood", { text: "x".repeat(1 << 20) });
    peer.write(...Array.from({ length: 100 }, () => ({ jsonrpc: "2.0", method: "hear" })));
    await turn();
    await turn();
    expect(heard).toBe(100);
  });
});
