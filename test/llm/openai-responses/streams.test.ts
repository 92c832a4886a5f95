import { describe, expect, test } from "vitest";
import { foldStream } from "../../../src/agent/fold.ts";
import type { LLMRequest, ModelEnd } from "../../../src/llm/client.ts";
import type { AssistantContent, StopReason, Usage } from "../../../src/wire/messages.ts";
import type { MessageStreamEvent, StreamEvent } from "../../../src/wire/stream.ts";
import { CLOSE, type Reply, type Step } from "../../loopback/provider-server.ts";
import {
  added,
  argumentsDelta,
  callEvents,
  completed,
  created,
  done,
  event,
  functionCall,
  incomplete,
  message,
  messageEvents,
  reasoningEvents,
  reasoningItem,
  responsesAnswer,
  summaryDelta,
  textDelta,
} from "../../loopback/responses-chunks.ts";
import { ask, assistant, user } from "../ask.ts";
import { openResponses, withResponses } from "./open-responses.ts";

const counts: Usage = {
  input_tokens: 10,
  output_tokens: 5,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  cost_usd: null,
};
const counted: StreamEvent = { type: "usage", ...counts };
const text = (delta: string, index = 0): StreamEvent => ({ type: "text_delta", delta, index });
const thinking = (delta: string, index = 0): StreamEvent => ({ type: "thinking_delta", delta, index });
const stopped = (stop_reason: StopReason): StreamEvent => ({ type: "stop", stop_reason });
const started = (id: string, name: string, index = 0): StreamEvent => ({
  type: "tool_call_start",
  tool_call_id: id,
  name,
  index,
});
const args = (id: string, delta: string): StreamEvent => ({
  type: "tool_call_args_delta",
  tool_call_id: id,
  delta,
});
const ended = (id: string, given = {}): StreamEvent => ({
  type: "tool_call_end",
  tool_call_id: id,
  arguments: given,
});
const whole = (id: string, name: string, raw: string, index = 0) => [
  started(id, name, index),
  args(id, raw),
  ended(id, JSON.parse(raw)),
];

/** The events of an answer, and its final content. The deltas fold to the text, thinking and arguments of it. */
async function answerTo(reply: Reply, request: Partial<LLMRequest> = {}) {
  let events: StreamEvent[] = [];
  let end: ModelEnd | undefined;
  await withResponses({}, async (server) => {
    server.reply(reply);
    const asked = await ask(openResponses(server), { messages: [user("hi")], ...request });
    expect(asked.error).toBeUndefined();
    ({ events, end } = asked);
  });
  const folded = (events as MessageStreamEvent[]).reduce(foldStream, assistant([])).content;
  if (end?.content) {
    const bare = end.content.map(
      ({ provider_data: _, ...block }: AssistantContent & { provider_data?: unknown }) => block,
    );
    expect(folded).toEqual(bare.slice(0, folded.length));
    expect(bare.slice(folded.length).every(({ type }) => type === "thinking")).toBe(true);
  }
  return { events, content: end?.content ?? folded };
}

const events = async (reply: Reply, request?: Partial<LLMRequest>) => (await answerTo(reply, request)).events;
const think = { thinking: "medium" } as const;

test("a plain answer is its deltas, the usage and the stop", async () => {
  expect(await events(responsesAnswer("Hel", "lo"))).toEqual([
    text("Hel"),
    text("lo"),
    counted,
    stopped("end_turn"),
  ]);
});

describe("framing of the stream makes no difference", () => {
  const pieces = responsesAnswer("Grüße 🙂", "!");
  const stream = pieces.join("");
  const noise = [": ping\n\n", "event: keepalive\n\n", "retry: 3000\n\n", "data:\n\n", "data: null\n\n"];
  const odd = [
    'data: {"type":"response.new_thing","delta":"x"}\n\n',
    "data: 7\n\n",
    "data: {}\n\n",
    "data: : X\n\n",
  ];
  test.each<[string, Step[]]>([
    ["one piece", [stream]],
    ["one byte at a time", [...Buffer.from(stream)].map((byte) => Uint8Array.of(byte))],
    ["CRLF", [stream.replaceAll("\n", "\r\n")]],
    ["cut between CR and LF", stream.replaceAll("\n", "\r\n").split(/(?<=\r)/)],
    ["a byte order mark", [`\ufeff${stream}`]],
    ["no space after the colon", [stream.replaceAll("data: ", "data:")]],
    ["comments and pings", pieces.flatMap((piece, at) => [noise[at % noise.length] ?? "", piece])],
    ["events that are not known", pieces.flatMap((piece, at) => [odd[at % odd.length] ?? "", piece])],
    ["no event names", [stream.replace(/^event: .*\n/gm, "")]],
    ["types in the event names only", [stream.replaceAll(/"type":"response[^"]*",/g, "")]],
    ["a [DONE]", [stream, "data: [DONE]\n\n"]],
    ["no output index", [stream.replaceAll('"output_index":0,', "")]],
    [
      "another item id in every event",
      [stream.replace(/"item_id":"[^"]*"/g, () => `"item_id":"${Math.random()}"`)],
    ],
  ])("%s", async (_, body) => {
    expect(await events(body)).toEqual([text("Grüße 🙂"), text("!"), counted, stopped("end_turn")]);
  });
});

describe("what no delta told is taken from", () => {
  test.each<[string, Step[]]>([
    [
      "the text that is done",
      [event("response.output_text.done", { output_index: 0, text: "hi" }), completed()],
    ],
    ["the item that is done", [done(0, message("hi")), completed()]],
    ["the response", [completed([message("hi")])]],
    [
      "a response that did not stream",
      [
        JSON.stringify({
          object: "response",
          output: [message("hi")],
          usage: { input_tokens: 10, output_tokens: 5 },
        }),
      ],
    ],
    [
      "such a one that was complete",
      [
        JSON.stringify({
          object: "response",
          status: "completed",
          output: [message("hi")],
          usage: { input_tokens: 10, output_tokens: 5 },
        }),
      ],
    ],
  ])("%s", async (_, body) => {
    expect(await events(body)).toEqual([text("hi"), counted, stopped("end_turn")]);
  });

  test("the rest, where some came", async () => {
    expect(
      await events([textDelta(0, "h"), done(0, message("hi")), completed([message("hi, or not")])]),
    ).toEqual([text("h"), text("i"), text(", or not"), counted, stopped("end_turn")]);
  });

  test("nothing, where the deltas told otherwise", async () => {
    expect(await events([textDelta(0, "h"), done(0, message("oh")), completed()])).toEqual([
      text("h"),
      counted,
      stopped("end_turn"),
    ]);
  });

  test("calls", async () => {
    const call = functionCall("a", "ls", '{"path":"."}');
    const told = [...whole("a", "ls", '{"path":"."}'), counted, stopped("tool_use")];
    expect(await events([done(0, call), completed([call])])).toEqual(told);
    expect(await events([completed([call])])).toEqual(told);
  });

  test("reasoning", async () => {
    const item = reasoningItem("E", "a", "b");
    const told = [thinking("a\n\nb"), counted, stopped("end_turn")];
    expect(await events([done(0, item), completed([item])], think)).toEqual(told);
    expect(await events([completed([item])], think)).toEqual(told);
  });
});

describe("tool calls", () => {
  test("stream: start, deltas, end", async () => {
    expect(await events([created(), ...callEvents(0, "a", "read", '{"path"', ':"1"}'), completed()])).toEqual(
      [
        started("a", "read"),
        args("a", '{"path"'),
        args("a", ':"1"}'),
        ended("a", { path: "1" }),
        counted,
        stopped("tool_use"),
      ],
    );
  });

  test("that come whole when they begin, and once more in deltas, are told once", async () => {
    const call = functionCall("a", "ls", '{"path":"."}');
    const body = [
      added(0, call),
      argumentsDelta(0, call.arguments as string),
      done(0, call),
      completed([call]),
    ];
    const told = [...whole("a", "ls", '{"path":"."}'), counted, stopped("tool_use")];
    expect(await events(body)).toEqual(told);
    expect(await events([added(0, call), done(0, call), completed()])).toEqual(told);
  });

  test("are kept apart, also when they interleave", async () => {
    const body = [
      added(0, { ...functionCall("a", "read", ""), status: "in_progress" }),
      added(1, { ...functionCall("b", "read", ""), status: "in_progress" }),
      argumentsDelta(1, '{"path":'),
      argumentsDelta(0, '{"path":"1"}'),
      argumentsDelta(1, '"2"}'),
      done(0, functionCall("a", "read", '{"path":"1"}')),
      done(1, functionCall("b", "read", '{"path":"2"}')),
      completed(),
    ];
    expect(await events(body)).toEqual([
      started("a", "read"),
      started("b", "read", 1),
      args("b", '{"path":'),
      args("a", '{"path":"1"}'),
      args("b", '"2"}'),
      ended("a", { path: "1" }),
      ended("b", { path: "2" }),
      counted,
      stopped("tool_use"),
    ]);
  });

  test.each<[string, string[]]>([
    ["an empty text", [done(0, functionCall("a", "ls", ""))]],
    ["blank text", [done(0, functionCall("a", "ls", "  "))]],
    ["nothing", [done(0, { type: "function_call", call_id: "a", name: "ls" })]],
  ])("whose arguments are %s have none", async (_, body) => {
    const told = await events([...body, completed()]);
    expect(told.filter(({ type }) => type !== "tool_call_args_delta")).toEqual([
      started("a", "ls"),
      ended("a"),
      counted,
      stopped("tool_use"),
    ]);
  });

  test("may be named after their first arguments", async () => {
    const body = [
      argumentsDelta(0, '{"pa'),
      argumentsDelta(0, 'th":"1"}'),
      done(0, functionCall("a", "read", '{"path":"1"}')),
    ];
    expect(await events([...body, completed()])).toEqual([
      ...whole("a", "read", '{"path":"1"}'),
      counted,
      stopped("tool_use"),
    ]);
  });

  test("that are done say no more", async () => {
    const body = [done(0, functionCall("a", "ls", "{}")), argumentsDelta(0, "}"), completed()];
    expect(await events(body)).toEqual([...whole("a", "ls", "{}"), counted, stopped("tool_use")]);
  });

  test("that are never named are told at the end", async () => {
    expect(await events([argumentsDelta(0, "{}"), completed()])).toEqual([
      ...whole("call_1", "", "{}"),
      counted,
      stopped("tool_use"),
    ]);
  });

  test.each([
    [
      ["", ""],
      ["call_1", "call_2"],
    ],
    [
      ["x", "x"],
      ["x", "call_2"],
    ],
    [
      ["call_2", ""],
      ["call_2", "call_3"],
    ],
    [[`a|b:${"c".repeat(100)}`], [`a|b:${"c".repeat(100)}`]],
  ])("have ids that are unique: %j", async (given, ids) => {
    const items = given.map((id) => functionCall(id, "ls", "{}"));
    const told = await events([...items.map((item, at) => done(at, item)), completed()]);
    expect(told.flatMap((one) => (one.type === "tool_call_start" ? [one.tool_call_id] : []))).toEqual(ids);
  });

  test("bear the tool's own name, not the one the API takes", async () => {
    const tools = [{ name: "files.list", description: "", parameters: {} }];
    await withResponses({}, async (server) => {
      server.reply((request) => [done(0, functionCall("a", request.json.tools[0].name, "{}")), completed()]);
      const asked = await ask(openResponses(server), { messages: [user("hi")], tools });
      expect(asked.events[0]).toEqual(started("a", "files.list"));
    });
  });

  test("after text have the next place", async () => {
    const body = [...messageEvents(0, "a"), ...callEvents(1, "c", "ls", "{}"), completed()];
    expect(await events(body)).toEqual([
      text("a"),
      ...whole("c", "ls", "{}", 1),
      counted,
      stopped("tool_use"),
    ]);
  });
});

describe("the end of an answer", () => {
  const half = '{"path":"a.txt","content":"line1\\nli';

  test("for a spent limit is max_tokens, and a half call has no arguments", async () => {
    const cut = [text("a"), counted, stopped("max_tokens")];
    expect(await events([textDelta(0, "a"), incomplete("max_output_tokens")])).toEqual(cut);
    const misnamed = incomplete("max_output_tokens").replaceAll("response.incomplete", "response.completed");
    expect(await events([textDelta(0, "a"), misnamed])).toEqual(cut);
    const { events: told, content } = await answerTo([
      added(0, reasoningItem("E")),
      done(0, reasoningItem("E")),
      added(1, functionCall("c", "write", "")),
      argumentsDelta(1, half),
      done(1, { ...functionCall("c", "write", half), status: "incomplete" }),
      incomplete("max_output_tokens"),
    ]);
    expect(told).toEqual([
      started("c", "write", 1),
      args("c", half),
      ended("c"),
      counted,
      stopped("max_tokens"),
    ]);
    expect(content[1]).toEqual({
      type: "tool_call",
      tool_call_id: "c",
      name: "write",
      arguments: {},
      arguments_text: half,
    });
  });

  test("for a reason nobody knows runs no call either", async () => {
    const told = await events([done(0, functionCall("c", "ls", "{}")), incomplete("mood")]);
    expect(told.at(-1)).toEqual(stopped("max_tokens"));
  });

  test("by a filter is a refusal that can be read", async () => {
    expect(await events([incomplete("content_filter")])).toEqual([
      text("(The provider's content filter stopped this answer.)"),
      counted,
      stopped("refusal"),
    ]);
    expect(await events([textDelta(0, "Well"), incomplete("content_filter")])).toEqual([
      text("Well"),
      counted,
      stopped("refusal"),
    ]);
  });

  const refusal = message("", { content: [{ type: "refusal", refusal: "no" }] });
  test.each<[string, string[]]>([
    [
      "in deltas",
      [
        event("response.refusal.delta", { output_index: 0, delta: "no" }),
        event("response.refusal.done", { output_index: 0, refusal: "no" }),
        done(0, refusal),
      ],
    ],
    ["when it is done", [event("response.refusal.done", { output_index: 0, refusal: "no" })]],
    ["in its item", [done(0, refusal)]],
  ])("that the model refuses is text, told %s", async (_, body) => {
    expect(await events([...body, completed()])).toEqual([text("no"), counted, stopped("refusal")]);
  });

  test("may come with nothing at all", async () => {
    expect(await events([created(), completed()])).toEqual([counted, stopped("end_turn")]);
  });

  test("is not waited for once it came, and what breaks after it costs nothing", async () => {
    expect(await events([textDelta(0, "a"), completed(), CLOSE])).toEqual([
      text("a"),
      counted,
      stopped("end_turn"),
    ]);
  });

  test("is [DONE] where the server says no more", async () => {
    expect(await events([textDelta(0, "a"), "data: [DONE]\n\n"])).toEqual([text("a"), stopped("end_turn")]);
  });
});

test("tokens are counted once: those of a cache apart, reasoning among the output, nonsense as none", async () => {
  const usage = async (given: object | null) =>
    (await events([textDelta(0, "a"), completed([], given as never)])).filter(({ type }) => type === "usage");
  expect(
    await usage({
      input_tokens: 100,
      output_tokens: 50,
      input_tokens_details: { cached_tokens: 70, cache_write_tokens: 10 },
      output_tokens_details: { reasoning_tokens: 20 },
    }),
  ).toEqual([
    {
      ...counted,
      input_tokens: 20,
      output_tokens: 50,
      cache_read_tokens: 70,
      cache_write_tokens: 10,
      reasoning_tokens: 20,
    },
  ]);
  expect(await usage({ input_tokens: "many", output_tokens: -1 })).toEqual([
    { ...counted, input_tokens: 0, output_tokens: 0 },
  ]);
  expect(await usage(null)).toEqual([]);
});

describe("reasoning", () => {
  const kept = (summary: string[], encrypted = "E") => ({
    provider_data: reasoningItem(encrypted, ...summary),
  });

  test("is shown, and its item is kept with it", async () => {
    const body = [created(), ...reasoningEvents(0, "E", "h", "m"), ...messageEvents(1, "a"), completed()];
    expect(await answerTo(body, think)).toEqual({
      events: [thinking("h"), thinking("m"), text("a", 1), counted, stopped("end_turn")],
      content: [
        { type: "thinking", thinking: "hm", ...kept(["hm"]) },
        { type: "text", text: "a" },
      ],
    });
  });

  test("without a summary, or when thinking is off, is kept without being shown", async () => {
    const hidden = { type: "thinking", thinking: "", redacted: true };
    const call = { type: "tool_call", tool_call_id: "c", name: "ls", arguments: {} };
    const rest = [...callEvents(1, "c", "ls", "{}"), completed()];
    const told = [...whole("c", "ls", "{}", 1), counted, stopped("tool_use")];
    expect(await answerTo([...reasoningEvents(0, "E"), ...rest], think)).toEqual({
      events: told,
      content: [{ ...hidden, ...kept([]) }, call],
    });
    expect(await answerTo([...reasoningEvents(0, "E", "hm"), ...rest])).toEqual({
      events: told,
      content: [{ ...hidden, ...kept(["hm"]) }, call],
    });
  });

  test("that a server would have to store takes no place when it is not shown", async () => {
    const body = [...reasoningEvents(0, null), ...messageEvents(1, "a"), completed()];
    expect(await answerTo(body, think)).toEqual({
      events: [text("a"), counted, stopped("end_turn")],
      content: [{ type: "text", text: "a" }],
    });
  });

  test("in parts is told in paragraphs", async () => {
    const body = [
      summaryDelta(0, "a"),
      summaryDelta(0, "b"),
      summaryDelta(0, "c", 1),
      done(0, reasoningItem("E", "ab", "c")),
    ];
    expect(await answerTo([...body, completed()], think)).toEqual({
      events: [thinking("a"), thinking("b"), thinking("\n\nc"), counted, stopped("end_turn")],
      content: [{ type: "thinking", thinking: "ab\n\nc", ...kept(["ab", "c"]) }],
    });
  });

  test("that comes as text, with a place of its own for each piece, is one text", async () => {
    const piece = (delta: string, content_index: number) =>
      event("response.reasoning_text.delta", { output_index: 0, item_id: "rs_1", content_index, delta });
    const item = {
      type: "reasoning" as const,
      id: "rs_1",
      summary: [],
      content: [{ type: "reasoning_text", text: "hm" }],
    };
    const body = [piece("h", 0), piece("m", 1), done(0, item), ...messageEvents(1, "a"), completed()];
    expect(await answerTo(body, think)).toEqual({
      events: [thinking("h"), thinking("m"), text("a", 1), counted, stopped("end_turn")],
      content: [
        { type: "thinking", thinking: "hm", provider_data: item },
        { type: "text", text: "a" },
      ],
    });
  });

  test("that comes as text and as a summary is told once", async () => {
    const raw = event("response.reasoning_text.delta", { output_index: 0, delta: "long" });
    expect(await events([summaryDelta(0, "short"), raw, completed()], think)).toEqual([
      thinking("short"),
      counted,
      stopped("end_turn"),
    ]);
  });

  test("is not what tells a remark from the answer, which is kept behind its text", async () => {
    const [first, second] = [
      message("so", { phase: "commentary" }),
      message("yes", { phase: "final_answer" }),
    ];
    const marked = (phase: string) => ({
      type: "thinking",
      thinking: "",
      redacted: true,
      provider_data: { type: "message", phase },
    });
    expect(await answerTo([done(0, first), done(1, second), completed([first, second])])).toEqual({
      events: [text("so"), text("yes", 2), counted, stopped("end_turn")],
      content: [
        { type: "text", text: "so" },
        marked("commentary"),
        { type: "text", text: "yes" },
        marked("final_answer"),
      ],
    });
  });

  test("goes back as it came, before the call it led to", async () => {
    await withResponses({}, async (server) => {
      server.reply(
        [...reasoningEvents(0, "E", "hm"), ...callEvents(1, "c", "ls", "{}"), completed()],
        responsesAnswer("done"),
      );
      const client = openResponses(server);
      const first = await ask(client, { messages: [user("hi")] });
      const turn = assistant(first.end?.content ?? [], { provider: client.provider, model: client.model });
      const result = {
        ...user("x"),
        role: "tool_result" as const,
        tool_call_id: "c",
        tool_name: "ls",
        is_error: false,
      };
      const second = await ask(client, { messages: [user("hi"), turn, result] });
      expect(second.error).toBeUndefined();
      expect(server.requests[1]?.json.input.slice(1)).toEqual([
        { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }], encrypted_content: "E" },
        { type: "function_call", call_id: "c", name: "ls", arguments: "{}" },
        { type: "function_call_output", call_id: "c", output: "x" },
      ]);
    });
  });
});
