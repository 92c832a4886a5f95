import { describe, expect, test } from "vitest";
import type { ProviderError } from "../../src/errors.ts";
import type { StopReason } from "../../src/wire/messages.ts";
import type { StreamEvent } from "../../src/wire/stream.ts";
import { ask, user } from "./ask.ts";
import { llamaFixture, playback } from "./llama-fixture.ts";
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
