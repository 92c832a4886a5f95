import { describe, expect, test } from "vitest";
import type { StreamEvent } from "../../../src/wire/stream.ts";
import {
  answer,
  chunk,
  content,
  DONE,
  delta,
  finish,
  reasoning,
  sse,
  toolCalls,
  usage,
} from "../../loopback/chunks.ts";
import type { Reply, Step } from "../../loopback/provider-server.ts";
import { ask, user } from "../ask.ts";
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
const stopped = (stop_reason: "end_turn" | "max_tokens" | "refusal" | "tool_use"): StreamEvent => ({
  type: "stop",
  stop_reason,
});

async function events(reply: Reply): Promise<StreamEvent[]> {
  let seen: StreamEvent[] = [];
  await withServer({}, async (server) => {
    server.reply(reply);
    const asked = await ask(openClient(server), { messages: [user("hi")] });
    expect(asked.error).toBeUndefined();
    seen = asked.events;
  });
  return seen;
}

test("a plain answer is its deltas, the usage and the stop", async () => {
  expect(await events(answer("Hel", "lo"))).toEqual([text("Hel"), text("lo"), counts, stopped("end_turn")]);
});

describe("framing of the stream makes no difference", () => {
  const pieces = answer("Grüße 🙂", "!");
  const whole = pieces.join("");
  const bytes = Buffer.from(whole);
  const crlf = whole.replaceAll("\n", "\r\n");
  const noise = [": OPENROUTER PROCESSING\n\n", ":\n\n", "event: ping\n\n", "retry: 3000\n\n", "id: 7\n\n"];
  const blank = ["data: : X\n\n", "data:\n\n", "data: null\n\n", "data: 7\n\n", "data: {}\n\n"];
  test.each<[string, Step[]]>([
    ["one piece", [whole]],
    ["one byte at a time", [...bytes].map((byte) => Uint8Array.of(byte))],
    ["CRLF", [crlf]],
    ["cut between CR and LF", crlf.split(/(?<=\r)/)],
    ["CR", [whole.replaceAll("\n", "\r")]],
    ["a byte order mark", [`\ufeff${whole}`]],
    ["no space after the colon", [whole.replaceAll("data: ", "data:")]],
    [
      "comments, pings and other fields",
      pieces.flatMap((piece, at) => [noise[at % noise.length] ?? "", piece]),
    ],
    ["data that is no chunk", pieces.flatMap((piece, at) => [blank[at % blank.length] ?? "", piece])],
    ["an event with two data lines", [whole.replaceAll('"choices"', '\ndata: "choices"')]],
    ["no [DONE]", pieces.slice(0, -1)],
    ["no blank line at the end", [content("Grüße 🙂"), content("!"), usage(), finish().trimEnd()]],
  ])("%s", async (_, body) => {
    expect(await events(body)).toEqual([text("Grüße 🙂"), text("!"), counts, stopped("end_turn")]);
  });

  test("another content type", async () => {
    expect(await events({ headers: { "content-type": "text/plain" }, body: [whole] })).toEqual([
      text("Grüße 🙂"),
      text("!"),
      counts,
      stopped("end_turn"),
    ]);
  });
});

test("a server that does not stream is understood too", async () => {
  const message = {
    role: "assistant",
    content: "hé",
    tool_calls: [{ id: "a", type: "function", function: { name: "ls", arguments: "{}" } }],
  };
  const body = JSON.stringify({
    choices: [{ index: 0, message, finish_reason: "tool_calls" }],
    usage: { prompt_tokens: 10, completion_tokens: 5 },
  });
  const bytes = Buffer.from(` ${body}`);
  const cut = bytes.indexOf("é") + 1;
  expect(await events([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual([
    text("hé"),
    { type: "tool_call_start", tool_call_id: "a", name: "ls", index: 1 },
    { type: "tool_call_args_delta", tool_call_id: "a", delta: "{}" },
    { type: "tool_call_end", tool_call_id: "a", arguments: {} },
    counts,
    stopped("tool_use"),
  ]);
});

describe("the end of an answer", () => {
  test("an empty reason to stop is none, and unknown ones end the turn", async () => {
    const body = ["a", "b", "c", "d", "e"].map((piece) => delta({ content: piece }, ""));
    const said = ["a", "b", "c", "d", "e"].map((piece) => text(piece));
    expect(await events([...body, finish("stop"), DONE])).toEqual([...said, stopped("end_turn")]);
    expect(await events([content("a"), finish("eos")])).toEqual([text("a"), stopped("end_turn")]);
  });

  test("[DONE] alone ends an answer", async () => {
    expect(await events([content("a"), DONE])).toEqual([text("a"), stopped("end_turn")]);
  });

  test("nothing but a reason to stop is an empty answer", async () => {
    expect(await events([finish("stop"), DONE])).toEqual([stopped("end_turn")]);
  });

  test("a spent limit is max_tokens, with a call too, whose arguments are then empty", async () => {
    expect(await events([content("a"), finish("length"), DONE])).toEqual([text("a"), stopped("max_tokens")]);
    const half = '{"path":"a.txt","content":"line1\\nli';
    expect(
      await events([toolCalls({ index: 0, id: "a", name: "write", arguments: half }), finish("length")]),
    ).toEqual([
      { type: "tool_call_start", tool_call_id: "a", name: "write", index: 0 },
      { type: "tool_call_args_delta", tool_call_id: "a", delta: half },
      { type: "tool_call_end", tool_call_id: "a", arguments: {} },
      stopped("max_tokens"),
    ]);
  });

  test("a filtered answer is a refusal that can be read", async () => {
    expect(await events([finish("content_filter"), DONE])).toEqual([
      text("(The provider's content filter stopped this answer.)"),
      stopped("refusal"),
    ]);
    expect(await events([content("Well"), finish("content_filter"), DONE])).toEqual([
      text("Well"),
      stopped("refusal"),
    ]);
  });

  test("a refusal is text", async () => {
    expect(await events([delta({ refusal: "no" }), finish("stop"), DONE])).toEqual([
      text("no"),
      stopped("refusal"),
    ]);
  });

  test("what breaks after the reason to stop costs nothing", async () => {
    const { CLOSE } = await import("../../loopback/provider-server.ts");
    expect(await events([content("a"), finish("stop"), CLOSE])).toEqual([text("a"), stopped("end_turn")]);
  });
});

describe("usage is counted once, the last value wins", () => {
  const numbers = { prompt_tokens: 10, completion_tokens: 5 };
  const tally = { ...numbers, prompt_tokens: 10, completion_tokens: 1 };
  test.each<[string, Step[]]>([
    ["in a chunk without choices", [content("a"), finish(), usage(numbers), DONE]],
    [
      "in a chunk with choices null",
      [content("a"), finish(), chunk({ choices: null, usage: numbers }), DONE],
    ],
    ["in a chunk without the key", [content("a"), finish(), sse({ usage: numbers }), DONE]],
    ["in the finish chunk", [content("a"), finish("stop", { usage: numbers }), DONE]],
    [
      "in every chunk",
      [
        chunk({ choices: [{ delta: { content: "a" } }], usage: tally }),
        finish("stop", { usage: numbers }),
        DONE,
      ],
    ],
    [
      "followed by null",
      [content("a"), finish("stop", { usage: numbers }), chunk({ choices: [], usage: null }), DONE],
    ],
    [
      "in the choice",
      [content("a"), chunk({ choices: [{ delta: {}, finish_reason: "stop", usage: numbers }] })],
    ],
    ["in Groq's own field", [content("a"), finish("stop", { x_groq: { usage: numbers } }), DONE]],
  ])("%s", async (_, body) => {
    expect(await events(body)).toEqual([text("a"), counts, stopped("end_turn")]);
  });

  test("tokens from a cache are counted apart, and nonsense is zero", async () => {
    const detailed = {
      prompt_tokens: 100,
      completion_tokens: 50,
      prompt_tokens_details: { cached_tokens: 80 },
      completion_tokens_details: { reasoning_tokens: 20 },
    };
    const usages = async (given: object) =>
      (await events([content("a"), finish("stop", { usage: given }), DONE])).filter(
        ({ type }) => type === "usage",
      );
    expect(await usages(detailed)).toEqual([
      { ...counts, input_tokens: 20, output_tokens: 50, cache_read_tokens: 80, reasoning_tokens: 20 },
    ]);
    expect(await usages({ prompt_tokens: 100, completion_tokens: 5, prompt_cache_hit_tokens: 90 })).toEqual([
      { ...counts, cache_read_tokens: 90 },
    ]);
    expect(await usages({ prompt_tokens: "many", completion_tokens: -1 })).toEqual([
      { ...counts, input_tokens: 0, output_tokens: 0 },
    ]);
  });

  test("none is none", async () => {
    expect(await events([content("a"), finish(), DONE])).toEqual([text("a"), stopped("end_turn")]);
  });
});

describe("thinking", () => {
  const thinking = (piece: string, index = 0): StreamEvent => ({
    type: "thinking_delta",
    delta: piece,
    index,
  });

  async function thought(reply: Reply, level: "off" | "medium" = "medium") {
    let seen: StreamEvent[] = [];
    await withServer({}, async (server) => {
      server.reply(reply);
      const asked = await ask(openClient(server), { messages: [user("hi")], thinking: level });
      expect(asked.error).toBeUndefined();
      seen = asked.events.slice(0, -1);
    });
    return seen;
  }

  test.each<[string, Step[]]>([
    ["reasoning_content", [reasoning("a"), content("b")]],
    ["reasoning", [delta({ reasoning: "a" }), content("b")]],
    ["both names at once", [delta({ reasoning: "a", reasoning_content: "a" }), content("b")]],
    ["a tag", [content("<th"), content("ink>a</thi"), content("nk>b")]],
    [
      "a part",
      [delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "a" }] }] }), content("b")],
    ],
    ["reasoning and the same in a tag", [reasoning("a"), content("<think>a"), content("</think>b")]],
    ["both at once", [delta({ reasoning_content: "a", content: "<think>a" }), content("</think>b")]],
  ])("comes as %s, in the block before the text", async (_, body) => {
    expect(await thought([...body, finish(), DONE])).toEqual([thinking("a"), text("b", 1)]);
    expect(await thought([...body, finish(), DONE], "off")).toEqual([text("b")]);
  });

  test("in a tag that says something else than the reasoning is kept", async () => {
    expect(await thought([reasoning("a"), content("<think>c</think>b"), finish(), DONE])).toEqual([
      thinking("a"),
      thinking("c"),
      text("b", 1),
    ]);
  });

  test("that is only begun when a call comes is text before it", async () => {
    await withServer({}, async (server) => {
      const call = toolCalls({ index: 0, id: "a", name: "ls", arguments: "{}" });
      server.reply([content("<th"), call, finish(), DONE]);
      const tools = [{ name: "ls", description: "Lists.", parameters: {} }];
      const asked = await ask(openClient(server), { messages: [user("hi")], tools });
      expect(asked.events.slice(0, 2)).toEqual([
        text("<th"),
        { type: "tool_call_start", tool_call_id: "a", name: "ls", index: 1 },
      ]);
    });
  });

  test("that is never closed is not lost", async () => {
    expect(await thought([content("<think>a"), finish(), DONE])).toEqual([thinking("a")]);
    expect(await thought([content("<think>a"), content("</th"), finish(), DONE])).toEqual([
      thinking("a"),
      thinking("</th"),
    ]);
  });

  test("that returns after text is a block of its own", async () => {
    const body = [reasoning("a"), content("b"), reasoning("c"), content("d"), finish(), DONE];
    expect(await thought(body)).toEqual([thinking("a"), text("b", 1), thinking("c", 2), text("d", 3)]);
  });

  test("without an answer is an answer", async () => {
    expect(await thought([reasoning("hm"), content(""), finish(), DONE])).toEqual([thinking("hm")]);
    expect(await thought([reasoning("hm"), content(null), finish(), DONE], "off")).toEqual([]);
  });

  test("that a template opens is told apart where that is configured", async () => {
    await withServer({}, async (server) => {
      server.reply([content("a</think>b"), finish(), DONE], [content("a</think>b"), finish(), DONE]);
      const prompt = { messages: [user("hi")], thinking: "low" as const };
      const set = await ask(openClient(server, { quirks: { opensThinking: true } }), prompt);
      expect(set.events.slice(0, -1)).toEqual([thinking("a"), text("b", 1)]);
      expect((await ask(openClient(server), prompt)).events.slice(0, -1)).toEqual([text("a</think>b")]);
    });
  });

  test("that must go back is kept without being shown", async () => {
    await withServer({}, async (server) => {
      const half = '{"x';
      const calls = [
        toolCalls(
          { index: 0, id: "a", name: "ls", arguments: "{}" },
          { index: 1, id: "b", name: "ls", arguments: half },
          { index: 2, id: "c", name: "ls", arguments: "" },
        ),
      ];
      server.reply([reasoning("a"), reasoning("b"), content("c"), ...calls, finish("tool_calls"), DONE]);
      const client = openClient(server, { quirks: { echoThinking: "reasoning_content" } });
      const { events, end } = await ask(client, { messages: [user("hi")] });
      expect(events[0]).toEqual(text("c", 1));
      expect(end?.content).toEqual([
        { type: "thinking", thinking: "", redacted: true, provider_data: "ab" },
        { type: "text", text: "c" },
        { type: "tool_call", tool_call_id: "a", name: "ls", arguments: {} },
        { type: "tool_call", tool_call_id: "b", name: "ls", arguments: {}, arguments_text: half },
        { type: "tool_call", tool_call_id: "c", name: "ls", arguments: {} },
      ]);
    });
  });
});
