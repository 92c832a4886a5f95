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

const LOOK = {
  name: "look",
  description: "Looks.",
  parameters: { type: "object" },
  needs_permission: false,
};

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

  it("writes a header, an empty line and as many bytes of UTF-8, frame behind frame and nothing else [J1]", async () => {
    const client = await initialized();
    const { session_id } = (await client.call("session.create", { persist: false })).result;
    const text = "日本🙂é\u2028\u2029";
    await client.call("session.send", { session_id, text });
    const all = client.bytes();
    const bodies: unknown[] = [];
    for (let at = 0; at < all.length; ) {
      const [header = "", digits] =
        /^Content-Length: (\d+)\r\n\r\n/.exec(all.toString("latin1", at, at + 64)) ?? [];
      expect(header).not.toBe("");
      const from = at + header.length;
      at = from + Number(digits);
      bodies.push(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(all.subarray(from, at))));
    }
    expect(bodies).toEqual(client.messages);
    expect(all.includes(text)).toBe(true);
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

  it("names the field of wrong params and its own errors by name; what it does not know is passed over [J4]", async () => {
    const client = await initialized();
    const { session_id } = (await client.call("session.create", { persist: false, colour: "red" })).result;
    const refused = async (method: string, params: object) => (await client.call(method, params)).error;
    expect(await refused("session.send", { session_id })).toEqual({
      code: -32602,
      message: "session.send.text: expected a string, it is missing",
    });
    expect(await refused("session.create", { host_tools: [{ name: 5 }] })).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^session\.create\.host_tools\[0\]\./),
    });
    expect(await refused("session.get", { session_id: "none" })).toMatchObject({
      code: -32001,
      data: { code: "session_not_found" },
    });
    expect(await refused("session.jump", {})).toEqual({
      code: -32601,
      message: 'unknown method "session.jump"',
    });
    expect((await client.call("session.send", { session_id, text: "demo:text 1", mood: 1 })).error).toBe(
      undefined,
    );
  });

  it("starts what comes in one write in its order; what names a session that is being resumed waits for it [J5]", async () => {
    const client = await initialized();
    const { session_id } = (await client.call("session.create")).result;
    await client.call("session.send", { session_id, text: "demo:text 1" });
    await client.call("session.close", { session_id });
    const request = (id: string, method: string, more: object = {}) => ({
      jsonrpc: "2.0",
      id,
      method,
      params: { session_id, ...more },
    });
    client.write(
      request("resume", "session.resume"),
      request("first", "session.send", { text: "demo:hold" }),
      request("second", "session.send", { text: "too early" }),
      request("ping", "ping"),
      request("abort", "session.abort"),
    );
    const [resumed, first, second, , abort] = await Promise.all(
      ["resume", "first", "second", "ping", "abort"].map((id) => client.waitFor((one) => one.id === id)),
    );
    expect(resumed?.result).toMatchObject({ session_id, messages_count: 2, running: false });
    expect([first?.result, second?.error, abort?.result]).toMatchObject([
      { stop_reason: "aborted" },
      { code: CODES.busy },
      { queued: {} },
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
    expect(await client.waitFor(({ id }) => id === "30")).toEqual(pong("30"));
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

  it("is read late and loses nothing: each number comes, alone or merged into a later one [J8]", async () => {
    const client = await initialized();
    const { session_id } = (await client.call("session.create", { persist: false })).result;
    client.pause();
    const sent = client.call("session.send", { session_id, text: "demo:text 60000" });
    setTimeout(client.resume, 100);
    const { result } = await sent;
    const events = client.messages.flatMap(({ method, params }) =>
      method === "session.event" ? [params] : [],
    );
    const texts = events.map(({ event }) => event.stream_event?.delta ?? "");
    const blocks: { text: string }[] = events.findLast(({ event }) => event.type === "message_end")?.event
      .message.content;
    expect(result).toMatchObject({ stop_reason: "end_turn", error: null });
    expect(texts.join("")).toBe(blocks.map(({ text }) => text).join(""));
    expect(texts.join("").length).toBeGreaterThan(60_000);
    expect(events.reduce((sum, { merged = 0 }) => sum + 1 + merged, 0)).toBe(events.at(-1)?.seq);
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

  it.each([
    ["permission.request", 'demo:tool write {"path":"a","content":"a"}', { decision: "allow" }],
    ["tool.invoke", "demo:tool look {}", { content: "late" }],
    ["user.ask", 'demo:tool ask_user {"question":"Tea?"}', { answer: "late" }],
    ["hook.call", "demo:tool look {}", { output: { deny: "late" } }],
  ])(
    "cancels %s when its run is aborted, does not wait for it, and drops its answer [J6]",
    async (method, text, result) => {
      const client = await connect();
      const hooks = method === "hook.call" ? ["before_tool_call"] : [];
      await client.initialize({ capabilities: { permissions: true, ask: true, hooks } });
      const { session_id } = (
        await client.call("session.create", { permission_mode: "ask", host_tools: [LOOK], persist: false })
      ).result;
      const sent = client.call("session.send", { session_id, text });
      const asked = await client.waitFor((message) => message.method === method);
      client.write({ jsonrpc: "2.0", id: "abort", method: "session.abort", params: { session_id } });
      const cancelled = await client.waitFor((message) => message.method === "$/cancelRequest");
      expect(cancelled.params).toEqual({ id: asked.id });
      expect((await sent).result).toMatchObject({ stop_reason: "aborted", error: null });
      client.write({ jsonrpc: "2.0", id: asked.id, result });
      expect((await client.call("session.send", { session_id, text: "demo:text 1" })).result).toMatchObject({
        stop_reason: "end_turn",
      });
    },
  );

  it("fails at once what it asks a client that says no more; the run goes on and is told to its end [J7 J10 J13]", async () => {
    const client = await initialized();
    const { session_id } = (await client.call("session.create", { permission_mode: "ask", persist: false }))
      .result;
    const sent = client.call("session.send", {
      session_id,
      text: 'demo:tool write {"path":"a","content":"a"}\ndemo:text 1\ndemo:tool write {"path":"b","content":"b"}',
    });
    await client.waitFor(({ method }) => method === "permission.request");
    client.end();
    expect((await sent).result).toMatchObject({ stop_reason: "end_turn", error: null });
    await client.closed;
    expect(client.messages.filter(({ method }) => method === "permission.request")).toHaveLength(1);
    const results = client.messages.flatMap(({ params }) =>
      params?.event?.type === "tool_execution_end" ? [params.event.result] : [],
    );
    expect(results.map(({ is_error }) => is_error)).toEqual([true, true]);
  });

  it("closes at the first bytes of what is no frame, such as a browser's request [J2 J11]", async () => {
    const client = await connect();
    client.write("POST / HT");
    await client.closed;
    expect(client.messages).toMatchObject([failure("invalid_request")]);
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
