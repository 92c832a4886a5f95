import { describe, expect, it } from "vitest";
import { type Letscode, type Line, runLetscode, startLetscode } from "./letscode.ts";

const DEMO = ["--mode", "rpc", "--model", "demo"];

const types = (lines: readonly Line[]) => lines.map(({ type }) => type);
const answersTo = (lines: readonly Line[], id: unknown) =>
  lines.filter((line) => "id" in line && JSON.stringify(line.id) === JSON.stringify(id));

/** Control lines only: what has an id key, ready and bye. */
const control = (lines: readonly Line[]) =>
  lines.filter((line) => "id" in line || line.type === "ready" || line.type === "bye");

async function idle(run: (process: Letscode) => Promise<void> | void): Promise<Letscode> {
  const process = startLetscode(DEMO);
  await process.waitFor("ready");
  await run(process);
  process.end();
  await process.exited;
  return process;
}

describe("commands of letscode-rpc/1", () => {
  it("says ready exactly once, first, with protocol, version and capabilities [C1]", async () => {
    const { lines } = await runLetscode(
      DEMO,
      '{"cmd":"hello","protocol":"letscode-rpc/1"}\n{"cmd":"prompt","text":"demo:text 5"}\n',
    );
    expect(lines[0]).toEqual({
      type: "ready",
      protocol: "letscode-rpc/1",
      letscode: "0.7.0",
      capabilities: { message_updates: true, state: true, permissions: true, host_tools: true },
    });
    expect(types(lines).filter((type) => type === "ready")).toHaveLength(1);
  });

  it("gives back any id verbatim, and null where there is none [C2]", async () => {
    const ids = [0, "", "x", false, null, { a: [1] }, ["b"], 1.5, "日本"];
    const { lines } = await runLetscode(
      DEMO,
      [
        ...ids.map((id) => JSON.stringify({ cmd: "abort", id })),
        '{"cmd":"abort"}',
        '{"cmd":"nonsense"}',
        '{"cmd":"nonsense","id":{"n":0}}',
        '{"cmd":"prompt","id":[]}',
        '{"cmd":"","id":0}',
      ].join("\n"),
    );
    const answers = control(lines).slice(1, -1);
    expect(answers.map(({ type, id }) => [type, id])).toEqual([
      ...ids.flatMap((id) => [
        ["ack", id],
        ["done", id],
      ]),
      ["ack", null],
      ["done", null],
      ["error", null],
      ["error", { n: 0 }],
      ["error", []],
      ["error", 0],
    ]);
  });

  it("answers every command with one ack and one done, or with one error [C3]", async () => {
    const process = startLetscode(DEMO);
    process.send(
      { cmd: "hello", id: "h", protocol: "letscode-rpc/1" },
      { cmd: "prompt", id: "empty", text: "" },
      { cmd: "prompt", id: "p", text: "demo:hold" },
      { cmd: "prompt", id: "busy", text: "x" },
      { cmd: "reset", id: "early" },
      { cmd: "steer", id: "s", text: "left" },
      { cmd: "follow_up", id: "f", text: "then" },
      { cmd: "nonsense", id: "n" },
      { cmd: "abort", id: "a", clear_queue: true },
    );
    await process.waitFor((line) => line.type === "done" && line.id === "p");
    process.send({ cmd: "reset", id: "r" }, { cmd: "abort", id: "again" }, { cmd: "bye", id: "b" });
    await process.exited;
    const busy = "a run is active; wait for its done, or send abort, steer or follow_up";
    const known =
      "known: hello, prompt, steer, follow_up, abort, reset, get_state, get_messages, set_model, set_thinking, compact, permission, tool_result, bye";
    const refused = { type: "error", recoverable: true };
    const queued = { steer: 0, follow_up: 0 };
    expect(control(process.lines).slice(1)).toEqual([
      { type: "ack", id: "h" },
      { type: "done", id: "h", features: {} },
      {
        ...refused,
        id: "empty",
        error: "prompt.text: expected text, got an empty string",
        code: "invalid_command",
      },
      { type: "ack", id: "p" },
      { ...refused, id: "busy", error: `prompt: ${busy}`, code: "busy" },
      { ...refused, id: "early", error: `reset: ${busy}`, code: "busy" },
      { type: "ack", id: "s" },
      { type: "done", id: "s" },
      { type: "ack", id: "f" },
      { type: "done", id: "f" },
      { ...refused, id: "n", error: `unknown command "nonsense"; ${known}`, code: "unknown_command" },
      { type: "ack", id: "a" },
      { type: "done", id: "a", queued },
      { type: "done", id: "p" },
      { type: "ack", id: "r" },
      { type: "done", id: "r" },
      { type: "ack", id: "again" },
      { type: "done", id: "again", queued },
      { type: "ack", id: "b" },
      { type: "done", id: "b" },
      { type: "bye" },
    ]);
  });

  it("answers a prompt with ack, its events and done [C4]", async () => {
    const { lines, code } = await runLetscode(DEMO, '{"cmd":"prompt","id":"r1","text":"demo:text 10"}\n');
    const run = types(lines);
    expect(run.slice(0, 3)).toEqual(["ready", "ack", "agent_start"]);
    expect(run.slice(-3)).toEqual(["agent_end", "done", "bye"]);
    expect(code).toBe(0);
  });

  it("refuses a second prompt in the same read as busy, and disturbs nothing [C4]", async () => {
    const { lines } = await runLetscode(
      DEMO,
      '{"cmd":"prompt","id":1,"text":"demo:text 10"}\n{"cmd":"prompt","id":2,"text":"second"}\n',
    );
    expect(answersTo(lines, 2)).toEqual([
      {
        type: "error",
        id: 2,
        error: "prompt: a run is active; wait for its done, or send abort, steer or follow_up",
        recoverable: true,
        code: "busy",
      },
    ]);
    expect(types(answersTo(lines, 1))).toEqual(["ack", "done"]);
  });

  it("takes a prompt sent right after the done of the one before [C4]", async () => {
    const process = startLetscode(DEMO);
    for (const id of ["a", "b", "c"]) {
      process.send({ cmd: "prompt", id, text: "demo:text 5" });
      await process.waitFor((line) => line.type === "done" && line.id === id);
    }
    process.end();
    await process.exited;
    expect(types(process.lines).filter((type) => type === "error")).toEqual([]);
    expect(types(process.lines).filter((type) => type === "agent_end")).toHaveLength(3);
  });

  it("delivers steers together before the next model call and follow-ups one by one at the end [C5]", async () => {
    const process = startLetscode([...DEMO]);
    process.send(
      { cmd: "steer", id: "s1", text: "first" },
      { cmd: "steer", id: "s2", text: "second" },
      { cmd: "follow_up", id: "f1", text: "third" },
      { cmd: "follow_up", id: "f2", text: "fourth" },
      { cmd: "prompt", id: "p", text: "demo:text 5" },
    );
    process.end();
    await process.exited;
    const { lines } = process;
    const turns: string[][] = [];
    for (const line of lines) {
      if (line.type === "turn_start") turns.push([]);
      if (line.type === "message_end" && line.message.role === "user")
        turns.at(-1)?.push(line.message.content[0].text);
    }
    expect(turns.filter(({ length }) => length > 0)).toEqual([
      ["demo:text 5", "first", "second"],
      ["third"],
      ["fourth"],
    ]);
    expect(types(lines).filter((type) => type === "agent_end")).toHaveLength(1);
  });

  it("aborts a run, answers both aborts at once and keeps what waits [C6 L8]", async () => {
    const process = startLetscode(DEMO);
    process.send({ cmd: "prompt", id: "p", text: "demo:hold" });
    await process.waitFor("message_update");
    process.send(
      { cmd: "follow_up", id: "f", text: "demo:text 5" },
      { cmd: "abort", id: "a1" },
      { cmd: "abort", id: "a2" },
    );
    await process.waitFor((line) => line.type === "done" && line.id === "p");
    expect(answersTo(process.lines, "a1")).toEqual([
      { type: "ack", id: "a1" },
      { type: "done", id: "a1", queued: { steer: 0, follow_up: 1 } },
    ]);
    expect(types(answersTo(process.lines, "a2"))).toEqual(["ack", "done"]);
    const asked = process.lines.findIndex(({ id }) => id === "f");
    expect(types(process.lines.slice(asked))).toEqual([
      ...["ack", "done", "ack", "done", "ack", "done"],
      ...["message_end", "turn_end", "agent_end", "done"],
    ]);
    const end = process.lines.find(({ type }) => type === "agent_end");
    expect({ error: end?.error, stop_reason: end?.stop_reason }).toEqual({
      error: null,
      stop_reason: "aborted",
    });
    process.send({ cmd: "prompt", id: "q", text: "demo:text 5" });
    process.end();
    await process.exited;
    const texts = process.lines
      .filter((line) => line.type === "message_end" && line.message.role === "user")
      .map((line) => line.message.content[0].text);
    expect(texts).toEqual(["demo:hold", "demo:text 5", "demo:text 5"]);
  });

  it("takes an abort when nothing runs for nothing: the next prompt is whole [C6]", async () => {
    const { lines } = await runLetscode(
      DEMO,
      '{"cmd":"abort","id":"a"}\n{"cmd":"prompt","id":"p","text":"demo:text 10"}\n',
    );
    expect(types(answersTo(lines, "a"))).toEqual(["ack", "done"]);
    expect(lines.find(({ type }) => type === "agent_end")).toMatchObject({
      error: null,
      stop_reason: "end_turn",
    });
  });

  it("drops what waits when abort says clear_queue [C6]", async () => {
    const { lines } = await runLetscode(
      DEMO,
      '{"cmd":"steer","text":"x"}\n{"cmd":"abort","id":"a","clear_queue":true}\n',
    );
    expect(answersTo(lines, "a").at(-1)).toEqual({
      type: "done",
      id: "a",
      queued: { steer: 0, follow_up: 0 },
    });
  });

  it("resets the conversation when idle and refuses to while a run is active [C7]", async () => {
    const process = startLetscode(DEMO);
    process.send({ cmd: "prompt", id: "p", text: "demo:hold" });
    await process.waitFor("message_update");
    process.send({ cmd: "reset", id: "early" }, { cmd: "abort" });
    await process.waitFor((line) => line.type === "done" && line.id === "p");
    process.send({ cmd: "reset", id: "late" }, { cmd: "prompt", id: "q", text: "demo:tool ls {}" });
    process.end();
    await process.exited;
    expect(answersTo(process.lines, "early")).toMatchObject([
      { type: "error", code: "busy", recoverable: true },
    ]);
    expect(types(answersTo(process.lines, "late"))).toEqual(["ack", "done"]);
  });

  it("grants what hello asks for, once, first [C8 X1]", async () => {
    const process = await idle((started) =>
      started.send(
        { cmd: "hello", id: "bad", protocol: 7 },
        { cmd: "hello", id: "h", protocol: "letscode-rpc/1.3", message_updates: "full" },
        { cmd: "hello", id: "again", protocol: "letscode-rpc/1" },
      ),
    );
    expect(answersTo(process.lines, "bad")).toMatchObject([{ type: "error", recoverable: true }]);
    expect(answersTo(process.lines, "h")).toEqual([
      { type: "ack", id: "h" },
      { type: "done", id: "h", features: { message_updates: "full" } },
    ]);
    expect(answersTo(process.lines, "again")).toMatchObject([{ type: "error", recoverable: true }]);
  });

  it("refuses a hello that is not the first valid command, and goes on [C8]", async () => {
    const { lines, code } = await runLetscode(
      DEMO,
      '{"cmd":"abort","id":1}\n{"cmd":"hello","id":2,"protocol":"letscode-rpc/2"}\n{"cmd":"abort","id":3}\n',
    );
    expect(answersTo(lines, 2)).toEqual([
      {
        type: "error",
        id: 2,
        error: "hello: must come before every other command, once",
        recoverable: true,
        code: "invalid_command",
      },
    ]);
    expect(types(answersTo(lines, 3))).toEqual(["ack", "done"]);
    expect(code).toBe(0);
  });

  it.each(["letscode-rpc/2", "letscode-rpc/10", "letscode-rpc", "mcp/1", "letscode-rpc/1x", ""])(
    "ends at hello %j with a fatal error, exit 1 and nothing after it [C8]",
    async (protocol) => {
      const { lines, code } = await runLetscode(
        DEMO,
        `\n{\n${JSON.stringify({ cmd: "hello", id: 5, protocol })}\n{"cmd":"prompt","text":"demo:text 5"}\n`,
      );
      expect(lines.at(-1)).toMatchObject({ type: "error", id: 5, recoverable: false, fatal: true });
      expect(types(lines)).toEqual(["ready", "error", "error"]);
      expect(code).toBe(1);
    },
  );

  it("ends at bye with ack, done and bye, and drops what waits with one line on stderr [C10]", async () => {
    const process = startLetscode(DEMO);
    process.send({ cmd: "follow_up", text: "never" }, { cmd: "bye", id: "b" });
    expect(await process.exited).toEqual({ code: 0, signal: null });
    expect(control(process.lines).slice(-3)).toEqual([
      { type: "ack", id: "b" },
      { type: "done", id: "b" },
      { type: "bye" },
    ]);
    expect(process.stderr()).toBe(
      "letscode: 1 queued message(s) were dropped: no run was left to take them\n",
    );
  });

  it("drains the run and its follow-ups after bye, refusing all but abort [C10]", async () => {
    const process = startLetscode(DEMO);
    process.send({ cmd: "prompt", id: "p", text: "demo:wait 100\ndemo:text 5" });
    await process.waitFor("agent_start");
    process.send(
      { cmd: "follow_up", id: "f", text: "demo:text 5" },
      { cmd: "bye", id: "b" },
      { cmd: "prompt", id: "late", text: "x" },
      { cmd: "steer", id: "later", text: "x" },
      { cmd: "bye", id: "again" },
    );
    expect(await process.exited).toEqual({ code: 0, signal: null });
    for (const id of ["late", "later", "again"])
      expect(answersTo(process.lines, id)).toMatchObject([
        { type: "error", code: "closing", recoverable: true },
      ]);
    expect(control(process.lines).slice(-3)).toEqual([
      { type: "done", id: "p" },
      { type: "done", id: "b" },
      { type: "bye" },
    ]);
    const users = process.lines.filter((line) => line.type === "message_end" && line.message.role === "user");
    expect(users).toHaveLength(2);
  });

  it("still takes an abort after bye [C10]", async () => {
    const process = startLetscode(DEMO);
    process.send({ cmd: "prompt", id: "p", text: "demo:text 5\ndemo:hold" });
    await process.waitFor("message_update");
    process.send({ cmd: "bye", id: "b" }, { cmd: "abort", id: "a" });
    expect(await process.exited).toEqual({ code: 0, signal: null });
    expect(control(process.lines).slice(-6)).toEqual([
      { type: "ack", id: "b" },
      { type: "ack", id: "a" },
      { type: "done", id: "a", queued: { steer: 0, follow_up: 0 } },
      { type: "done", id: "p" },
      { type: "done", id: "b" },
      { type: "bye" },
    ]);
  });

  it("returns the whole run of a batch that ends with its input [C11]", async () => {
    const { lines, code } = await runLetscode(DEMO, '{"cmd":"prompt","id":"p","text":"demo:tool ls {}"}');
    expect(types(lines).slice(-3)).toEqual(["agent_end", "done", "bye"]);
    expect(lines.filter(({ type }) => type === "tool_execution_end")).toHaveLength(1);
    expect(code).toBe(0);
  });

  it("says ready and bye to an empty input [C11]", async () => {
    const { lines, code } = await runLetscode(DEMO, "");
    expect({ types: types(lines), code }).toEqual({ types: ["ready", "bye"], code: 0 });
  });
});

const BAD: [string, string][] = [
  ["null", 'expected a JSON object with "cmd", got null'],
  ["5", 'expected a JSON object with "cmd", got a number'],
  ['"s"', 'expected a JSON object with "cmd", got a string'],
  ["true", 'expected a JSON object with "cmd", got a boolean'],
  ["[]", 'expected a JSON object with "cmd", got an array'],
  ['[{"cmd":"abort"}]', 'expected a JSON object with "cmd", got an array'],
  ["{}", "cmd: expected the name of a command, got nothing"],
  ['{"cmd":null}', "cmd: expected the name of a command, got null"],
  ['{"cmd":""}', "cmd: expected the name of a command, got an empty string"],
  ['{"cmd":["prompt"]}', "cmd: expected the name of a command, got an array"],
  ['{"cmd":"Prompt","text":"x"}', 'unknown command "Prompt"'],
  ['{"cmd":"constructor"}', 'unknown command "constructor"'],
  ['{"cmd":"__proto__"}', 'unknown command "__proto__"'],
  ['{"cmd":"prompt"}', "prompt.text: expected a string, it is missing"],
  ['{"cmd":"prompt","text":7}', "prompt.text: expected a string, got a number"],
  ['{"cmd":"prompt","text":null}', "prompt.text: expected a string, got null"],
  ['{"cmd":"prompt","text":""}', "prompt.text: expected text, got an empty string"],
  ['{"cmd":"steer","text":" \\n"}', "steer.text: expected text, got only blanks"],
  ['{"cmd":"follow_up"}', "follow_up.text: expected a string, it is missing"],
  ['{"cmd":"prompt","text":"x","images":{}}', "prompt.images: expected a list, got an object"],
  [
    '{"cmd":"prompt","text":"x","images":[{"mime_type":"image/png"}]}',
    "prompt.images[0].data: expected a string, it is missing",
  ],
  [
    '{"cmd":"prompt","text":"x","images":[{"mime_type":"image/png","data":"%"}]}',
    "prompt.images[0].data: expected base64 without line breaks",
  ],
  ['{"cmd":"abort","clear_queue":"yes"}', 'abort.clear_queue: expected true or false, got "yes"'],
  ['{"cmd":"hello"}', "hello.protocol: expected a string, it is missing"],
  [
    '{"cmd":"hello","protocol":"letscode-rpc/1","message_updates":"all"}',
    'hello.message_updates: expected "reference" or "full", got "all"',
  ],
  [
    '{"cmd":"prompt","text":"x","images":[{"mime_type":"text/html","data":"AAAA"}]}',
    'prompt.images[0].mime_type: expected one such as image/png, got "text/html"',
  ],
  [
    '{"cmd":"prompt","text":"x","images":[{"mime_type":"image/png","data":"A"}]}',
    "prompt.images[0].data: expected base64 without line breaks",
  ],
  ['{"cmd":"abort","id":9007199254740993}', "id: expected a number of at most 53 bits"],
  ['{"cmd":"abort","id":1e400}', "id: expected a number of at most 53 bits"],
  [`{"cmd":"abort","id":${"[".repeat(5000)}${"]".repeat(5000)}}`, "nested more than 500 levels deep"],
  ["{", "the line is not JSON"],
  ["prompt hello", "the line is not JSON"],
];

describe("bad input", () => {
  it.each(BAD)(
    "%s gets one recoverable error and the next command works [F3 C9 A20]",
    async (line, message) => {
      const { lines, code } = await runLetscode(DEMO, `${line}\n\n   \n{"cmd":"abort","id":"z"}\n`);
      expect(types(lines)).toEqual(["ready", "error", "ack", "done", "bye"]);
      expect(lines[1]).toMatchObject({ id: null, recoverable: true });
      expect(lines[1]?.error).toContain(message);
      expect(code).toBe(0);
    },
  );

  it("ignores unknown fields and lets no key reach a prototype [C9]", async () => {
    const { lines } = await runLetscode(
      DEMO,
      '{"cmd":"abort","id":"a","extra":1,"__proto__":{"clear_queue":"x"},"constructor":{"prototype":{"polluted":1}}}\n{"__proto__":{"cmd":"abort"},"id":"b"}\n',
    );
    expect(types(answersTo(lines, "a"))).toEqual(["ack", "done"]);
    expect(answersTo(lines, "b")).toMatchObject([{ type: "error", recoverable: true }]);
  });
});
