import { describe, expect, test } from "vitest";
import { foldStream } from "../../../src/agent/fold.ts";
import type { ThinkingLevel } from "../../../src/llm/client.ts";
import type { StopReason } from "../../../src/wire/messages.ts";
import type { StreamEvent } from "../../../src/wire/stream.ts";
import {
  blockDelta,
  blockStart,
  blockStop,
  callPart,
  event,
  MESSAGE_STOP,
  messageDelta,
  messageStart,
  messagesAnswer,
  PING,
  redactedPart,
  textPart,
  thinkingPart,
} from "../../loopback/messages-chunks.ts";
import { CLOSE, type Reply, type Step } from "../../loopback/provider-server.ts";
import { type Asked, ask, assistant, user } from "../ask.ts";
import { openClient, withMessagesServer } from "./open-client.ts";

const tools = ["read", "ls", "my tool"].map((name) => ({ name, description: "", parameters: {} }));
const usage = {
  type: "usage",
  input_tokens: 10,
  output_tokens: 5,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  cost_usd: null,
} as const;
const text = (delta: string, index = 0): StreamEvent => ({ type: "text_delta", delta, index });
const thought = (delta: string, index = 0): StreamEvent => ({ type: "thinking_delta", delta, index });
const start = (tool_call_id: string, name: string, index = 0): StreamEvent => ({
  type: "tool_call_start",
  tool_call_id,
  name,
  index,
});
const args = (tool_call_id: string, delta: string): StreamEvent => ({
  type: "tool_call_args_delta",
  tool_call_id,
  delta,
});
const ended = (tool_call_id: string, object: Record<string, string> = {}): StreamEvent => ({
  type: "tool_call_end",
  tool_call_id,
  arguments: object,
});
const stopped = (stop_reason: StopReason): StreamEvent => ({ type: "stop", stop_reason });

/** What came of the reply. The final content, if any, says what the deltas said. */
async function answered(reply: Reply, thinking: ThinkingLevel = "off"): Promise<Asked> {
  let asked: Asked = { events: [] };
  await withMessagesServer({}, async (server) => {
    server.reply(reply);
    asked = await ask(openClient(server), { messages: [user("hi")], tools, thinking });
    expect(asked.error).toBeUndefined();
  });
  const folded = asked.events.reduce(foldStream, assistant([], { content: [] })).content;
  for (const [at, block] of (asked.end?.content ?? []).entries()) {
    const {
      signature: _,
      redacted: __,
      provider_data: ___,
      ...said
    } = { signature: 0, redacted: 0, provider_data: 0, ...block };
    const { redacted: ____, ...same } = {
      redacted: 0,
      ...(folded[at] ?? { type: "thinking", thinking: "" }),
    };
    expect(said).toEqual(same);
  }
  return asked;
}

const events = async (reply: Reply, thinking?: ThinkingLevel) => (await answered(reply, thinking)).events;

test("a plain answer is its deltas, the usage and the stop", async () => {
  expect(await events(messagesAnswer([textPart(0, "Hel", "lo")]))).toEqual([
    text("Hel"),
    text("lo"),
    usage,
    stopped("end_turn"),
  ]);
});

describe("framing of the stream makes no difference", () => {
  const pieces = messagesAnswer([textPart(0, "Grüße 🙂", "!")]);
  const whole = pieces.join("");
  const crlf = whole.replaceAll("\n", "\r\n");
  const noise = [
    ": keep-alive\n\n",
    PING,
    "retry: 3000\n\n",
    event("new_event", { a: 1 }),
    "data: [DONE]\n\n",
    "data: 7\n\n",
  ];
  test.each<[string, Step[]]>([
    ["one piece", [whole]],
    ["one byte at a time", [...Buffer.from(whole)].map((byte) => Uint8Array.of(byte))],
    ["CRLF", [crlf]],
    ["cut between CR and LF", crlf.split(/(?<=\r)/)],
    ["CR", [whole.replaceAll("\n", "\r")]],
    ["a byte order mark", [`\ufeff${whole}`]],
    ["no names of events", [whole.replaceAll(/event: .*\n/g, "")]],
    ["names of events only", [whole.replaceAll(/"type":"(message_|content_|ping)\w*",?/g, "")]],
    [
      "comments, pings and unknown events",
      pieces.flatMap((piece, at) => [noise[at % noise.length] ?? "", piece]),
    ],
    ["no message_stop", pieces.slice(0, -1)],
    ["a closed connection after the reason to stop", [...pieces.slice(0, -1), CLOSE]],
    ["no beginnings and ends of blocks", pieces.filter((piece) => !/content_block_st/.test(piece))],
  ])("%s", async (_, body) => {
    expect(await events(body)).toEqual([text("Grüße 🙂"), text("!"), usage, stopped("end_turn")]);
  });
});

test("a server that does not stream is understood too", async () => {
  const whole = {
    type: "message",
    content: [
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "text", text: "hé" },
      { type: "tool_use", id: "a", name: "read", input: { path: "x" } },
    ],
    stop_reason: "tool_use",
    usage: { input_tokens: 10, output_tokens: 5 },
  };
  const asked = await answered([JSON.stringify(whole)], "low");
  expect(asked.events).toEqual([
    thought("hm"),
    text("hé", 1),
    start("a", "read", 2),
    args("a", '{"path":"x"}'),
    ended("a", { path: "x" }),
    usage,
    stopped("tool_use"),
  ]);
  expect(asked.end?.content?.[0]).toEqual({ type: "thinking", thinking: "hm", signature: "s" });
});

describe("calls", () => {
  test("stream: start, deltas, end, with the place of their block", async () => {
    const parts = [textPart(0, "ok"), callPart(1, "a", "read", '{"pa', 'th":"1"}'), callPart(2, "b", "ls")];
    expect(await events(messagesAnswer(parts, "tool_use"))).toEqual([
      text("ok"),
      start("a", "read", 1),
      args("a", '{"pa'),
      args("a", 'th":"1"}'),
      ended("a", { path: "1" }),
      start("b", "ls", 2),
      ended("b"),
      usage,
      stopped("tool_use"),
    ]);
  });

  test.each<[string, string[]]>([
    ["no pieces at all", [blockStart(0, { type: "tool_use", id: "a", name: "ls", input: {} }), blockStop(0)]],
    ["no input", [blockStart(0, { type: "tool_use", id: "a", name: "ls" }), blockStop(0)]],
    ["empty pieces", callPart(0, "a", "ls", "", "")],
    ["no end", callPart(0, "a", "ls").slice(0, -1)],
  ])("with %s have no arguments", async (_, part) => {
    expect(await events(messagesAnswer([part], "tool_use"))).toEqual([
      start("a", "ls"),
      ended("a"),
      usage,
      stopped("tool_use"),
    ]);
  });

  test("of blank arguments have none, and what is no object is kept as text", async () => {
    const parts = [callPart(0, "a", "ls", "  "), callPart(1, "b", "ls", "[1]")];
    const all = await events(messagesAnswer(parts, "tool_use"));
    expect(all.filter(({ type }) => type === "tool_call_end")).toEqual([ended("a"), ended("b")]);
    const asked = await answered(messagesAnswer([thinkingPart(0, "", "s"), callPart(1, "b", "ls", "[1]")]));
    expect(asked.end?.content?.[1]).toEqual({
      type: "tool_call",
      tool_call_id: "b",
      name: "ls",
      arguments: {},
      arguments_text: "[1]",
    });
  });

  test("may have their arguments at once, and have them once", async () => {
    const begin = blockStart(0, { type: "tool_use", id: "a", name: "ls", input: { path: "x" } });
    const piece = blockDelta(0, { type: "input_json_delta", partial_json: '{"path":"x"}' });
    for (const part of [
      [begin, blockStop(0)],
      [begin, piece, blockStop(0)],
    ])
      expect(await events(messagesAnswer([part], "tool_use"))).toEqual([
        start("a", "ls"),
        args("a", '{"path":"x"}'),
        ended("a", { path: "x" }),
        usage,
        stopped("tool_use"),
      ]);
  });

  test("get unique ids", async () => {
    const ids = ["", "x", "x", "a|b:c"];
    const all = await events(
      messagesAnswer(
        ids.map((id, at) => callPart(at, id, "ls")),
        "tool_use",
      ),
    );
    expect(all.flatMap((one) => (one.type === "tool_call_start" ? [one.tool_call_id] : []))).toEqual([
      "call_1",
      "x",
      "call_3",
      "a|b:c",
    ]);
  });

  test("of a tool under another name are told by its own", async () => {
    await withMessagesServer({}, async (server) => {
      server.reply((request) =>
        messagesAnswer([callPart(0, "a", request.json.tools[2].name, "{}")], "tool_use"),
      );
      const { events: all } = await ask(openClient(server), { messages: [user("hi")], tools });
      expect(all[0]).toEqual(start("a", "my tool"));
    });
  });

  test("end a turn whatever the reason to stop is called", async () => {
    const all = await events(messagesAnswer([callPart(0, "a", "ls", "{}")], "end_turn"));
    expect(all.at(-1)).toEqual(stopped("tool_use"));
  });
});

describe("the end of an answer", () => {
  test.each<[string, StopReason]>([
    ["end_turn", "end_turn"],
    ["stop_sequence", "end_turn"],
    ["pause_turn", "end_turn"],
    ["tool_use", "end_turn"],
    ["of_another_kind", "end_turn"],
    ["max_tokens", "max_tokens"],
    ["model_context_window_exceeded", "max_tokens"],
  ])("%s is %s", async (reason, stop) => {
    expect(await events(messagesAnswer([textPart(0, "a")], reason))).toEqual([
      text("a"),
      usage,
      stopped(stop),
    ]);
  });

  test("at the limit within a call is told as such, and the call has no arguments", async () => {
    const half = '{"path":"a.txt","content":"line1\\nli';
    expect(await events(messagesAnswer([callPart(0, "a", "read", half)], "max_tokens"))).toEqual([
      start("a", "read"),
      args("a", half),
      ended("a"),
      usage,
      stopped("max_tokens"),
    ]);
  });

  test("by a refusal can be read", async () => {
    const said = { stop_details: { type: "refusal", category: "cyber", explanation: "It may do harm." } };
    const refused = [
      messageStart(),
      ...thinkingPart(0, "hm", "s"),
      messageDelta("refusal", {}, said),
      MESSAGE_STOP,
    ];
    expect((await events(refused)).slice(0, 1)).toEqual([
      text("(The model refused to answer: It may do harm.)", 1),
    ]);
    expect(await events(messagesAnswer([], "refusal"))).toEqual([
      text("(The model refused to answer.)"),
      usage,
      stopped("refusal"),
    ]);
    expect(await events(messagesAnswer([textPart(0, "Well")], "refusal"))).toEqual([
      text("Well"),
      usage,
      stopped("refusal"),
    ]);
  });

  test("without any content is an empty answer", async () => {
    expect(await events(messagesAnswer([]))).toEqual([usage, stopped("end_turn")]);
    expect(await events(messagesAnswer([textPart(0, "")]))).toEqual([usage, stopped("end_turn")]);
  });

  test("may be message_stop alone", async () => {
    expect(await events([messageStart(), ...textPart(0, "a"), MESSAGE_STOP])).toEqual([
      text("a"),
      { ...usage, output_tokens: 1 },
      stopped("end_turn"),
    ]);
  });
});

describe("usage is counted once, the last value wins", () => {
  const counts = async (first: object, last: object) =>
    (
      await events([messageStart(first), ...textPart(0, "a"), messageDelta("end_turn", last), MESSAGE_STOP])
    ).find(({ type }) => type === "usage");

  test("with what was read from the cache and written to it apart", async () => {
    const begin = {
      input_tokens: 3,
      cache_read_input_tokens: 80,
      cache_creation_input_tokens: 17,
      output_tokens: 1,
    };
    expect(
      await counts(begin, { output_tokens: 50, output_tokens_details: { thinking_tokens: 20 } }),
    ).toEqual({
      ...usage,
      input_tokens: 3,
      output_tokens: 50,
      cache_read_tokens: 80,
      cache_write_tokens: 17,
      reasoning_tokens: 20,
    });
  });

  test("also when the end repeats or corrects the beginning", async () => {
    const begin = { input_tokens: 3, cache_read_input_tokens: 80, output_tokens: 1 };
    expect(await counts(begin, { ...begin, output_tokens: 5 })).toEqual({
      ...usage,
      input_tokens: 3,
      cache_read_tokens: 80,
    });
    expect(
      await counts({ input_tokens: 0, output_tokens: 0 }, { input_tokens: 10, output_tokens: 5 }),
    ).toEqual(usage);
    expect(
      await counts(
        { input_tokens: 10 },
        { input_tokens: 0, cache_read_input_tokens: null, output_tokens: 5 },
      ),
    ).toEqual(usage);
    expect(await counts({ input_tokens: "many" }, { output_tokens: -5 })).toEqual({
      ...usage,
      input_tokens: 0,
      output_tokens: 0,
    });
  });

  test("none is none", async () => {
    const bare = [
      ...textPart(0, "a"),
      event("message_delta", { delta: { stop_reason: "end_turn" } }),
      MESSAGE_STOP,
    ];
    expect(await events(bare)).toEqual([text("a"), stopped("end_turn")]);
  });
});

describe("thinking", () => {
  const body = messagesAnswer(
    [
      thinkingPart(0, "hm", "sig"),
      redactedPart(1, "secret"),
      textPart(2, "a"),
      thinkingPart(3, "", "only"),
      callPart(4, "c", "ls"),
    ],
    "tool_use",
  );
  const redacted = (provider_data: object) => ({
    type: "thinking",
    thinking: "",
    redacted: true,
    provider_data,
  });

  test("is passed on, and what goes back is kept byte for byte", async () => {
    const asked = await answered(body, "medium");
    expect(asked.events.slice(0, -2)).toEqual([thought("hm"), text("a", 2), start("c", "ls", 4), ended("c")]);
    expect(asked.end?.content).toEqual([
      { type: "thinking", thinking: "hm", signature: "sig" },
      redacted({ type: "redacted_thinking", data: "secret" }),
      { type: "text", text: "a" },
      { type: "thinking", thinking: "", signature: "only" },
      { type: "tool_call", tool_call_id: "c", name: "ls", arguments: {} },
    ]);
  });

  test("that nobody asked for is not passed on, and still kept", async () => {
    const asked = await answered(body, "off");
    expect(asked.events.slice(0, -2)).toEqual([text("a", 2), start("c", "ls", 4), ended("c")]);
    expect(asked.end?.content?.slice(0, 4)).toEqual([
      redacted({ type: "thinking", thinking: "hm", signature: "sig" }),
      redacted({ type: "redacted_thinking", data: "secret" }),
      { type: "text", text: "a" },
      redacted({ type: "thinking", thinking: "", signature: "only" }),
    ]);
  });

  test("without a signature is passed on", async () => {
    const part = thinkingPart(0, "hm", "").filter((piece) => !/signature_delta/.test(piece));
    const asked = await answered(messagesAnswer([part, textPart(1, "a")]), "low");
    expect(asked.events.slice(0, 2)).toEqual([thought("hm"), text("a", 1)]);
    expect(asked.end?.content).toBeUndefined();
  });

  test("that is empty and unsigned is nothing", async () => {
    const part = [blockStart(0, { type: "thinking", thinking: "" }), blockStop(0)];
    expect(await events(messagesAnswer([part, textPart(1, "a")]), "low")).toEqual([
      text("a"),
      usage,
      stopped("end_turn"),
    ]);
  });

  test("alone is an answer", async () => {
    expect(await events(messagesAnswer([thinkingPart(0, "hm", "s")]), "low")).toEqual([
      thought("hm"),
      usage,
      stopped("end_turn"),
    ]);
    expect((await answered(messagesAnswer([thinkingPart(0, "hm", "s")]), "off")).end?.content).toHaveLength(
      1,
    );
  });
});

test("blocks and deltas of kinds that are not known are passed over", async () => {
  const parts = [
    [
      blockStart(0, { type: "server_tool_use", id: "s", name: "web_search", input: {} }),
      blockDelta(0, { type: "input_json_delta", partial_json: "{}" }),
      blockStop(0),
    ],
    [
      blockStart(1, { type: "web_search_tool_result", content: [] }),
      blockDelta(1, { type: "text_delta", text: "no" }),
      blockStop(1),
    ],
    [
      ...textPart(2, "a").slice(0, -1),
      blockDelta(2, { type: "citations_delta", citation: {} }),
      blockStop(2),
    ],
    [blockDelta(7, { type: "input_json_delta", partial_json: "{}" }), blockStop(8), blockDelta(9, {})],
  ];
  expect(await events(messagesAnswer(parts))).toEqual([text("a"), usage, stopped("end_turn")]);
});
