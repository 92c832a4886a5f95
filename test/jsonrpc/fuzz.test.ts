import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeFrame } from "../../src/framing/content-length.ts";
import { Connection } from "../../src/jsonrpc/connection.ts";

/** A connection that is given bytes in pieces, without streams: whatever it throws comes out of `feed`. */
function target() {
  const written: Buffer[] = [];
  let data: (chunk: Uint8Array) => void = () => {};
  let end = () => {};
  const input = {
    on(event: string, listener: (chunk: never) => void) {
      if (event === "data") data = listener as typeof data;
      if (event === "end") end = listener as unknown as typeof end;
    },
    pause() {},
    resume() {},
  };
  const output = {
    write(bytes: Uint8Array, done: () => void) {
      written.push(Buffer.from(bytes));
      done();
    },
  };
  const clock = { now: () => 0, after: () => () => {} };
  const connection = new Connection({ input, output, clock, maxFrameBytes: 10_000, maxDepth: 50 });
  connection.onRequest("echo", (params) => params);
  connection.onRequest("later", async (params) => params);
  connection.onNotification("hear", () => {});
  connection.start();
  return {
    connection,
    written: () => Buffer.concat(written).toString(),
    feed: (bytes: Uint8Array, cuts: readonly number[]) => {
      const edges = [
        0,
        ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b),
        bytes.length,
      ];
      for (const [index, to] of edges.slice(1).entries()) data(bytes.subarray(edges[index], to));
    },
    end: () => end(),
  };
}

/** Every frame that was written is whole and holds a message. */
function messagesOf(text: string): { id?: unknown }[] {
  const messages: { id?: unknown }[] = [];
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    const [header = "", length = "0"] = /^Content-Length: (\d+)\r\n\r\n/.exec(rest.toString("latin1")) ?? [];
    expect(header).not.toBe("");
    const body = rest.subarray(header.length, header.length + Number(length));
    messages.push(JSON.parse(body.toString()));
    rest = rest.subarray(header.length + Number(length));
  }
  return messages;
}

const PING = Buffer.from(encodeFrame('{"jsonrpc":"2.0","id":"ping","method":"later"}'));
const cuts = fc.array(fc.nat(400), { maxLength: 12 });

/** Values that look like messages, more or less. */
const messageLike = fc.record(
  {
    jsonrpc: fc.constantFrom("2.0", "1.0", 2, null),
    id: fc.oneof(fc.nat(5), fc.string({ maxLength: 3 }), fc.constantFrom(null, {}, [], 1.5, true, -0)),
    method: fc.oneof(
      fc.constantFrom("echo", "later", "hear", "$/cancelRequest", "__proto__", 5),
      fc.string({ maxLength: 4 }),
    ),
    params: fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.record({ id: fc.nat(5) })),
    result: fc.jsonValue({ maxDepth: 2 }),
    error: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.record({ code: fc.integer(), message: fc.string() })),
  },
  { requiredKeys: [] },
);

describe("a connection that is given anything", () => {
  it("answers every message-like value or batch of them in whole frames, and the ping after them [J2 J3 J4 J5]", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(messageLike, fc.array(messageLike, { maxLength: 4 })), { maxLength: 6 }),
        cuts,
        async (values, at) => {
          const { feed, written, connection } = target();
          const bodies = values.map((value) => Buffer.from(encodeFrame(JSON.stringify(value))));
          feed(Buffer.concat([...bodies, PING]), at);
          await turn();
          await connection.drain();
          await turn();
          expect(messagesOf(written()).filter(({ id }) => id === "ping")).toHaveLength(1);
          connection.close();
        },
      ),
      { numRuns: 300 },
    );
  });

  it("survives frames in which bytes were changed, lost and added, and still ends [J2]", async () => {
    const change = fc.record({ at: fc.nat(300), remove: fc.nat(3), insert: fc.uint8Array({ maxLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(messageLike, { minLength: 1, maxLength: 4 }),
        fc.array(change, { maxLength: 4 }),
        cuts,
        async (values, changes, at) => {
          const { feed, end, written, connection } = target();
          let bytes = Buffer.concat(values.map((value) => Buffer.from(encodeFrame(JSON.stringify(value)))));
          for (const { at: place, remove, insert } of changes)
            bytes = Buffer.concat([bytes.subarray(0, place), insert, bytes.subarray(place + remove)]);
          const call = connection.request("theirs").catch((error) => error);
          feed(bytes, at);
          end();
          await connection.ended;
          await call;
          await connection.drain();
          messagesOf(written());
          connection.close();
        },
      ),
      { numRuns: 300 },
    );
  });

  it("survives any bytes, and still ends [J2 A12]", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), cuts, async (bytes, at) => {
        const { feed, end, written, connection } = target();
        feed(bytes, at);
        end();
        await connection.ended;
        await connection.flush();
        messagesOf(written());
        connection.close();
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same answers however the bytes are cut [J2]", async () => {
    const body = (value: object) => Buffer.from(encodeFrame(JSON.stringify(value)));
    const bytes = Buffer.concat([
      body({ jsonrpc: "2.0", id: 1, method: "echo", params: { text: "é漢🙂" } }),
      Buffer.from("content-type: x\ncontent-length:\t2 \n\n[]"),
      body([{ jsonrpc: "2.0", id: 2, method: "later" }, 5]),
      PING,
    ]);
    const answers = async (at: readonly number[]) => {
      const { feed, written, connection } = target();
      feed(bytes, at);
      await turn();
      await connection.drain();
      connection.close();
      return messagesOf(written());
    };
    const whole = await answers([]);
    expect(whole).toHaveLength(4);
    expect(await answers([...bytes.keys()])).toEqual(whole);
    for (let cut = 1; cut < bytes.length; cut++) expect(await answers([cut])).toEqual(whole);
  });
});
