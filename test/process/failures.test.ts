import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { content, DONE, delta } from "../loopback/chunks.ts";
import { CLOSE, HANG, RESET, type Reply } from "../loopback/provider-server.ts";
import { newFolder } from "./letscode.ts";
import { messages, modelHost, ofType, outline, textOf } from "./model-host.ts";

const model = modelHost();

const OK: Reply = [content("ok"), delta({}, "stop"), DONE];
const FAST = ["--retry-base-delay", "0.01"];
const status = (code: number, headers: Record<string, string> = {}, message = "rate limited"): Reply => ({
  status: code,
  headers: { "content-type": "application/json", ...headers },
  body: [JSON.stringify({ error: { message } })],
});
const call = (name: string, args: string, id = "c1", index = 0) =>
  delta({ tool_calls: [{ index, id, function: { name, arguments: args } }] });
const calls = (...pieces: string[]): Reply => [...pieces, delta({}, "tool_calls"), DONE];

describe("retries", () => {
  it.each([408, 409, 429, 500, 503])(
    "repeat HTTP %i, each told before it happens [L1 L2 L3]",
    async (code) => {
      const asked = model.server().requests.length;
      const { lines } = await model.run([status(code), status(code), OK], FAST);
      expect(ofType(lines, "retry")).toEqual([
        {
          type: "retry",
          attempt: 2,
          total_attempts: 3,
          delay_seconds: 0.01,
          reason: `APIStatusError: HTTP ${code}: rate limited`,
        },
        {
          type: "retry",
          attempt: 3,
          total_attempts: 3,
          delay_seconds: 0.02,
          reason: `APIStatusError: HTTP ${code}: rate limited`,
        },
      ]);
      expect(model.server().requests.length - asked).toBe(3);
      expect(outline(lines).slice(2, 9)).toEqual([
        "agent_start",
        "turn_start",
        "message_start:user",
        "message_end:user",
        "retry",
        "retry",
        "message_start:assistant",
      ]);
    },
  );

  it.each([400, 401, 403, 404, 413, 422])(
    "never repeat HTTP %i: recoverable is false and the text says what to change [L5]",
    async (code) => {
      const asked = model.server().requests.length;
      const { lines } = await model.run([status(code, {}, "no such thing")], FAST);
      expect(model.server().requests.length - asked).toBe(1);
      expect(ofType(lines, "error")).toMatchObject([{ recoverable: false, status: code }]);
      expect(ofType(lines, "error")[0]?.error.length).toBeGreaterThan(20);
    },
  );

  it("repeat a refused connection and a reset before content [L1]", async () => {
    const { lines } = await model.run([[RESET], [CLOSE], OK], FAST);
    expect(ofType(lines, "retry").map(({ attempt }) => attempt)).toEqual([2, 3]);
    expect(textOf(messages(lines, "assistant")[0])).toBe("ok");
  });

  it("give up after --max-retries with the events of a failed run [L2 L5]", async () => {
    const { lines } = await model.run([status(500), status(500)], [...FAST, "--max-retries", "1"]);
    expect(outline(lines).slice(4)).toEqual([
      "message_start:user",
      "message_end:user",
      "retry",
      "message_start:assistant",
      "message_end:assistant",
      "error",
      "turn_end",
      "agent_end:error",
      "done",
      "bye",
    ]);
    expect(messages(lines, "assistant")[0]).toMatchObject({ content: [], stop_reason: "error" });
    expect(ofType(lines, "agent_end")[0]?.error).toBe(ofType(lines, "error")[0]?.error);
    expect(ofType(lines, "error")[0]).toMatchObject({ recoverable: true, status: 500 });
  });

  it("wait as long as Retry-After says, up to 60 s, and not at all for longer [L2]", async () => {
    const short = await model.run(
      [status(429, { "retry-after": "0.2" }), status(429, { "retry-after-ms": "30" }), OK],
      FAST,
    );
    expect(ofType(short.lines, "retry").map(({ delay_seconds }) => delay_seconds)).toEqual([0.2, 0.03]);
    const long = await model.run([status(429, { "retry-after": "61" })], FAST);
    expect(ofType(long.lines, "retry")).toEqual([]);
    expect(ofType(long.lines, "error")[0]).toMatchObject({ status: 429, code: "rate_limit" });
    expect(ofType(long.lines, "error")[0]?.error).toContain("61");
  });

  it.each(["1e3", "-5", "soon", "Thu, 01 Jan 1970 00:00:00 GMT", "0x10"])(
    "take Retry-After %j for nonsense and back off as usual [L2]",
    async (value) => {
      const { lines } = await model.run([status(429, { "retry-after": value }), OK], FAST);
      expect(ofType(lines, "retry").map(({ delay_seconds }) => delay_seconds)).toEqual([0.01]);
    },
  );

  it("end their pause at once on abort, without another request [L4]", async () => {
    model.server().reply(status(429, { "retry-after": "50" }));
    const asked = model.server().requests.length;
    const host = model.start();
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await host.waitFor("retry");
    const from = Date.now();
    host.send({ cmd: "abort" });
    await host.waitFor((line) => line.type === "done" && line.id === "p");
    expect(Date.now() - from).toBeLessThan(500);
    expect(ofType(host.lines, "agent_end")[0]).toMatchObject({ error: null, stop_reason: "aborted" });
    expect(outline(host.lines).slice(-6, -1)).toContain("message_end:assistant");
    host.end();
    await host.exited;
    expect(model.server().requests.length - asked).toBe(1);
  });
});

describe("failures", () => {
  it("after the first content are never repeated, and the partial answer stays out of what the model sees [L5 L7]", async () => {
    const asked = model.server().requests.length;
    model.server().reply([content("par"), content("tial"), CLOSE], OK);
    const host = model.start(FAST);
    host.send({ cmd: "prompt", id: "p", text: "one" });
    await host.waitFor((line) => line.type === "done");
    host.send({ cmd: "prompt", id: "q", text: "two" });
    host.end();
    await host.exited;
    expect(ofType(host.lines, "retry")).toEqual([]);
    expect(messages(host.lines, "assistant")[0]).toMatchObject({
      content: [{ type: "text", text: "partial" }],
      stop_reason: "error",
    });
    const sent = model
      .server()
      .requests.slice(asked)
      .map(({ json }) => json.messages.filter(({ role }: { role: string }) => role !== "system"));
    expect(sent[1]).toEqual([
      { role: "user", content: "one" },
      { role: "user", content: "two" },
    ]);
  });

  it("never execute a half-received call [L7 E7]", async () => {
    const cwd = newFolder();
    const { lines } = await model.run([[call("write", '{"path":"a.txt","content":"hal'), CLOSE]], FAST, {
      cwd,
    });
    expect(existsSync(join(cwd, "a.txt"))).toBe(false);
    expect(ofType(lines, "tool_execution_start")).toEqual([]);
    expect(messages(lines, "tool_result")).toMatchObject([{ tool_call_id: "c1", is_error: true }]);
    expect(outline(lines).slice(-8)).toEqual([
      "message_end:assistant",
      "error",
      "message_start:tool_result",
      "message_end:tool_result",
      "turn_end",
      "agent_end:error",
      "done",
      "bye",
    ]);
  });

  it("of the output limit run no call, say so, and give up after three in a row [L7]", async () => {
    const cwd = newFolder();
    const cut: Reply = [call("write", '{"path":"a.txt","content":"line1\\nli'), delta({}, "length"), DONE];
    const asked = model.server().requests.length;
    const { lines } = await model.run([cut, cut, cut], FAST, { cwd });
    expect(model.server().requests.length - asked).toBe(3);
    expect(existsSync(join(cwd, "a.txt"))).toBe(false);
    expect(messages(lines, "tool_result").map((message) => textOf(message))).toEqual(
      Array(3).fill(expect.stringContaining("cut")),
    );
    expect(ofType(lines, "tool_execution_start")).toEqual([]);
    expect(ofType(lines, "error")).toMatchObject([{ code: "max_tokens", recoverable: true }]);
    expect(ofType(lines, "agent_end")[0]?.error).toContain("in a row");
  });

  it("is none when the output limit cuts mere text [L7]", async () => {
    const { lines } = await model.run([[content("half a sen"), delta({}, "length"), DONE]]);
    expect(ofType(lines, "agent_end")[0]).toMatchObject({ error: null, stop_reason: "max_tokens" });
    expect(ofType(lines, "error")).toEqual([]);
  });

  it.each([
    ["an unknown tool", "frobnicate", "{}", "frobnicate"],
    ["arguments that miss a field", "read", "{}", "path"],
    ["arguments of a wrong type", "read", '{"path":{"a":1}}', "path"],
    ["arguments that are no JSON", "read", '{"path": oops', "JSON"],
    ["a tool that fails", "read", '{"path":"no-such-file"}', "no-such-file"],
  ])("%s gives the model an error result and no error event [L6 E7]", async (_what, name, args, named) => {
    const { lines } = await model.run([calls(call(name, args)), OK]);
    expect(messages(lines, "tool_result")).toMatchObject([
      { tool_call_id: "c1", tool_name: name, is_error: true },
    ]);
    expect(textOf(messages(lines, "tool_result")[0])).toContain(named);
    expect(ofType(lines, "error")).toEqual([]);
    expect(ofType(lines, "tool_execution_start")).toHaveLength(1);
    expect(ofType(lines, "tool_execution_end")).toHaveLength(1);
    expect(ofType(lines, "agent_end")[0]?.error).toBeNull();
  });

  it.each([
    ["no headers", [HANG] as Reply],
    ["headers and silence", ["", HANG] as Reply],
    ["comments and pings only", [": ping\n\n", "event: ping\n\n", HANG] as Reply],
  ])(
    "of a provider that sends %s come after --provider-timeout and are retried [L9 L1]",
    async (_what, reply) => {
      const { lines } = await model.run([reply, OK], [...FAST, "--provider-timeout", "0.2"]);
      expect(ofType(lines, "retry")).toMatchObject([{ attempt: 2 }]);
      expect(textOf(messages(lines, "assistant")[0])).toBe("ok");
    },
  );

  it("of a provider that falls silent after content end the run [L9 L5]", async () => {
    const { lines } = await model.run([[content("x"), HANG]], [...FAST, "--provider-timeout", "0.2"]);
    expect(ofType(lines, "error")).toMatchObject([{ code: "timeout", recoverable: true }]);
  });

  it("end a run at --max-turns model calls [L10]", async () => {
    const asked = model.server().requests.length;
    const again = calls(call("ls", "{}"));
    const { lines } = await model.run([again, calls(call("ls", "{}", "c2")), OK], ["--max-turns", "2"]);
    expect(model.server().requests.length - asked).toBe(2);
    expect(ofType(lines, "error")).toMatchObject([{ code: "max_turns", recoverable: true }]);
    expect(ofType(lines, "agent_end")[0]).toMatchObject({ stop_reason: "max_turns" });
    expect(ofType(lines, "agent_end")[0]?.error).toContain("--max-turns");
  });

  it("show no configured key anywhere, split over deltas or whole [L3]", async () => {
    const key = "sk-test-SECRET123";
    const host = await model.run(
      [
        status(500, {}, `Incorrect API key: ${key}`),
        [content("I saw sk-te"), content("st-SECR"), content("ET123 there"), delta({}, "stop"), DONE],
      ],
      FAST,
      { env: { OPENAI_API_KEY: key } },
    );
    const { lines } = host;
    expect(`${host.text()}${host.stderr()}`).not.toContain("SECRET");
    expect(ofType(lines, "retry")[0]?.reason).toContain("***");
    expect(textOf(messages(lines, "assistant")[0])).toBe("I saw *** there");
  });
});

describe("cancellation", () => {
  it("is no error: the answer ends aborted, its calls say so, the next request is one every provider takes [L8 E1]", async () => {
    const asked = model.server().requests.length;
    model.server().reply([content("let me"), call("bash", '{"command":"sle'), HANG], OK);
    const host = model.start();
    host.send({ cmd: "prompt", id: "p", text: "one" });
    await host.waitFor(
      (line) => line.type === "message_update" && line.stream_event.type === "tool_call_args_delta",
    );
    host.send({ cmd: "abort" });
    await host.waitFor((line) => line.type === "done" && line.id === "p");
    host.send({ cmd: "prompt", id: "q", text: "two" });
    host.end();
    await host.exited;
    expect(ofType(host.lines, "error")).toEqual([]);
    expect(messages(host.lines, "assistant")[0]).toMatchObject({ stop_reason: "aborted" });
    expect(messages(host.lines, "tool_result")).toMatchObject([{ is_error: true }]);
    expect(textOf(messages(host.lines, "tool_result")[0])).toContain("Aborted");
    expect(ofType(host.lines, "agent_end")[0]).toMatchObject({ error: null, stop_reason: "aborted" });
    expect(model.server().requests[asked + 1]?.complaint).toBeUndefined();
  });

  it("ends a running tool and what it started within 2 s, once each [L8 B03]", async () => {
    model
      .server()
      .reply(calls(call("bash", '{"command":"sleep 61 & sleep 62"}'), call("ls", "{}", "c2", 1)), OK);
    const host = model.start();
    host.send({ cmd: "prompt", id: "p", text: "one" });
    await host.waitFor("tool_execution_start");
    const from = Date.now();
    host.send({ cmd: "abort", id: "a" });
    await host.waitFor((line) => line.type === "done" && line.id === "p");
    expect(Date.now() - from).toBeLessThan(2000);
    host.send({ cmd: "prompt", id: "q", text: "two" });
    host.end();
    await host.exited;
    expect(outline(host.lines).filter((word) => word.startsWith("tool_execution"))).toEqual([
      "tool_execution_start:c1",
      "tool_execution_end:c1",
    ]);
    expect(
      messages(host.lines, "tool_result").map(({ tool_call_id, is_error }) => [tool_call_id, is_error]),
    ).toEqual([
      ["c1", true],
      ["c2", true],
    ]);
    expect(model.server().requests.at(-1)?.complaint).toBeUndefined();
  });
});
