import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { content, DONE, delta } from "../loopback/chunks.ts";
import { CLOSE, HANG, RESET, type Reply, type Step } from "../loopback/provider-server.ts";
import { type Line, newFolder } from "./letscode.ts";
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

/** Resolves so many milliseconds from now. */
const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The first retry of a run whose first answer is HTTP 429 with these headers. */
async function firstRetry(flags: readonly string[], headers: Record<string, string>): Promise<Line> {
  model.server().reply(status(429, headers));
  const host = model.start(flags);
  host.send({ cmd: "prompt", id: "p", text: "go" });
  const retry = await host.waitFor("retry");
  host.send({ cmd: "abort" });
  host.end();
  await host.exited;
  return retry;
}

describe("retries", () => {
  it.each([408, 409, 429, 500, 503])(
    "repeat HTTP %i, each told before it happens [L1 L2 L3 E3 B06]",
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

  it.each([
    [400, "no such thing", "no such thing. Begin a new conversation, or", "invalid_request"],
    [401, "bad key", "Put a key into OPENAI_API_KEY, or name its variable with --api-key-env.", "auth"],
    [403, "not yours", "Put a key into OPENAI_API_KEY, or name its variable with --api-key-env.", "auth"],
    [404, "no such page", "it usually ends in /v1.", "invalid_request"],
    [404, "The model `m` does not exist", "Choose another with --model.", "model_not_found"],
    [413, "too large", "or choose a model with a larger context.", "context_overflow"],
    [422, "bad field", "bad field. Begin a new conversation, or", "invalid_request"],
  ])(
    "never repeat HTTP %i (%s): recoverable is false and the text says what to change [L5]",
    async (code, message, said, kind) => {
      const asked = model.server().requests.length;
      const { lines } = await model.run([status(code, {}, message)], FAST);
      expect(model.server().requests.length - asked).toBe(1);
      expect(ofType(lines, "error")).toEqual([
        {
          type: "error",
          error: expect.stringContaining(said),
          recoverable: false,
          status: code,
          code: kind,
        },
      ]);
    },
  );

  it("repeat a refused connection and a reset before content [L1]", async () => {
    const { lines } = await model.run([[RESET], [CLOSE], OK], FAST);
    expect(ofType(lines, "retry").map(({ attempt }) => attempt)).toEqual([2, 3]);
    expect(textOf(messages(lines, "assistant")[0])).toBe("ok");
  });

  it("double their pause up to the longest one, without jitter [L2]", async () => {
    const flags = ["--max-retries", "4", "--retry-base-delay", "0.01", "--retry-max-delay", "0.05"];
    const failing = [status(500), status(502), status(504), status(529)];
    const { lines } = await model.run([...failing, OK], flags);
    expect(
      ofType(lines, "retry").map(({ attempt, total_attempts, delay_seconds }) => [
        attempt,
        total_attempts,
        delay_seconds,
      ]),
    ).toEqual([
      [2, 5, 0.01],
      [3, 5, 0.02],
      [4, 5, 0.04],
      [5, 5, 0.05],
    ]);
  });

  it.each([
    ["1 s at first", [], {}, 1],
    ["10 s at most", ["--retry-base-delay", "11"], {}, 10],
    ["60 s when Retry-After says so", [], { "retry-after": "60" }, 60],
    ["at least what Retry-After says", [], { "retry-after": "0.5" }, 1],
  ])("wait %s [L2]", async (_what, flags, headers, seconds) => {
    expect(await firstRetry(flags, headers)).toMatchObject({
      attempt: 2,
      total_attempts: 3,
      delay_seconds: seconds,
    });
  });

  it("wait until the date in Retry-After [L2]", async () => {
    const date = new Date(Date.now() + 40_000).toUTCString();
    const { delay_seconds } = await firstRetry([], { "retry-after": date });
    expect(delay_seconds).toBeGreaterThan(20);
    expect(delay_seconds).toBeLessThanOrEqual(40);
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

  it("end their pause at once on abort, without another request [L4 B06]", async () => {
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
  it("after the first content are never repeated, and the partial answer stays out of what the model sees [L5 L7 C36]", async () => {
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
    expect(ofType(host.lines, "error")).toMatchObject([{ recoverable: true, code: "network" }]);
    expect(ofType(host.lines, "agent_end")[0]?.messages).toEqual([
      messages(host.lines, "user")[0],
      messages(host.lines, "assistant")[0],
    ]);
    expect(ofType(host.lines, "agent_end")[1]?.error).toBeNull();
    const sent = model
      .server()
      .requests.slice(asked)
      .map(({ json }) => json.messages.filter(({ role }: { role: string }) => role !== "system"));
    expect(sent[1]).toEqual([
      { role: "user", content: "one" },
      { role: "user", content: "two" },
    ]);
  });

  it("never execute a half-received call [L7 E7 C09]", async () => {
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

  it("of the output limit run no call, say so, and give up after three in a row [L7 C06]", async () => {
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
    ["a tool whose name no provider takes back", "functions.read 1", "{}", "functions.read 1"],
    ["arguments that miss a field", "read", "{}", "path"],
    ["arguments of a wrong type", "read", '{"path":{"a":1}}', "path"],
    ["arguments that are no JSON", "read", '{"path": oops', "JSON"],
    [
      "arguments nested too deeply to be written",
      "read",
      `{"path":${"[".repeat(9000)}${"]".repeat(9000)}}`,
      "path",
    ],
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

  it("of a provider that only goes on pinging come after --provider-timeout too [L9]", async () => {
    const pings = Array.from({ length: 80 }, (_, at) => [": ping\n\n", { wait: passed(50 * at) }]).flat();
    const flags = [...FAST, "--provider-timeout", "0.5"];
    const { lines } = await model.run([[...pings, CLOSE], OK], flags);
    expect(ofType(lines, "retry")).toMatchObject([
      { attempt: 2, reason: "APITimeoutError: nothing came for 0.5 s" },
    ]);
  });

  it("never come of silence with --provider-timeout 0 [L9]", async () => {
    const { lines } = await model.run(
      [[{ wait: passed(600) }, ...(OK as Step[])]],
      ["--provider-timeout", "0"],
    );
    expect(ofType(lines, "retry")).toEqual([]);
    expect(textOf(messages(lines, "assistant")[0])).toBe("ok");
  });

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

  it("show no configured key: in no event, whole or split over deltas, no answer to a command, no file [L3]", async () => {
    const key = "sk-test-SECRET123";
    const cwd = newFolder();
    const record = join(newFolder(), "run.ndjson");
    writeFileSync(join(cwd, "notes.txt"), `the key is ${key}\n`);
    const texts = ["I saw sk-te", "st-SECR", "ET123 there"].map(content);
    model
      .server()
      .reply(
        status(500, {}, `Incorrect API key: ${key}`),
        [...texts, call("read", '{"path":"notes.txt"}'), delta({}, "tool_calls"), DONE],
        OK,
      );
    const host = model.start([...FAST, "--record", record], { cwd, env: { OPENAI_API_KEY: key } });
    host.send({ cmd: key, id: "c" }, { cmd: "prompt", id: "p", text: "go" });
    host.end();
    await host.exited;
    const { lines } = host;
    expect(host.text()).not.toContain(key);
    expect(readFileSync(record, "utf8")).not.toContain(key);
    expect(host.stderr()).toBe("");
    expect(lines.find(({ id }) => id === "c")?.error).toContain('unknown command "***"');
    expect(ofType(lines, "retry")[0]?.reason).toBe("APIStatusError: HTTP 500: Incorrect API key: ***");
    const said = lines.filter((line) => line.stream_event?.type === "text_delta");
    expect(said.map((line) => line.stream_event.delta).join("")).toBe("I saw *** thereok");
    expect(textOf(messages(lines, "assistant")[0])).toBe("I saw *** there");
    expect(textOf(messages(lines, "tool_result")[0])).toBe("the key is ***\n");
  });

  it("show no configured key on stderr [L3]", async () => {
    const key = "sk-test-SECRET123";
    const folder = newFolder();
    const host = await model.run([OK], ["--record", join(folder, `${key}.ndjson`)], {
      env: { OPENAI_API_KEY: key },
      fileBlocks: 0,
    });
    expect(host.stderr()).toContain(`the recording ${folder}/***.ndjson ends here`);
    expect(host.stderr()).not.toContain(key);
  });
});

describe("cancellation", () => {
  it("is no error: the answer ends aborted, its calls say so, the next request is one every provider takes [L8 E1 B04]", async () => {
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
