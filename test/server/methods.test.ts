import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CODES } from "../../src/jsonrpc/errors.ts";
import type { ClientRequests } from "../../src/wire/methods.ts";
import { memoryServer } from "./memory-server.ts";

const schema = JSON.parse(
  readFileSync(new URL("../../schema/letscode-jsonrpc-1.schema.json", import.meta.url), "utf8"),
);
const methods = Object.keys(schema.definitions.ClientRequests.properties) as (keyof ClientRequests)[];
const client = { name: "test", version: "1" };

/** Params that are wrong, where anything can be. */
const WRONG: Partial<Record<keyof ClientRequests, [object, string]>> = {
  initialize: [{ protocol: 1, client }, "initialize.protocol: expected a string, got a number"],
  "session.create": [{ cwd: 1 }, "session.create.cwd: expected a string, got a number"],
  "session.list": [{ limit: "all" }, 'session.list.limit: expected a whole number, got "all"'],
};

describe("every method", () => {
  test.each(methods)("%s is answered, and its params are checked", async (method) => {
    const { connect } = memoryServer();
    const { connection } = await connect({ initialize: method !== "initialize" });
    const params = schema.definitions.ClientRequests.properties[method].properties.params.$ref
      .split("/")
      .at(-1);
    const required = schema.definitions[params].required ?? [];
    const [wrong, message] = WRONG[method] ?? [{}, required.length > 0 ? "it is missing" : undefined];
    const answer = connection.request(method, wrong);
    if (message === undefined) await expect(answer).resolves.toBeDefined();
    else
      await expect(answer).rejects.toMatchObject({
        code: CODES.invalid_params,
        message: expect.stringMatching(`^${method}[.][a-z_]+: .*${message.replace(/^.*?: /, "")}$`),
      });
  });

  test.each(methods)("%s waits for initialize", async (method) => {
    const { connect } = memoryServer();
    const { connection } = await connect({ initialize: false });
    const refused = connection.request(method, { session_id: "x" });
    await expect(refused).rejects.toMatchObject(
      method === "initialize"
        ? { code: CODES.invalid_params }
        : { code: CODES.not_initialized, data: { code: "not_initialized" } },
    );
  });

  test.each(methods.filter((method) => method.startsWith("session.") && !/create|list/.test(method)))(
    "%s says so when there is no such session",
    async (method) => {
      const { connect } = memoryServer();
      const { connection } = await connect();
      const params = {
        session_id: "20260101-00000000",
        text: "x",
        model: "m",
        level: "low",
        after: method === "session.events" ? 0 : "m1",
        message_id: "m1",
      };
      await expect(connection.request(method, params)).rejects.toMatchObject({
        code: CODES.session_not_found,
        data: { code: "session_not_found" },
        message: expect.stringContaining('"20260101-00000000"'),
      });
    },
  );

  test("that there is not is refused by name", async () => {
    const { connect } = memoryServer();
    const { connection } = await connect();
    await expect(connection.request("session.jump")).rejects.toMatchObject({
      code: CODES.method_not_found,
      message: 'unknown method "session.jump"',
    });
  });
});

describe("initialize", () => {
  const hello = { protocol: "letscode-jsonrpc/1", client };

  test("says what this server is and can do", async () => {
    const { connect } = memoryServer();
    const { call } = await connect({ initialize: false });
    expect(await call("initialize", hello)).toEqual({
      protocol: "letscode-jsonrpc/1",
      server: { name: "letscode", version: expect.stringMatching(/^\d/) },
      capabilities: {
        host_tools: true,
        permissions: true,
        ask: true,
        hooks: ["before_tool_call", "after_tool_call", "user_prompt"],
      },
      max_frame_bytes: 67_108_864,
    });
  });

  test("is refused the second time, and nothing is lost by it", async () => {
    const { connect } = memoryServer();
    const { call } = await connect();
    await expect(call("initialize", hello)).rejects.toMatchObject({ code: CODES.invalid_request });
    expect(await call("ping")).toEqual({ time: expect.any(Number) });
  });

  test.each(["letscode-jsonrpc/2", "letscode-rpc/1", "letscode-jsonrpc/1x", ""])(
    "refuses the protocol %j, says which there is, and may be sent again",
    async (protocol) => {
      const { connect } = memoryServer();
      const { call } = await connect({ initialize: false });
      await expect(call("initialize", { protocol, client })).rejects.toMatchObject({
        code: CODES.protocol_mismatch,
        data: { code: "protocol_mismatch", supported: ["letscode-jsonrpc/1"] },
        message: `initialize.protocol: this letscode speaks letscode-jsonrpc/1, the client asked for ${JSON.stringify(protocol)}`,
      });
      await expect(call("ping")).rejects.toMatchObject({ code: CODES.not_initialized });
      await call("initialize", { protocol: "letscode-jsonrpc/1.7", client });
      expect(await call("ping")).toEqual({ time: expect.any(Number) });
    },
  );

  test("wants the token where there is one, and hangs up after three that are wrong", async () => {
    const { connect } = memoryServer();
    const good = await connect({ token: "open sesame" });
    expect(await good.call("ping")).toEqual({ time: expect.any(Number) });
    const bad = await connect({ token: "open sesame", initialize: false });
    for (const token of [undefined, "open", "open sesam3"])
      await expect(
        bad.call("initialize", { ...hello, ...(token === undefined ? {} : { token }) }),
      ).rejects.toMatchObject({
        code: CODES.unauthorized,
        message: "initialize.token: it is missing or not the one this server wants",
        data: { code: "unauthorized" },
      });
    await bad.hungUp;
    expect(await good.call("ping")).toEqual({ time: expect.any(Number) });
  });
});

describe("session.create", () => {
  test.each<[object, string]>([
    [{ model: "nobody/knows" }, "model: there is no model nobody/knows"],
    [
      { host_tools: [{ name: "bash", description: "x", parameters: {} }] },
      'host_tools[0].name: "bash" is a built-in tool; leave it out of --tools, or name yours otherwise',
    ],
    [
      { host_tools: [{ name: "a b", description: "x", parameters: {} }] },
      'host_tools[0].name: expected 1 to 64 of the characters A-Z a-z 0-9 _ -, got "a b"',
    ],
  ])("refuses %j", async (settings, message) => {
    const { connect } = memoryServer();
    const { call } = await connect();
    await expect(call("session.create", settings)).rejects.toMatchObject({
      code: CODES.invalid_params,
      message: `session.create.${message}`,
    });
    expect(await call("session.list")).toEqual({ sessions: [] });
  });

  test("takes a host's tool in the place of a built-in one that is off", async () => {
    const { connect } = memoryServer();
    const { call } = await connect();
    const host_tools = [{ name: "bash", description: "Runs it elsewhere.", parameters: {} }];
    const { tools } = await call("session.create", { tools: ["read"], host_tools });
    expect(tools).toEqual(["read", "bash"]);
  });

  test("gives the tool ask_user where the client answers questions", async () => {
    const { connect } = memoryServer();
    const { call } = await connect({ capabilities: { ask: true } });
    expect((await call("session.create", { tools: [] })).tools).toEqual(["ask_user"]);
    const host_tools = [{ name: "ask_user", description: "x", parameters: {} }];
    await expect(call("session.create", { host_tools })).rejects.toMatchObject({
      code: CODES.invalid_params,
    });
  });

  test("is refused over the limit, until one is closed", async () => {
    const { connect } = memoryServer({}, { maxSessions: 2 });
    const { call } = await connect();
    const { session_id } = await call("session.create");
    await call("session.create");
    await expect(call("session.create")).rejects.toMatchObject({
      code: CODES.busy,
      message: "there are 2 sessions already (--max-sessions); close one first",
    });
    await call("session.close", { session_id });
    await call("session.create");
  });
});

describe("session.send", () => {
  test.each<[object, string]>([
    [{ text: " " }, "text: expected text, got only blanks"],
    [
      { text: "", images: [{ mime_type: "image/png", data: "?" }] },
      "images[0].data: expected base64 without line breaks",
    ],
    [
      { text: "", images: [{ mime_type: "text/plain", data: "AA==" }] },
      'images[0].mime_type: expected one such as image/png, got "text/plain"',
    ],
  ])("refuses %j, and so do steer and follow_up", async (said, message) => {
    const { connect } = memoryServer();
    const { call } = await connect();
    const { session_id } = await call("session.create");
    for (const method of ["session.send", "session.steer", "session.follow_up"] as const)
      await expect(call(method, { session_id, ...said } as never)).rejects.toMatchObject({
        code: CODES.invalid_params,
        message: `${method}.${message}`,
      });
  });
});
