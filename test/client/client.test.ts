import { describe, expect, test } from "vitest";
import { LetscodeClient } from "../../src/client/client.ts";
import type { ClientEvent } from "../../src/client/client-event.ts";
import { LetscodeError } from "../../src/errors.ts";
import { JsonRpcError, rpcError } from "../../src/jsonrpc/errors.ts";
import { all, connect } from "./connect.ts";
import { begin, delta, end, runOf, unknownEvent } from "./fake-server.ts";

describe("a client", () => {
  test("shakes hands before anything else, once", async () => {
    const { server, client } = await connect({}, { token: "secret", name: "my-program" });
    await Promise.all([client.ping(), client.ping(), client.start()]);
    expect(server.asked.map(({ method }) => method)).toEqual(["initialize", "ping", "ping"]);
    expect(server.asked[0]?.params).toEqual({
      protocol: "letscode-jsonrpc/1",
      client: { name: "my-program", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
      capabilities: { permissions: true },
      token: "secret",
    });
  });

  test("rejects with letscode's own words when the protocols differ", async () => {
    const refuse = () => {
      throw rpcError("protocol_mismatch", "this letscode speaks letscode-jsonrpc/2, not letscode-jsonrpc/1");
    };
    const { client } = await connect({ initialize: refuse });
    await expect(client.createSession({ permissions: "allow" })).rejects.toThrow(
      "this letscode speaks letscode-jsonrpc/2, not letscode-jsonrpc/1",
    );
    await expect(client.start()).rejects.toBeInstanceOf(JsonRpcError);
  });

  test("names the address when nobody listens there", async () => {
    const client = new LetscodeClient({ url: "127.0.0.1:1" });
    await expect(client.start()).rejects.toThrow(
      "letscode at 127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1; is `letscode serve --listen 127.0.0.1:1` running?",
    );
  });

  test.each(["8080", "localhost", "host:port", "http://localhost:80/x", "a:99999"])(
    "says what an address looks like when it is given %s",
    async (url) => {
      await expect(new LetscodeClient({ url }).start()).rejects.toThrow(
        `url: expected HOST:PORT or unix:PATH, got ${JSON.stringify(url)}`,
      );
    },
  );

  test("asks for a choice of permissions", async () => {
    const { client } = await connect();
    // @ts-expect-error a program in JavaScript can leave it out
    await expect(client.createSession({})).rejects.toThrow(
      'permissions: expected "allow", "read-only", or a function that decides on each call',
    );
  });

  test("asks for it where there are no options at all, and says which tool is none", async () => {
    const { client } = await connect();
    // @ts-expect-error a program in JavaScript can leave them out
    await expect(client.createSession()).rejects.toThrow(
      new LetscodeError(
        'permissions: expected "allow", "read-only", or a function that decides on each call: (request) => "allow" | "deny"',
      ),
    );
    for (const tools of [[1], [null], [{}], [undefined]])
      await expect(client.createSession({ permissions: "allow", tools: tools as never })).rejects.toThrow(
        new LetscodeError("tools[0]: expected what tool({ … }) returns"),
      );
    await expect(client.createSession({ permissions: "allow", tools: 1 as never })).rejects.toThrow(
      new LetscodeError("tools: expected a list of what tool({ … }) returns"),
    );
  });

  test("gives the settings of a session the names they have on the wire", async () => {
    const { server, client } = await connect();
    await client.createSession({
      permissions: "read-only",
      cwd: "/somewhere",
      model: "demo",
      baseUrl: "http://127.0.0.1:1/v1",
      apiKey: "k",
      headers: { "x-someName": "1" },
      systemPrompt: "Be brief.",
      appendSystemPrompt: "Please.",
      builtInTools: ["read"],
      mcpServers: [{ name: "files", command: "mcp-files" }],
      messageUpdates: "full",
      persist: false,
    });
    expect(server.asked.at(-1)).toEqual({
      method: "session.create",
      params: {
        permission_mode: "read-only",
        cwd: "/somewhere",
        model: "demo",
        base_url: "http://127.0.0.1:1/v1",
        api_key: "k",
        headers: { "x-someName": "1" },
        system_prompt: "Be brief.",
        append_system_prompt: "Please.",
        tools: ["read"],
        mcp_servers: [{ name: "files", command: "mcp-files" }],
        message_updates: "full",
        persist: false,
      },
    });
  });
});

describe("a run", () => {
  test("is a loop over its events, and a result", async () => {
    const { client } = await connect();
    const session = await client.createSession({ permissions: "allow" });
    const run = session.send("hello");
    const events = await all(run);
    expect(events).toEqual([...begin(), delta("echo: hello"), ...end("echo: hello")]);
    expect(await run.result).toEqual({
      text: "echo: hello",
      messageId: "u1",
      lastMessageId: "a1",
      stopReason: "end_turn",
      error: null,
      usage: {
        input_tokens: 10,
        output_tokens: 5,
        cache_read_tokens: 0,
        cache_write_tokens: 0,
        reasoning_tokens: 0,
        cost_usd: 0.5,
      },
    });
  });

  test("can be read as text", async () => {
    const { client } = await connect({
      "session.send": ({ session_id }, peer) => runOf(peer, session_id, ["Hel", "lo \u2028", "🙂"]),
    });
    const session = await client.createSession({ permissions: "allow" });
    expect(await all(session.send("x").text())).toEqual(["Hel", "lo \u2028", "🙂"]);
  });

  test("is read to its end by a later loop when one was left early", async () => {
    const { client } = await connect();
    const run = (await client.createSession({ permissions: "allow" })).send("hello");
    const types: string[] = [];
    for await (const { type } of run) {
      types.push(type);
      if (type === "turn_start") break;
    }
    for await (const { type } of run) types.push(type);
    expect(types).toEqual([...begin(), delta(""), ...end("")].map(({ type }) => type));
  });

  test("has no event of what went on before it", async () => {
    const { client } = await connect({
      "session.send": ({ session_id }, peer) => {
        peer.emit(session_id, delta("of another run"), ...end("of another run"));
        return runOf(peer, session_id, ["mine"]);
      },
    });
    const run = (await client.createSession({ permissions: "allow" })).send("x");
    expect(await all(run)).toEqual([...begin(), delta("mine"), ...end("mine")]);
    expect((await run.result).usage.output_tokens).toBe(5);
  });

  test("keeps events that this version does not know", async () => {
    const odd = unknownEvent({ type: "hologram", depth: { of: [1, 2] } });
    const { client } = await connect({
      "session.send": ({ session_id }, peer) => runOf(peer, session_id, [], [odd]),
    });
    const events: ClientEvent[] = await all((await client.createSession({ permissions: "allow" })).send("x"));
    expect(events).toContainEqual({ type: "hologram", depth: { of: [1, 2] } });
  });

  test("that is begun while one goes on fails as busy and takes none of its events", async () => {
    const { client } = await connect();
    const session = await client.createSession({ permissions: "allow" });
    const first = session.send("one");
    const second = session.send("two");
    await expect(second.result).rejects.toMatchObject({ code: -32000, data: { code: "busy" } });
    await expect(all(second)).rejects.toMatchObject({ code: -32000 });
    expect(await first.result).toMatchObject({ text: "echo: one" });
    expect(await session.sendAndWait("three")).toMatchObject({ text: "echo: three" });
  });

  test("survives frames that are cut at every byte", async () => {
    const { client } = await connect({}, { slice: 1 });
    const session = await client.createSession({ permissions: "allow" });
    expect(await session.sendAndWait("日本🙂é\u2028")).toMatchObject({ text: "echo: 日本🙂é\u2028" });
  });

  test("carries messages of 10 MB both ways [A16]", async () => {
    const { client } = await connect();
    const session = await client.createSession({ permissions: "allow" });
    const text = "é".repeat(5 * 1024 * 1024);
    expect((await session.sendAndWait(text)).text === `echo: ${text}`).toBe(true);
  });
});
