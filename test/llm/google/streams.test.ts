import { describe, expect, test } from "vitest";
import { foldStream } from "../../../src/agent/fold.ts";
import type { ThinkingLevel } from "../../../src/llm/client.ts";
import { wireToolName } from "../../../src/llm/tool-names.ts";
import type { AssistantContent } from "../../../src/wire/messages.ts";
import type { StreamEvent } from "../../../src/wire/stream.ts";
import { sse } from "../../loopback/chunks.ts";
import {
  COUNTS,
  called,
  finished,
  generateChunk,
  parts,
  said,
  spoken,
  thought,
} from "../../loopback/generate-chunks.ts";
import { CLOSE, type Reply, type Step } from "../../loopback/provider-server.ts";
import { ask, assistant, user } from "../ask.ts";
import { openClient, withServer } from "./open-client.ts";

const counts = {
  type: "usage",
  input_tokens: 10,
  output_tokens: 5,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  cost_usd: null,
} as const;
const text = (piece: string, index = 0): StreamEvent => ({ type: "text_delta", delta: piece, index });
const thinking = (piece: string, index = 0): StreamEvent => ({ type: "thinking_delta", delta: piece, index });
const stopped = (stop_reason: "end_turn" | "max_tokens" | "refusal" | "tool_use"): StreamEvent => ({
  type: "stop",
  stop_reason,
});
const ended = [counts, stopped("end_turn")];
/** The three events of a call. */
const callEvents = (id: string, name: string, args: object, index: number) => ({
  opened: [
    { type: "tool_call_start", tool_call_id: id, name, index },
    { type: "tool_call_args_delta", tool_call_id: id, delta: JSON.stringify(args) },
  ] as StreamEvent[],
  closed: [{ type: "tool_call_end", tool_call_id: id, arguments: args }] as StreamEvent[],
});

/** What a strict client makes of an answer; where it has final blocks they say what the deltas say. */
async function heard(reply: Reply, level: ThinkingLevel = "off", offered: string[] = ["ls", "read"]) {
  let seen: { events: StreamEvent[]; content?: AssistantContent[] | undefined } = { events: [] };
  await withServer({}, async (server) => {
    server.reply(reply);
    const tools = offered.map((name) => ({ name, description: "Does.", parameters: {} }));
    const asked = await ask(openClient(server), { messages: [user("hi")], thinking: level, tools });
    expect(asked.error).toBeUndefined();
    const content = asked.end?.content;
    const folded = asked.events.reduce(foldStream, assistant([])).content;
    if (content !== undefined)
      for (const [at, block] of content.entries()) expect(bare(block)).toEqual(folded[at] ?? bare(HIDDEN));
    seen = { events: asked.events, content };
  });
  return seen;
}

const HIDDEN: AssistantContent = { type: "thinking", thinking: "", redacted: true };

function bare(block: AssistantContent): AssistantContent {
  const {
    signature: _,
    provider_data: __,
    ...rest
  } = block as AssistantContent & {
    signature?: string;
    provider_data?: unknown;
  };
  return rest as AssistantContent;
}

const events = async (reply: Reply, level?: ThinkingLevel) => (await heard(reply, level)).events;

test("a plain answer is its deltas, the usage and the stop", async () => {
  expect(await events(spoken("Hel", "lo"))).toEqual([text("Hel"), text("lo"), ...ended]);
});

describe("framing of the stream makes no difference", () => {
  const pieces = spoken("Grüße 🙂", "!");
  const whole = pieces.join("");
  const crlf = whole.replaceAll("\n", "\r\n");
  const noise = [": keep alive\n\n", ":\n\n", "event: ping\n\n", "retry: 3000\n\n", "id: 7\n\n"];
  const blank = [
    "data: : X\n\n",
    "data:\n\n",
    "data: null\n\n",
    "data: 7\n\n",
    "data: {}\n\n",
    "data: []\n\n",
  ];
  test.each<[string, Step[]]>([
    ["one piece", [whole]],
    ["one byte at a time", [...Buffer.from(whole)].map((byte) => Uint8Array.of(byte))],
    ["CRLF", [crlf]],
    ["cut between CR and LF", crlf.split(/(?<=\r)/)],
    ["a byte order mark", [`\ufeff${whole}`]],
    ["no space after the colon", [whole.replaceAll("data: ", "data:")]],
    ["comments, pings and other fields", pieces.flatMap((piece, at) => [noise[at % 5] ?? "", piece])],
    ["data that is no chunk", blank.concat(pieces)],
    ["an event with two data lines", [whole.replaceAll('"candidates"', '\ndata: "candidates"')]],
    ["a [DONE] that some gateways add", [...pieces, "data: [DONE]\n\n"]],
    ["no blank line at the end", [whole.trimEnd()]],
  ])("%s", async (_, body) => {
    expect(await events(body)).toEqual([text("Grüße 🙂"), text("!"), ...ended]);
  });
});

describe("a server that does not stream is understood too", () => {
  const answer = {
    candidates: [{ content: { parts: [{ text: "hé" }], role: "model" }, finishReason: "STOP" }],
    usageMetadata: COUNTS,
  };
  test("with one object", async () => {
    expect(await events([JSON.stringify(answer)])).toEqual([text("hé"), ...ended]);
  });

  test("with an array of all its chunks", async () => {
    const first = { candidates: [{ content: { parts: [{ text: "a" }] } }] };
    const json = JSON.stringify([first, answer], null, 2);
    expect(await events([json.slice(0, 40), json.slice(40)])).toEqual([text("a"), text("hé"), ...ended]);
  });
});

describe("any JSON is a chunk", () => {
  test.each<[string, Step]>([
    ["no candidates", generateChunk({ candidates: [] })],
    ["null", generateChunk({ candidates: null, usageMetadata: null, promptFeedback: null })],
    ["no content", generateChunk({ candidates: [{}] })],
    ["parts that are none", generateChunk({ candidates: [{ content: { parts: [null, 7, "x", []] } }] })],
    ["texts that are none", parts([{ text: 7 }, { text: "" }, { text: "", thought: true }, {}])],
    ["calls that are none", parts([{ functionCall: null }, { functionCall: "x" }, { functionCall: {} }])],
    ["parts nobody asked for", parts([{ executableCode: { code: "1" } }, { inlineData: { data: "AAAA" } }])],
    ["a reason that is none", generateChunk({ candidates: [{ finishReason: "FINISH_REASON_UNSPECIFIED" }] })],
    ["a reason of another type", generateChunk({ candidates: [{ finishReason: 1 }] })],
    ["feedback without a block", generateChunk({ promptFeedback: { safetyRatings: [] } })],
  ])("%s", async (_, chunk) => {
    expect(await events([chunk, said("a"), chunk, finished()])).toEqual([text("a"), ...ended]);
  });
});

describe("calls", () => {
  const path = { path: "é🙂", deep: [{ a: null }] };

  test("come whole, each with an id of its own, in their places", async () => {
    const a = callEvents("call_1", "ls", {}, 1);
    const b = callEvents("call_2", "read", path, 2);
    expect(await events([said("a"), called("ls"), called("read", path), finished()])).toEqual([
      text("a"),
      ...a.opened,
      ...b.opened,
      ...a.closed,
      ...b.closed,
      counts,
      stopped("tool_use"),
    ]);
    const together = parts([
      { functionCall: { name: "ls", args: {} } },
      { functionCall: { name: "read", args: path } },
    ]);
    expect((await events([said("a"), together, finished()])).slice(1, 7)).toEqual([
      ...a.opened,
      ...b.opened,
      ...a.closed,
      ...b.closed,
    ]);
  });

  test("keep the id the provider gave, once", async () => {
    const call = (id: unknown) => parts([{ functionCall: { id, name: "ls", args: {} } }]);
    const odd = "x|:".repeat(40);
    const { events: seen, content } = await heard([
      call("a"),
      call("a"),
      call(""),
      call(null),
      call(odd),
      finished(),
    ]);
    expect(seen.flatMap((event) => (event.type === "tool_call_start" ? [event.tool_call_id] : []))).toEqual([
      "a",
      "call_2",
      "call_3",
      "call_4",
      odd,
    ]);
    expect(content?.map((block) => (block.type === "tool_call" ? block.provider_data : "?"))).toEqual([
      { id: "a" },
      { id: "a" },
      undefined,
      undefined,
      { id: odd },
    ]);
  });

  test("without arguments have none", async () => {
    const bareCall = (more: object) => parts([{ functionCall: { name: "ls", ...more } }]);
    const seen = await events([bareCall({}), bareCall({ args: null }), bareCall({ args: " " }), finished()]);
    expect(seen.filter(({ type }) => type === "tool_call_end")).toEqual(
      ["call_1", "call_2", "call_3"].map((id) => ({
        type: "tool_call_end",
        tool_call_id: id,
        arguments: {},
      })),
    );
  });

  test("whose arguments are no object keep them as text", async () => {
    const { content } = await heard([
      called("ls", [1], { thoughtSignature: "c2ln" }),
      called("ls", '{"path"'),
      called("ls", '{"path":"x"}'),
      finished(),
    ]);
    const call = (n: number, args: object, more: object) => ({
      type: "tool_call",
      tool_call_id: `call_${n}`,
      name: "ls",
      arguments: args,
      ...more,
    });
    expect(content).toEqual([
      call(1, {}, { arguments_text: "[1]", provider_data: { thought_signature: "c2ln" } }),
      call(2, {}, { arguments_text: '{"path"' }),
      call(3, { path: "x" }, {}),
    ]);
  });

  test("are of the tool that was offered, whatever its name on the wire", async () => {
    const reply = [called(wireToolName("a tool!")), called("default_api:ls"), called("nothing"), finished()];
    const { events: seen } = await heard(reply, "off", ["ls", "a tool!"]);
    expect(seen.flatMap((event) => (event.type === "tool_call_start" ? [event.name] : []))).toEqual([
      "a tool!",
      "ls",
      "nothing",
    ]);
  });

  test("come after all the text that came before them", async () => {
    expect((await events([said("<th"), called("ls"), finished()])).slice(0, 2)).toEqual([
      text("<th"),
      { type: "tool_call_start", tool_call_id: "call_1", name: "ls", index: 1 },
    ]);
  });

  test("of a tool that is not there are calls too", async () => {
    const more = { finishReason: "UNEXPECTED_TOOL_CALL", finishMessage: "undeclared function: rm" };
    const call = callEvents("call_1", "rm", {}, 0);
    expect(await events([parts([{ functionCall: { name: "rm", args: {} } }], more)])).toEqual([
      ...call.opened,
      ...call.closed,
      stopped("tool_use"),
    ]);
  });

  test("that the spent limit came after are not asked for as a turn of tools", async () => {
    const call = callEvents("call_1", "ls", {}, 0);
    expect(await events([called("ls"), finished("MAX_TOKENS")])).toEqual([
      ...call.opened,
      ...call.closed,
      counts,
      stopped("max_tokens"),
    ]);
  });
});

describe("thinking", () => {
  test("comes in the block before the text, and not at all when it is off", async () => {
    const body = [thought("a"), thought("b"), said("c"), finished()];
    expect(await events(body, "low")).toEqual([thinking("a"), thinking("b"), text("c", 1), ...ended]);
    expect(await events(body)).toEqual([text("c"), ...ended]);
  });

  test("that returns after text is a block of its own", async () => {
    const body = [thought("a"), said("b"), thought("c"), said("d"), finished()];
    expect((await events(body, "high")).slice(0, 4)).toEqual([
      thinking("a"),
      text("b", 1),
      thinking("c", 2),
      text("d", 3),
    ]);
  });

  test("without an answer is an answer", async () => {
    expect(await events([thought("hm"), finished()], "low")).toEqual([thinking("hm"), ...ended]);
    expect(await events([thought("hm"), finished()])).toEqual(ended);
  });

  test.each<[string, Step[], StreamEvent[]]>([
    [
      "in a tag is told apart",
      [said("<th"), said("ink>a</thi"), said("nk>b")],
      [thinking("a"), text("b", 1)],
    ],
    [
      "in a tag only repeats thoughts",
      [thought("a"), said("<think>a</think>b")],
      [thinking("a"), text("b", 1)],
    ],
    ["that is never closed is not lost", [said("<think>a")], [thinking("a")]],
    ["that is only begun is text", [said("a"), said("<th")], [text("a"), text("<th")]],
    ["in the middle of text is text", [said("use <think>x</think>")], [text("use <think>x</think>")]],
  ])("%s", async (_, body, told) => {
    expect(await events([...body, finished()], "low")).toEqual([...told, ...ended]);
  });
});

describe("signatures are kept", () => {
  const signature = { thoughtSignature: "c2ln" };
  const hidden = { ...HIDDEN, signature: "c2ln" };
  const textBlock = (piece: string) => ({ type: "text", text: piece });
  const callBlock = (id: string, more: object = {}) => ({
    type: "tool_call",
    tool_call_id: id,
    name: "ls",
    arguments: {},
    ...more,
  });
  const kept = { provider_data: { thought_signature: "c2ln" } };

  test("on the call they came on", async () => {
    const { content } = await heard([called("ls", {}, signature), called("ls"), finished()]);
    expect(content).toEqual([callBlock("call_1", kept), callBlock("call_2")]);
  });

  test("behind the text they came on, also when they came after it", async () => {
    for (const body of [
      [said("a"), said("b", signature)],
      [said("a"), said("b"), said("", signature)],
      [said("a", signature), said("b")],
    ]) {
      const { content, events: seen } = await heard([...body, finished()]);
      expect(seen).toEqual([text("a"), text("b"), ...ended]);
      expect(content).toEqual([textBlock("ab"), hidden]);
    }
  });

  test("and what follows has its place after them", async () => {
    const { content, events: seen } = await heard([said("a", signature), called("ls"), finished()]);
    expect(seen[1]).toMatchObject({ type: "tool_call_start", index: 2 });
    expect(content).toEqual([textBlock("a"), hidden, callBlock("call_1")]);
  });

  test("on the call before them, when they came alone; its own is not replaced", async () => {
    const alone = said("", signature);
    expect((await heard([called("ls"), alone, finished()])).content).toEqual([callBlock("call_1", kept)]);
    const other = called("ls", {}, { thoughtSignature: "b3du" });
    expect((await heard([other, alone, finished()])).content).toEqual([
      callBlock("call_1", { provider_data: { thought_signature: "b3du" } }),
    ]);
  });

  test("on thinking, shown or hidden", async () => {
    const body = [thought("a"), thought("b", signature), thought("c"), said("d"), finished()];
    expect((await heard(body, "low")).content).toEqual([
      { type: "thinking", thinking: "ab", signature: "c2ln" },
      { type: "thinking", thinking: "c" },
      textBlock("d"),
    ]);
    const off = await heard(body);
    expect(off.events).toEqual([text("d", 1), ...ended]);
    expect(off.content).toEqual([{ ...hidden, provider_data: { thought: "b" } }, textBlock("d")]);
  });

  test("and go back where they came from in the next request", async () => {
    await withServer({ ownSignature: /^c2ln$/ }, async (server) => {
      server.reply(
        [thought("a"), said("b", signature), called("ls", {}, signature), finished()],
        spoken("done"),
      );
      const client = openClient(server, { modelId: "gemini-3-pro-preview" });
      const tools = [{ name: "ls", description: "Lists.", parameters: {} }];
      const { end } = await ask(client, { messages: [user("hi")], tools, thinking: "low" });
      const turn = assistant(end?.content ?? [], { provider: client.provider, model: client.model });
      expect((await ask(client, { messages: [user("hi"), turn], tools })).error).toBeUndefined();
      expect(server.requests[1]?.json.contents[1].parts).toEqual([
        { text: "b", ...signature },
        { functionCall: { name: "ls", args: {} }, ...signature },
      ]);
    });
  });

  test("but an answer without any has no more than its deltas", async () => {
    expect((await heard(spoken("a"))).content).toBeUndefined();
    expect((await heard([said("", signature), said("a"), finished()])).content).toBeUndefined();
  });
});

describe("the end of an answer", () => {
  test("nothing but a reason to stop is an empty answer", async () => {
    expect(await events([finished("STOP")])).toEqual(ended);
  });

  test("the [DONE] of a gateway ends an answer without a reason", async () => {
    expect(await events([said("a"), "data: [DONE]\n\n"])).toEqual([text("a"), stopped("end_turn")]);
  });

  test("an unknown reason ends the turn", async () => {
    expect(await events([said("a"), finished("EOS")])).toEqual([text("a"), ...ended]);
    expect(await events([said("a"), finished("OTHER")])).toEqual([text("a"), ...ended]);
  });

  test("a spent limit is max_tokens", async () => {
    expect(await events([said("a"), finished("MAX_TOKENS")])).toEqual([
      text("a"),
      counts,
      stopped("max_tokens"),
    ]);
  });

  test.each(["SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY"])(
    "%s is a refusal that can be read",
    async (reason) => {
      expect(await events([finished(reason)])).toEqual([
        text(`(The provider stopped this answer: ${reason}.)`),
        counts,
        stopped("refusal"),
      ]);
      expect(await events([said("Well"), finished(reason)])).toEqual([
        text("Well"),
        counts,
        stopped("refusal"),
      ]);
    },
  );

  test("whatever else stopped an empty answer can be read too", async () => {
    expect((await events([finished("OTHER")])).slice(0, 1)).toEqual([
      text("(The provider stopped this answer: OTHER.)"),
    ]);
    expect((await events([thought("hm"), finished("SAFETY")], "low")).slice(0, 2)).toEqual([
      thinking("hm"),
      text("(The provider stopped this answer: SAFETY.)", 1),
    ]);
  });

  test("a blocked prompt is a refusal that can be read, without a candidate", async () => {
    const blocked = (feedback: object) => generateChunk({ promptFeedback: feedback, usageMetadata: COUNTS });
    expect(await events([blocked({ blockReason: "PROHIBITED_CONTENT" })])).toEqual([
      text("(The provider blocked this prompt: PROHIBITED_CONTENT.)"),
      counts,
      stopped("refusal"),
    ]);
    const whole = JSON.stringify({ promptFeedback: { blockReason: "SAFETY" } });
    expect((await events([whole])).at(-1)).toEqual(stopped("refusal"));
    const more = { blockReason: "OTHER", blockReasonMessage: "Not today." };
    expect((await events([blocked(more)]))[0]).toEqual(
      text("(The provider blocked this prompt: OTHER: Not today.)"),
    );
  });

  test("what breaks after the reason to stop costs nothing", async () => {
    expect(await events([said("a"), finished(), CLOSE])).toEqual([text("a"), ...ended]);
  });

  test("text after a reason to stop is still text: some models give the reason in every chunk", async () => {
    const stop = { finishReason: "STOP" };
    expect(await events([parts([{ text: "a" }], stop), parts([{ text: "b" }], stop)])).toEqual([
      text("a"),
      text("b"),
      stopped("end_turn"),
    ]);
  });
});

describe("usage is counted once", () => {
  const usages = async (...given: unknown[]) =>
    (
      await events([...given.map((usageMetadata) => generateChunk({ usageMetadata })), said("a"), finished()])
    ).filter(({ type }) => type === "usage");
  const last = (usageMetadata: unknown) => [
    said("a"),
    sse({ candidates: [{ finishReason: "STOP" }], usageMetadata }),
  ];

  test("the last value wins", async () => {
    expect(await usages({ promptTokenCount: 10 }, { promptTokenCount: 99, candidatesTokenCount: 1 })).toEqual(
      [counts],
    );
  });

  test("tokens from a cache are counted apart, thinking is output, and nonsense is zero", async () => {
    const all = {
      promptTokenCount: 100,
      cachedContentTokenCount: 80,
      candidatesTokenCount: 30,
      thoughtsTokenCount: 20,
      toolUsePromptTokenCount: 7,
      totalTokenCount: 157,
    };
    expect((await events(last(all)))[1]).toEqual({
      ...counts,
      input_tokens: 27,
      output_tokens: 50,
      cache_read_tokens: 80,
      reasoning_tokens: 20,
    });
    const odd = { promptTokenCount: "many", candidatesTokenCount: -1, thoughtsTokenCount: null };
    expect((await events(last(odd)))[1]).toEqual({ ...counts, input_tokens: 0, output_tokens: 0 });
  });

  test("none is none", async () => {
    expect(await events(last(undefined))).toEqual([text("a"), stopped("end_turn")]);
  });
});
