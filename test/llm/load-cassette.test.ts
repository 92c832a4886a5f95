import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { loadCassette, parseCassette } from "../../src/llm/replay/load-cassette.ts";
import { createReplayModel } from "../../src/llm/replay/replay-model.ts";
import type { MessageStreamEvent } from "../../src/wire/stream.ts";
import { ask, assistant, call, result, text, textsOf, user } from "./ask.ts";
import { ended, lines, streamed, tape } from "./tape.ts";

const folder = mkdtempSync(join(tmpdir(), "letscode-cassette-"));
afterAll(() => rmSync(folder, { recursive: true }));

const hi = assistant([text("hi")]);
const usage: MessageStreamEvent = { type: "usage", ...hi.usage };
const stop: MessageStreamEvent = { type: "stop", stop_reason: "end_turn" };

/** The events of each call. */
const stepsOf = (...values: object[]) =>
  tape(...values).calls.map(({ steps }) => steps.map(({ event }) => event));

/** What loading this text fails with. */
function failure(content: string): string {
  try {
    parseCassette(content, "tape.ndjson");
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  throw new Error("it loaded");
}

describe("the lines that count", () => {
  test("are events; control messages and unknown lines are skipped", () => {
    const steps = stepsOf(
      { type: "ready", protocol: "letscode-rpc/1", letscode: "1.0.0", capabilities: {} },
      { type: "ack", id: 1 },
      { type: "agent_start", messages: [] },
      ended(user("x")),
      { type: "permission_request", request_id: "p" },
      { type: "from_the_future", message: 7 },
      ...streamed(hi, { type: "text_delta", delta: "hi", index: 0 }, usage, stop),
      { type: "error", id: 2, error: "busy", recoverable: true },
      { type: "agent_end", messages: [{ id: hi.id, role: "assistant" }], error: null, truncated: true },
      { type: "done", id: 1 },
      { type: "bye" },
    );
    expect(steps).toEqual([[{ type: "text_delta", delta: "hi", index: 0 }, usage, stop]]);
  });

  test("of a JSON-RPC log are the notifications session.event", () => {
    const notify = (event: object) => ({
      jsonrpc: "2.0",
      method: "session.event",
      params: { session_id: "s1", seq: 1, event },
    });
    const cassette = tape(
      { jsonrpc: "2.0", id: 1, result: { session_id: "s1" } },
      notify(ended(user("x"))),
      notify(ended(hi)),
      { jsonrpc: "2.0", method: "session.idle", params: { session_id: "s1" } },
    );
    expect(cassette.calls.map(({ line, before }) => [line, before])).toEqual([
      [3, [{ kind: "text", text: "x" }]],
    ]);
  });

  test("belong to one session", () => {
    const of = (session_id: string) => ({
      jsonrpc: "2.0",
      method: "session.event",
      params: { session_id, seq: 1, event: ended(hi) },
    });
    expect(failure(lines(of("s1"), of("s2")))).toBe(
      "tape.ndjson line 2 is no line of a recording: it is of session s2, the lines before of s1; keep the lines of one session, a recording is one conversation",
    );
  });

  test("may end in CRLF, begin with a byte order mark and hold every separator that is no LF", () => {
    const odd = assistant([text("a\u2028b\u2029c\u0085d")]);
    const content = `\uFEFF\r\n${lines(ended(odd)).replace("\n", "\r\n")}\r\n \n`;
    expect(parseCassette(content, "x").calls[0]?.message).toEqual(odd);
  });

  test("may leave out what a hand-written recording has no use for", () => {
    const [only] = tape({
      type: "message_end",
      message: { role: "assistant", content: [text("hi")], stop_reason: "end_turn" },
    }).calls;
    expect(only?.message.model).toBe("recorded");
    expect(only?.message.usage.cost_usd).toBeNull();
  });
});

describe("loading fails, naming file and line,", () => {
  test("where there is no file", () => {
    expect(() => loadCassette(join(folder, "none"))).toThrow(UsageError);
    expect(() => loadCassette(join(folder, "none"))).toThrow(
      `the recording ${join(folder, "none")} cannot be read: there is no such file`,
    );
  });

  test("where there is no assistant message", () => {
    expect(failure(lines(ended(user("x")), { type: "bye" }))).toBe(
      "tape.ndjson holds no assistant message up to its last line, 2, so there is nothing to replay; record with --record, --mode rpc or --output json",
    );
  });

  test.each([
    ["garbage\n", "it is not JSON"],
    ["[1]\n", "the line must be an object"],
    ['{"type":"clo\n', "it is not JSON"],
    [lines({ type: "clock" }), "ms must be a number"],
    [lines({ type: "message_end" }), "message must be an object"],
    [lines({ type: "message_end", message: { role: "user" } }), "message.content must be an array"],
    [lines(ended({ ...hi, stop_reason: null })), "message.stop_reason must be a string"],
    [
      lines({ type: "message_end", message: { role: "user", content: [{ type: "video" }] } }),
      "message.content[0].type must be one of text, thinking, tool_call, image",
    ],
    [
      lines({ type: "message_update", stream_event: { type: "text_delta", index: 0 } }),
      "stream_event.delta must be a string",
    ],
    [
      lines({
        type: "message_update",
        stream_event: { type: "tool_call_end", tool_call_id: "c", arguments: [] },
      }),
      "stream_event.arguments must be an object",
    ],
    [lines({ type: "retry", attempt: 2 }), "total_attempts must be a number"],
    [lines({ type: "error", error: "x" }), "recoverable must be a boolean"],
    [lines({ type: "model_call", message: hi }), "purpose must be a string"],
  ])("at a bad line: %j", (line, problem) => {
    const content = `${lines(ended(hi))}${line}${lines({ type: "bye" })}`;
    expect(failure(content)).toBe(`tape.ndjson line 2 is no line of a recording: ${problem}`);
  });

  test("at a last line that is bad without being torn", () => {
    expect(failure(`${lines(ended(hi))}garbage`)).toContain("tape.ndjson line 2");
  });
});

describe("a torn end", () => {
  test("of a line is passed over", () => {
    const torn = lines(ended(user("more")), ended(hi)).slice(0, -20);
    for (const content of [torn, `${torn}\n`]) {
      const cassette = parseCassette(lines(ended(hi)) + content, "x");
      expect(cassette.calls).toHaveLength(1);
      expect(cassette.brokenOff).toBe(true);
    }
  });

  test("of an answer is passed over", () => {
    const cassette = tape(
      ...streamed(hi, { type: "text_delta", delta: "hi", index: 0 }, usage, stop),
      ended(user("more")),
      ...streamed(hi, { type: "text_delta", delta: "h", index: 0 }).slice(0, -1),
    );
    expect(cassette.calls).toHaveLength(1);
    expect(cassette.brokenOff).toBe(true);
  });

  test("before a later run in the same file leaves nothing in that run", () => {
    const whole: MessageStreamEvent[] = [
      { type: "text_delta", delta: "h", index: 0 },
      { type: "text_delta", delta: "i", index: 0 },
      usage,
      stop,
    ];
    const steps = stepsOf(
      ...streamed(hi, { type: "text_delta", delta: "lost", index: 0 }).slice(0, -1),
      { type: "agent_start", messages: [] },
      ended(user("again")),
      ...streamed(hi, ...whole),
    );
    expect(steps).toEqual([whole]);
  });
});

describe("the final message is the truth:", () => {
  const whole = assistant([
    { type: "thinking", thinking: "hm", signature: "s" },
    text("let me see"),
    call("c1", "read", { path: "a" }),
  ]);
  const made: MessageStreamEvent[] = [
    { type: "thinking_delta", delta: "hm", index: 0 },
    { type: "text_delta", delta: "let me see", index: 1 },
    { type: "tool_call_start", tool_call_id: "c1", name: "read", index: 2 },
    { type: "tool_call_args_delta", tool_call_id: "c1", delta: '{"path":"a"}' },
    { type: "tool_call_end", tool_call_id: "c1", arguments: { path: "a" } },
    { type: "usage", ...whole.usage },
    { type: "stop", stop_reason: "tool_use" },
  ];

  test("without any update the events are made from it", () => {
    expect(stepsOf(ended(whole))).toEqual([made]);
  });

  test("updates that say all of it are kept as they came", () => {
    const kept: MessageStreamEvent[] = [
      { type: "thinking_delta", delta: "h", index: 0 },
      { type: "thinking_delta", delta: "m", index: 0 },
      { type: "tool_call_start", tool_call_id: "c1", name: "read", index: 2 },
      { type: "usage", ...whole.usage, output_tokens: 1 },
      { type: "tool_call_args_delta", tool_call_id: "c1", delta: '{ "path":' },
      { type: "text_delta", delta: "let me", index: 1 },
      { type: "text_delta", delta: " see", index: 1 },
      { type: "tool_call_args_delta", tool_call_id: "c1", delta: '"a" }' },
      { type: "tool_call_end", tool_call_id: "c1", arguments: { path: "a" } },
      { type: "stop", stop_reason: "tool_use" },
    ];
    expect(stepsOf(...streamed(whole, ...kept))).toEqual([kept]);
  });

  test("updates that carry the whole partial message load the same", () => {
    const full = streamed(whole, ...made).map((event) =>
      event.type === "message_update" ? { ...event, message: whole } : event,
    );
    expect(stepsOf(...full)).toEqual([made]);
  });

  test.each<[string, MessageStreamEvent[]]>([
    ["a part is missing", made.slice(1)],
    ["the end of a call is missing", made.filter(({ type }) => type !== "tool_call_end")],
    ["the start of a call is missing", made.filter(({ type }) => type !== "tool_call_start")],
    ["the text is another", made.map((e) => (e.type === "text_delta" ? { ...e, delta: "no" } : e))],
    ["the place is another", made.map((e) => (e.type === "text_delta" ? { ...e, index: 3 } : e))],
    ["the kind is another", [{ type: "text_delta", delta: "hm", index: 0 }, ...made.slice(1)]],
    ["there is more", [{ type: "text_delta", delta: "more", index: 3 }, ...made]],
    [
      "one place has two kinds",
      made.flatMap((e): MessageStreamEvent[] =>
        e.type === "text_delta"
          ? [
              { ...e, delta: "let me" },
              { type: "thinking_delta", delta: " see", index: 1 },
            ]
          : [e],
      ),
    ],
    [
      "a call starts twice",
      made.flatMap((e): MessageStreamEvent[] => (e.type === "tool_call_start" ? [e, e] : [e])),
    ],
    ["the call's id is another", made.map((e) => ("tool_call_id" in e ? { ...e, tool_call_id: "c2" } : e))],
    [
      "the call's name is another",
      made.map((e) => (e.type === "tool_call_start" ? { ...e, name: "ls" } : e)),
    ],
    ["the arguments are others", made.map((e) => (e.type === "tool_call_end" ? { ...e, arguments: {} } : e))],
    [
      "the arguments' text is another",
      made.map((e) => (e.type === "tool_call_args_delta" ? { ...e, delta: '{"path":' } : e)),
    ],
  ])("where %s, the events are made from it", (_, events) => {
    expect(stepsOf(...streamed(whole, ...events))).toEqual([made]);
  });

  test("the retries before it stay", () => {
    const retry = { type: "retry", attempt: 2, total_attempts: 3, delay_seconds: 1, reason: "r" };
    expect(stepsOf(retry, ended(whole))).toEqual([[retry, ...made]]);
  });

  test("a stop that is missing or another is its stop", () => {
    const delta: MessageStreamEvent = { type: "text_delta", delta: "hi", index: 0 };
    for (const events of [[delta], [delta, { type: "stop", stop_reason: "refusal" } as const]])
      expect(stepsOf(...streamed(hi, ...events))).toEqual([[delta, stop]]);
  });

  test("thinking that a provider kept to itself needs no delta", () => {
    const message = assistant([{ type: "thinking", thinking: "", redacted: true }, text("hi")]);
    const events: MessageStreamEvent[] = [{ type: "text_delta", delta: "hi", index: 1 }, stop];
    expect(stepsOf(...streamed(message, ...events))).toEqual([events]);
  });

  test("arguments that are no JSON are sent as their text", () => {
    const block = { type: "tool_call" as const, tool_call_id: "c", name: "read", arguments: {} };
    const message = assistant([{ ...block, arguments_text: "{oops" }]);
    expect(stepsOf(ended(message))[0]?.slice(0, 3)).toEqual([
      { type: "tool_call_start", tool_call_id: "c", name: "read", index: 0 },
      { type: "tool_call_args_delta", tool_call_id: "c", delta: "{oops" },
      { type: "tool_call_end", tool_call_id: "c", arguments: {} },
    ]);
  });

  test("a call that failed half received is sent without its end, and nothing stops", () => {
    const block = { type: "tool_call" as const, tool_call_id: "c", name: "read", arguments: {} };
    const message = assistant([{ ...block, arguments_text: '{"pa' }], { stop_reason: "error" });
    const half: MessageStreamEvent[] = [
      { type: "tool_call_start", tool_call_id: "c", name: "read", index: 0 },
      { type: "tool_call_args_delta", tool_call_id: "c", delta: '{"pa' },
    ];
    expect(stepsOf(ended(message))).toEqual([half]);
    expect(stepsOf(...streamed(message, ...half))).toEqual([half]);
  });
});

test("what a failed answer used is told by an event, made when there was none", () => {
  const used = { ...hi.usage, output_tokens: 1 };
  const message = assistant([text("h")], { stop_reason: "error", usage: used });
  const delta: MessageStreamEvent = { type: "text_delta", delta: "h", index: 0 };
  const told: MessageStreamEvent = { type: "usage", ...used };
  expect(stepsOf(...streamed(message, delta))).toEqual([[delta, told]]);
  expect(stepsOf(...streamed(message, usage, delta))).toEqual([[usage, delta, told]]);
  expect(stepsOf(...streamed(message, told, delta))).toEqual([[told, delta]]);
});

test("what a failed or aborted answer's calls came to is not expected: no model is shown it", () => {
  const failed = assistant([call("c", "read")], { stop_reason: "aborted" });
  const { calls } = tape(
    ended(user("a")),
    ended(failed),
    ended(result("c", "read", "no", true)),
    ended(user("b")),
    ended(hi),
  );
  expect(calls.map(({ before }) => before)).toEqual([
    [{ kind: "text", text: "a" }],
    [{ kind: "text", text: "b" }],
  ]);
});

test("200,000 deltas load and replay within seconds", async () => {
  const count = 200_000;
  const message = assistant([text("12345678".repeat(count))]);
  const delta = JSON.stringify({
    type: "message_update",
    message: { id: message.id, role: "assistant" },
    stream_event: { type: "text_delta", delta: "12345678", index: 0 },
  });
  const path = join(folder, "large.ndjson");
  writeFileSync(path, `${lines(ended(user("x")))}${`${delta}\n`.repeat(count)}${lines(ended(message))}`);
  const began = performance.now();
  const { events } = await ask(createReplayModel(loadCassette(path)), { messages: [user("x")] });
  expect(performance.now() - began).toBeLessThan(12_000);
  expect(textsOf(events)[0]).toHaveLength(8 * count);
});
