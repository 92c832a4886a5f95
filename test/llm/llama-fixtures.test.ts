import { describe, expect, test } from "vitest";
import type { ProviderError } from "../../src/errors.ts";
import type { StopReason } from "../../src/wire/messages.ts";
import type { StreamEvent } from "../../src/wire/stream.ts";
import { ask, user } from "./ask.ts";
import { cutAtOddBytes, fetchInPieces, llamaFixture, playback } from "./llama-fixture.ts";
import { hostOf, openClient, withServer } from "./openai-compatible/open-client.ts";

const paris = ["The", " capital", " of", " France", " is", " Paris", "."];
const noTokens = { cache_write_tokens: 0, reasoning_tokens: 0, cost_usd: null };
const usage = (input_tokens: number, output_tokens: number, cache_read_tokens: number): StreamEvent => ({
  type: "usage",
  input_tokens,
  output_tokens,
  cache_read_tokens,
  ...noTokens,
});
const stop = (stop_reason: StopReason): StreamEvent => ({ type: "stop", stop_reason });
const texts = (deltas: string[], index = 0): StreamEvent[] =>
  deltas.map((delta) => ({ type: "text_delta", delta, index }));
const thinking = (deltas: string[]): StreamEvent[] =>
  deltas.map((delta) => ({ type: "thinking_delta", delta, index: 0 }));

/** The events of one call to `read`, without its end. */
function reading(tool_call_id: string, index: number, pieces: string[]): StreamEvent[] {
  return [
    { type: "tool_call_start", tool_call_id, name: "read", index },
    ...pieces.map((delta): StreamEvent => ({ type: "tool_call_args_delta", tool_call_id, delta })),
  ];
}

const ended = (tool_call_id: string, args: { path?: string }): StreamEvent => ({
  type: "tool_call_end",
  tool_call_id,
  arguments: args,
});
const pathTo = (...pieces: string[]) => ["{", '"', "path", '":', ' "', ...pieces, '"}'];

/** What each stream comes to; the ids of its calls are those the server made up. */
const STREAMS: Record<string, (ids: string[]) => StreamEvent[]> = {
  text: () => [...texts(paris), usage(53, 10, 0), stop("end_turn")],
  length: () => [...texts(paris.slice(0, 3)), usage(5, 3, 48), stop("max_tokens")],
  unicode: () => [
    ...texts(["日本", "語", " ", "🙂", " ", "G", "rü", "ße", " ", "𒀀"]),
    usage(15, 17, 40),
    stop("end_turn"),
  ],
  reasoning: () => [
    ...thinking(["The", " ", "us", "er", " ", "a", "sk", "s", " ", "a", "bout"]),
    ...thinking([" the", " capital", " of", " France", "."]),
    ...texts(paris, 1),
    usage(13, 37, 40),
    stop("end_turn"),
  ],
  "tool-call": ([id = ""]) => [
    ...reading(id, 0, pathTo("notes", ".", "txt")),
    ended(id, { path: "notes.txt" }),
    usage(541, 31, 1),
    stop("tool_use"),
  ],
  "parallel-tool-calls": ([first = "", second = ""]) => [
    ...reading(first, 0, pathTo("notes", ".", "txt")),
    ...reading(second, 1, pathTo("plan", ".", "md")),
    ended(first, { path: "notes.txt" }),
    ended(second, { path: "plan.md" }),
    usage(13, 61, 533),
    stop("tool_use"),
  ],
  "required-tool-call": ([id = ""]) => [
    ...reading(id, 0, pathTo("src", "/", "main", ".", "ts")),
    ended(id, { path: "src/main.ts" }),
    usage(11, 33, 533),
    stop("tool_use"),
  ],
  "tool-call-cut": ([id = ""]) => [
    ...reading(id, 0, pathTo("notes", ".", "txt").slice(0, -1)),
    ended(id, {}),
    usage(8, 22, 534),
    stop("max_tokens"),
  ],
  "tool-result": () => [
    ...texts(["It", " says", ":", " Buy", " milk", " and", " bread", "."]),
    usage(21, 9, 563),
    stop("end_turn"),
  ],
};

describe.each(Object.entries(STREAMS))("llama.cpp's answer %s is read right", (name, expected) => {
  const fixture = llamaFixture(name);
  const ids = [...fixture.body.toString().matchAll(/"id":"(\w{32})","type":"function"/g)].map(
    ([, id = ""]) => id,
  );
  test.each<[string, (bytes: Buffer) => Buffer[]]>([
    ["in the chunks in which it came", () => fixture.chunks],
    ["cut at every odd byte", cutAtOddBytes],
    ["in one piece", (bytes) => [bytes]],
  ])("%s", async (_, pieces) => {
    await withServer({}, async (server) => {
      server.reply(playback(fixture));
      const tools = fixture.tools.map((tool) => ({ name: tool, description: "", parameters: {} }));
      const client = openClient(server, { fetch: fetchInPieces(pieces) });
      const asked = await ask(client, { messages: [user("hi")], tools, thinking: "medium" });
      expect(asked.error).toBeUndefined();
      expect(asked.events).toEqual(expected(ids));
    });
  });
});

test("llama.cpp's answer that is not streamed is read right", async () => {
  const whole = llamaFixture("whole");
  await withServer({}, async (server) => {
    server.reply(playback(whole));
    const { events } = await ask(openClient(server), { messages: [user("hi")] });
    expect(events).toEqual([...texts([paris.join("")]), usage(5, 10, 48), stop("end_turn")]);
  });
});

test("the model of llama.cpp's list is used when none is named", async () => {
  const models = llamaFixture("models");
  const text = llamaFixture("text");
  await withServer({ modelsReply: playback(models) }, async (server) => {
    server.reply(playback(text));
    const client = openClient(server, { modelId: undefined });
    await ask(client, { messages: [user("hi")] });
    expect([client.model, server.requests[0]?.json.model]).toEqual(["gemma-3-270m", "gemma-3-270m"]);
  });
});

describe("llama.cpp's refusals are told with its own words", () => {
  const lasting = { recoverable: false, retryable: false };
  test.each([
    [
      "error-context-overflow",
      {
        ...lasting,
        status: 400,
        code: "context_overflow",
        message:
          "openai-compatible at HOST answered HTTP 400 for model test-model: request (2447 tokens) exceeds the available context size (2048 tokens), try increasing it. Shorten the conversation, or choose a model with a larger context.",
      },
    ],
    [
      "error-missing-messages",
      {
        ...lasting,
        status: 400,
        code: "invalid_request",
        message:
          "openai-compatible at HOST answered HTTP 400 for model test-model: 'messages' is required. Begin a new conversation, or choose another model with --model.",
      },
    ],
    [
      "error-malformed",
      {
        ...lasting,
        status: 400,
        code: "invalid_request",
        message:
          "openai-compatible at HOST answered HTTP 400 for model test-model: [json.exception.parse_error.101] parse error at line 1, column 15: syntax error while parsing value - unexpected end of input; expected '[', '{', or a literal. Begin a new conversation, or choose another model with --model.",
      },
    ],
    [
      "error-unknown-route",
      {
        ...lasting,
        status: 404,
        code: "invalid_request",
        message:
          "openai-compatible at HOST answered HTTP 404 for model test-model: File Not Found. Check --base-url (http://HOST/v1); it usually ends in /v1.",
      },
    ],
  ])("%s", async (name, expected) => {
    const fixture = llamaFixture(name);
    await withServer({}, async (server) => {
      server.reply(playback(fixture));
      const { error } = await ask(openClient(server), { messages: [user("hi")] });
      const { status, code, recoverable, retryable, message } = error as ProviderError;
      const told = message.replaceAll(hostOf(server), "HOST");
      expect({ status, code, recoverable, retryable, message: told }).toEqual(expected);
    });
  });
});

test("a model that is still being loaded is asked again", async () => {
  const loading = llamaFixture("error-loading");
  const text = llamaFixture("text");
  await withServer({}, async (server) => {
    server.reply(playback(loading), playback(text));
    const client = openClient(server, { retry: { maxRetries: 1, baseDelayMs: 0, maxDelayMs: 0 } });
    const { events } = await ask(client, { messages: [user("hi")] });
    expect(events).toEqual([
      {
        type: "retry",
        attempt: 2,
        total_attempts: 2,
        delay_seconds: 0,
        reason: "APIStatusError: HTTP 503: Loading model",
      },
      ...texts(paris),
      usage(53, 10, 0),
      stop("end_turn"),
    ]);
  });
});
