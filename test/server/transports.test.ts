import { describe, expect, it } from "vitest";
import { CODES } from "../../src/jsonrpc/errors.ts";
import type { Message } from "./listening.ts";
import { TRANSPORTS } from "./transports.ts";

const failure = (code: keyof typeof CODES, id: unknown = null) => ({
  jsonrpc: "2.0",
  id,
  error: { code: CODES[code] },
});
const ping = (id: unknown, more: object = {}) => ({ jsonrpc: "2.0", id, method: "ping", ...more });
const pong = (id: unknown) => ({ jsonrpc: "2.0", id, result: { time: expect.any(Number) } });

describe.each(TRANSPORTS)("letscode-jsonrpc/1 over %s", (_name, connect) => {
  async function initialized() {
    const client = await connect();
    await client.initialize({ capabilities: { permissions: true } });
    return client;
  }

  it("begins with initialize: nothing is answered before, another major is refused and may be mended, twice is once [J11]", async () => {
    const client = await connect();
    expect((await client.call("ping")).error).toMatchObject({ code: CODES.not_initialized });
    const mismatch = await client.initialize({ protocol: "letscode-jsonrpc/2" });
    expect(mismatch.error).toMatchObject({
      code: CODES.protocol_mismatch,
      data: { code: "protocol_mismatch", supported: ["letscode-jsonrpc/1"] },
    });
    expect(mismatch.error.message).toMatch(/letscode-jsonrpc\/1\b.*letscode-jsonrpc\/2\b/);
    expect((await client.initialize()).result).toMatchObject({
      protocol: "letscode-jsonrpc/1",
      server: { name: "letscode", version: expect.any(String) },
      max_frame_bytes: 67_108_864,
    });
    expect((await client.initialize()).error).toMatchObject({ code: CODES.invalid_request });
    expect((await client.call("ping")).result).toEqual({ time: expect.any(Number) });
  });

  it("reads headers in any case and order, with any blanks, LF alone too, cut anywhere [J2 A10 A11]", async () => {
    const client = await initialized();
    const body = (id: number) => JSON.stringify(ping(id, { params: { t: "é漢🙂" } }));
    const length = Buffer.byteLength(body(10));
    const forms = [
      `content-length: ${length}\r\n\r\n`,
      `CONTENT-LENGTH:${length}\r\n\r\n`,
      `Content-Length: \t${length} \t\r\n\r\n`,
      `Content-Length: ${length}\n\n`,
      `Content-Length: ${length}\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n`,
      `X-A: b\r\nContent-Length: ${length}\r\n\r\n`,
    ];
    const bytes = Buffer.from(forms.map((header, at) => header + body(10 + at)).join(""));
    for (const byte of bytes) client.write(Buffer.of(byte));
    await client.waitFor(({ id }) => id === 15);
    expect(client.messages.slice(1)).toEqual(forms.map((_, at) => pong(10 + at)));
  });

  it("answers what is no message, and goes on with the next frame [J2 J3 J4 A20 A26]", async () => {
    const client = await initialized();
    client.write(
      "Content-Length: 3\r\n\r\n{x}",
      Buffer.concat([Buffer.from("Content-Length: 4\r\n\r\n"), Buffer.of(0x22, 0xff, 0xfe, 0x22)]),
      [],
      "Content-Length: 1\r\n\r\n5",
      ping({ a: 1 }),
      { id: 7, method: "ping" },
      ping(8, { params: 5 }),
      ping(9, { params: null }),
      { jsonrpc: "2.0", id: 10, method: "no such" },
      { jsonrpc: "2.0", id: 404, result: "of nothing" },
      { jsonrpc: "2.0", method: "no such notification" },
      { jsonrpc: "2.0", id: 11, method: "session.send", params: { session_id: 1, text: "" } },
      ping("11"),
      ping(0),
      ping(""),
    );
    await client.waitFor(({ id }) => id === "");
    expect(client.messages.slice(1)).toMatchObject([
      failure("parse_error"),
      failure("parse_error"),
      failure("invalid_request"),
      failure("invalid_request"),
      failure("invalid_request"),
      failure("invalid_request", 7),
      failure("invalid_params", 8),
      pong(9),
      failure("method_not_found", 10),
      { id: 11, error: { code: CODES.invalid_params, message: expect.stringContaining("session_id") } },
      pong("11"),
      pong(0),
      pong(""),
    ]);
  });

  it("answers a batch with one list, and an id that is taken with a refusal [J3 J5 A19 A20]", async () => {
    const client = await initialized();
    client.write([ping(20), { jsonrpc: "2.0", method: "nothing" }, 3, ping(21)]);
    expect(await client.waitFor((message) => Array.isArray(message))).toMatchObject([
      pong(20),
      failure("invalid_request"),
      pong(21),
    ]);
    const { session_id } = (await client.call("session.create")).result;
    client.write(
      { jsonrpc: "2.0", id: 30, method: "session.send", params: { session_id, text: "demo:hold" } },
      ping(30),
      ping("30"),
    );
    await client.waitFor(({ id }) => id === "30");
    expect(client.messages.filter(({ id }) => id === 30)).toMatchObject([failure("invalid_request", 30)]);
    await client.call("session.abort", { session_id });
    expect(await client.waitFor(({ id, result }) => id === 30 && result)).toMatchObject({
      result: { stop_reason: "aborted" },
    });
  });

  it("tells a run by number, then idle, then its answer; another send meanwhile is busy [J8]", async () => {
    const client = await initialized();
    const { session_id } = (await client.call("session.create")).result;
    const text = "demo:text 2000\n日本🙂é";
    // In one write: no run is so quick that it ends between the two.
    client.write(
      { jsonrpc: "2.0", id: 70, method: "session.send", params: { session_id, text } },
      { jsonrpc: "2.0", id: 71, method: "session.send", params: { session_id, text: "2" } },
    );
    const [sent, busy] = await Promise.all([70, 71].map((id) => client.waitFor((one) => one.id === id)));
    expect(busy?.error).toMatchObject({ code: CODES.busy, data: { code: "busy" } });
    expect(sent?.result).toMatchObject({ stop_reason: "end_turn", error: null });
    const events = client.messages
      .filter(({ method }) => method === "session.event")
      .map(({ params }) => params);
    for (const [at, { seq, merged = 0 }] of events.entries())
      expect(seq).toBe((events[at - 1]?.seq ?? 0) + 1 + merged);
    expect(client.messages.slice(-2)).toEqual([
      { jsonrpc: "2.0", method: "session.idle", params: { session_id, stop_reason: "end_turn" } },
      sent,
    ]);
    const { messages } = (await client.call("session.messages", { session_id })).result;
    expect(messages[0].content).toEqual([{ type: "text", text }]);
  });

  it("asks its client, and heeds an answer that comes in pieces [J5 J9]", async () => {
    const client = await initialized();
    const { session_id } = (await client.call("session.create", { permission_mode: "ask" })).result;
    const sent = client.call("session.send", {
      session_id,
      text: 'demo:tool write {"path":"a","content":"a"}',
    });
    const asked = await client.waitFor(({ method }) => method === "permission.request");
    expect(asked).toMatchObject({ params: { session_id, tool_name: "write" } });
    expect(Number.isInteger(asked.id) && asked.id >= 1).toBe(true);
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: asked.id,
      result: { decision: "deny", reason: "not 今日" },
    });
    for (const byte of Buffer.from(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`))
      client.write(Buffer.of(byte));
    await sent;
    const ended = client.messages.find(
      ({ params }) => params?.event?.type === "tool_execution_end",
    ) as Message;
    expect(JSON.stringify(ended)).toContain("not 今日");
  });

  it("cancels a send with its run: the answer comes behind agent_end and idle [J6]", async () => {
    const client = await initialized();
    const { session_id } = (await client.call("session.create")).result;
    client.write({
      jsonrpc: "2.0",
      id: 40,
      method: "session.send",
      params: { session_id, text: "demo:hold" },
    });
    await client.waitFor(({ params }) => params?.event?.type === "message_end");
    client.write(
      { jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 40 } },
      { jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 41 } },
    );
    await client.waitFor(({ id }) => id === 40);
    expect(client.messages.slice(-3)).toMatchObject([
      { params: { event: { type: "agent_end", stop_reason: "aborted" } } },
      { method: "session.idle" },
      failure("cancelled", 40),
    ]);
  });

  it("carries frames of 10 MB both ways [J2]", async () => {
    const client = await initialized();
    const { session_id } = (await client.call("session.create", { persist: false })).result;
    const text = `demo:text 1\n${"x🙂".repeat(2_000_000)}`;
    expect((await client.call("session.send", { session_id, text })).result).toMatchObject({ error: null });
    const { messages } = (await client.call("session.messages", { session_id })).result;
    expect(messages[0].content[0].text === text).toBe(true);
  });

  it.each([
    ["is over the limit", "Content-Length: 67108865\r\n\r\n", "67108864"],
    ["is no number", "Content-Length: 1e3\r\n\r\n", "1e3"],
    ["comes twice", "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", "two Content-Length"],
    ["is missing", "X: y\r\n\r\n", "no Content-Length"],
  ])("closes at a header whose length %s, saying so [J2]", async (_what, header, said) => {
    const client = await initialized();
    client.write(ping(50), header, ping(51));
    await client.closed;
    expect(client.messages.slice(1)).toMatchObject([
      pong(50),
      { ...failure("invalid_request"), error: { message: expect.stringContaining(said) } },
    ]);
  });

  it("runs nothing of a frame that the end of the input has cut [J2]", async () => {
    const client = await initialized();
    client.write(ping(60), 'Content-Length: 100\r\n\r\n{"jsonrpc":"2.0","id":61,"method":"ping"}');
    client.end();
    await client.closed;
    expect(client.messages.slice(1)).toEqual([pong(60)]);
  });
});
