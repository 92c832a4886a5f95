import { describe, expect, it } from "vitest";
import { rawPeer } from "./raw-peer.ts";

/** A peer of a connection that echoes, and one request that shows that it still does. */
function echoPeer() {
  const peer = rawPeer();
  peer.connection.onRequest("echo", (params) => params);
  peer.connection.onRequest("sum", async () => ({ sum: 1 }));
  peer.connection.start();
  return peer;
}
const ping = { jsonrpc: "2.0", id: "still here", method: "echo" };
const pong = { jsonrpc: "2.0", id: "still here", result: {} };
const failed = (id: unknown, code: number, message: string) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

describe("a message", () => {
  it.each([
    ["0", 0],
    ["a negative number", -7],
    ["a fraction", 1.5],
    ["the largest whole number", Number.MAX_SAFE_INTEGER],
    ["an empty text", ""],
    ["a text of digits", "1"],
  ])("gets its id back as it was: %s [J3]", async (_what, id) => {
    const peer = echoPeer();
    peer.write({ jsonrpc: "2.0", id, method: "echo", params: { a: 1 } });
    expect(await peer.read(1)).toEqual([{ jsonrpc: "2.0", id, result: { a: 1 } }]);
  });

  it.each([
    ["null", "null", failed(null, -32600, "a message is an object")],
    ["a number", "5", failed(null, -32600, "a message is an object")],
    ["no JSON", '{"jsonrpc":"2.0","id":1,', failed(null, -32700, "the body is not JSON")],
    ["nothing", "", failed(null, -32700, "the body is not JSON")],
    ["an empty batch", "[]", failed(null, -32600, "a batch must hold a message")],
    ["without jsonrpc", '{"id":1,"method":"echo"}', failed(1, -32600, 'jsonrpc must be "2.0"')],
    [
      "of another version",
      '{"jsonrpc":"1.0","id":"1","method":"echo"}',
      failed("1", -32600, 'jsonrpc must be "2.0"'),
    ],
    [
      "with null as id",
      '{"jsonrpc":"2.0","id":null,"method":"echo"}',
      failed(null, -32600, "id must be a string or a number that JSON keeps exactly"),
    ],
    [
      "with an object as id",
      '{"jsonrpc":"2.0","id":{"a":1},"method":"echo"}',
      failed(null, -32600, "id must be a string or a number that JSON keeps exactly"),
    ],
    [
      "with an id that would come back as another",
      '{"jsonrpc":"2.0","id":12345678901234567890,"method":"echo"}',
      failed(null, -32600, "id must be a string or a number that JSON keeps exactly"),
    ],
    [
      "with a number as method",
      '{"jsonrpc":"2.0","method":1}',
      failed(null, -32600, "method must be a string"),
    ],
    [
      "with an id and nothing else",
      '{"jsonrpc":"2.0","id":4}',
      failed(4, -32600, "a message has a method, a result or an error"),
    ],
    [
      "with a list as params",
      '{"jsonrpc":"2.0","id":1,"method":"echo","params":[1]}',
      failed(1, -32602, "params must be an object"),
    ],
    [
      "with a number as params",
      '{"jsonrpc":"2.0","id":1,"method":"echo","params":5}',
      failed(1, -32602, "params must be an object"),
    ],
    [
      "with null as params",
      '{"jsonrpc":"2.0","id":1,"method":"echo","params":null}',
      { jsonrpc: "2.0", id: 1, result: {} },
    ],
    [
      "with a method of every object",
      '{"jsonrpc":"2.0","id":1,"method":"constructor"}',
      failed(1, -32601, 'unknown method "constructor"'),
    ],
    [
      "nested too deeply",
      `{"jsonrpc":"2.0","id":9,"method":"echo","params":{"a":${"[".repeat(3000)}${"]".repeat(3000)}}}`,
      failed(9, -32600, "the request is nested more than 500 levels deep"),
    ],
  ])(
    "that is odd is answered, and the next one works: %s [J2 J3 J4 A20 A26]",
    async (_what, body, answer) => {
      const peer = echoPeer();
      peer.write(body, ping);
      expect(await peer.read(2)).toEqual([answer, pong]);
      expect(peer.reports).toEqual([]);
    },
  );

  it("that is not UTF-8 is answered, and the next one works [J2]", async () => {
    const peer = echoPeer();
    peer.write(Buffer.from("Content-Length: 3\r\n\r\n"), Buffer.from([0x22, 0xff, 0x22]), ping);
    expect(await peer.read(2)).toEqual([failed(null, -32700, "the body is not UTF-8"), pong]);
  });

  it.each([
    [
      "an answer to nothing",
      '{"jsonrpc":"2.0","id":7,"result":1}',
      "an answer to 7, which was not asked, was dropped",
    ],
    [
      "an error to nobody",
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"bad \\u001b[31m"}}',
      'an answer to null, which was not asked, was dropped: "bad \\u001b[31m"',
    ],
    [
      "an answer with an odd id",
      '{"jsonrpc":"2.0","id":{"a":1},"result":1}',
      "an answer to an odd id, which was not asked, was dropped",
    ],
    [
      "a notification of no method here",
      '{"jsonrpc":"2.0","method":"no"}',
      'notification "no": dropped: nothing here heeds it',
    ],
    [
      "a notification with a list",
      '{"jsonrpc":"2.0","method":"hear","params":[1]}',
      'notification "hear": dropped: params must be an object',
    ],
    [
      "a notification whose handler throws",
      '{"jsonrpc":"2.0","method":"hear"}',
      'notification "hear": no ears',
    ],
    [
      "a notification whose handler rejects",
      '{"jsonrpc":"2.0","method":"later"}',
      'notification "later": no time',
    ],
    [
      "a notification nested too deeply",
      `{"jsonrpc":"2.0","method":"hear","params":{"a":${"[".repeat(3000)}${"]".repeat(3000)}}}`,
      "dropped: the notification is nested more than 500 levels deep",
    ],
  ])(
    "that nobody wants an answer to is reported, never answered: %s [J5 J7 A26]",
    async (_what, body, report) => {
      const peer = echoPeer();
      peer.connection.onNotification("hear", () => {
        throw new Error("no ears");
      });
      peer.connection.onNotification("later", async () => {
        throw new Error("no time");
      });
      peer.write(body, ping);
      expect(await peer.read(1)).toEqual([pong]);
      expect(peer.reports).toEqual([report]);
    },
  );
});

describe("a batch", () => {
  it("is answered with one list of what its requests came to, and of what was no message [J5]", async () => {
    const peer = echoPeer();
    const heard: unknown[] = [];
    peer.connection.onNotification("hear", (params) => void heard.push(params));
    peer.write([
      { jsonrpc: "2.0", id: 1, method: "sum" },
      { jsonrpc: "2.0", method: "hear", params: { n: 1 } },
      1,
      { jsonrpc: "2.0", id: 2, method: "echo", params: { a: 2 } },
      { jsonrpc: "2.0", id: 3, method: "no" },
    ]);
    expect(await peer.read(1)).toEqual([
      [
        failed(null, -32600, "a message is an object"),
        { jsonrpc: "2.0", id: 2, result: { a: 2 } },
        failed(3, -32601, 'unknown method "no"'),
        { jsonrpc: "2.0", id: 1, result: { sum: 1 } },
      ],
    ]);
    expect(heard).toEqual([{ n: 1 }]);
  });

  it("of notifications and answers alone is not answered [J5]", async () => {
    const peer = echoPeer();
    const call = peer.connection.request("theirs");
    peer.write(
      [
        { jsonrpc: "2.0", id: 1, result: "done" },
        { jsonrpc: "2.0", method: "hear" },
      ],
      ping,
    );
    expect(await call).toBe("done");
    expect(await peer.read(2)).toEqual([{ jsonrpc: "2.0", id: 1, method: "theirs" }, pong]);
  });

  it("does not overtake what the lanes of its answers said before [J8]", async () => {
    const peer = rawPeer();
    const { connection } = peer;
    for (const lane of ["a", "b"])
      connection.onRequest(lane, async (_params, context) => {
        context.lane = lane;
        connection.notify("big", { lane, text: "x".repeat(100_000) }, { lane });
        connection.notify("last", { lane }, { lane });
        return lane;
      });
    connection.start();
    peer.write([
      { jsonrpc: "2.0", id: 1, method: "a" },
      { jsonrpc: "2.0", id: 2, method: "b" },
    ]);
    const messages = (await peer.read(5)) as { method?: string; params?: { lane: string } }[];
    expect(messages.map(({ method, params }) => (method ? `${method} ${params?.lane}` : "answers"))).toEqual([
      "big a",
      "big b",
      "last a",
      "last b",
      "answers",
    ]);
  });

  it("whose answers fit no frame together gets them one by one [J2 J5]", async () => {
    const peer = rawPeer({ maxFrameBytes: 300 });
    peer.connection.onRequest("long", ({ n }) => "x".repeat(n as number));
    peer.connection.start();
    peer.write([100, 150, 400].map((n) => ({ jsonrpc: "2.0", id: n, method: "long", params: { n } })));
    expect(await peer.read(3)).toEqual([
      { jsonrpc: "2.0", id: 100, result: "x".repeat(100) },
      { jsonrpc: "2.0", id: 150, result: "x".repeat(150) },
      failed(400, -32603, "the answer cannot be written: it is longer than 300 bytes"),
    ]);
  });
});
