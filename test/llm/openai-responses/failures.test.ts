import { describe, expect, test } from "vitest";
import type { ProviderError } from "../../../src/errors.ts";
import type { ThinkingLevel } from "../../../src/llm/client.ts";
import type { HttpModelOptions } from "../../../src/llm/http-model.ts";
import type { AssistantContent } from "../../../src/wire/messages.ts";
import { CLOSE, HANG, RESET, type Reply, type Step } from "../../loopback/provider-server.ts";
import {
  added,
  argumentsDelta,
  created,
  event,
  failed,
  functionCall,
  messageEvents,
  reasoningItem,
  responsesAnswer,
  textDelta,
} from "../../loopback/responses-chunks.ts";
import { ask, assistant, text, textsOf, user } from "../ask.ts";
import { createManualClock } from "../manual-clock.ts";
import { hostOf } from "../openai-compatible/open-client.ts";
import { openAIError, openResponses, withResponses } from "./open-responses.ts";

const prompt = { messages: [user("hi")] };
const lasting = { recoverable: false, retryable: false };
const passing = { recoverable: true, retryable: true };

/** What is told of the failure; HOST stands for the server's host. */
async function failure(reply: Reply) {
  let told: unknown;
  await withResponses({}, async (server) => {
    server.reply(reply);
    const { events, error } = await ask(openResponses(server), prompt);
    const { message, status, code, recoverable, retryable, kind, summary } = error as ProviderError;
    told = {
      message: message.replaceAll(hostOf(server), "HOST"),
      status,
      code,
      recoverable,
      retryable,
      reason: `${kind}: ${summary}`,
      texts: textsOf(events),
    };
    expect(server.requests).toHaveLength(1);
  });
  return told;
}

describe("a failed answer is known for what it is", () => {
  test.each<[string, Reply, object]>([
    [
      "a wrong key",
      openAIError(401, {
        message:
          "Incorrect API key provided: sk-ab***yz. You can find your API key at https://platform.openai.com.",
        code: "invalid_api_key",
      }),
      {
        ...lasting,
        code: "auth",
        message: expect.stringMatching(
          /^openai at HOST answered HTTP 401 for model gpt-test: Incorrect API key/,
        ),
      },
    ],
    [
      "an unknown model",
      openAIError(400, {
        message: "The requested model 'gpt-9' does not exist.",
        param: "model",
        code: "model_not_found",
      }),
      { ...lasting, status: 400, code: "model_not_found" },
    ],
    [
      "a model that is not for this account",
      openAIError(404, {
        message: "The model `gpt-9` does not exist or you do not have access to it.",
        code: "model_not_found",
      }),
      { ...lasting, status: 404, code: "model_not_found" },
    ],
    [
      "a rate limit",
      openAIError(429, {
        message: "Rate limit reached for gpt-test",
        type: "tokens",
        code: "rate_limit_exceeded",
      }),
      { ...passing, code: "rate_limit", reason: "APIStatusError: HTTP 429: Rate limit reached for gpt-test" },
    ],
    [
      "a spent quota",
      openAIError(429, {
        message: "You exceeded your current quota, please check your plan and billing details.",
        type: "insufficient_quota",
        code: "insufficient_quota",
      }),
      {
        ...lasting,
        code: "rate_limit",
        message: expect.stringMatching(/See to the account's plan and billing/),
      },
    ],
    [
      "a conversation that is too long",
      openAIError(400, {
        message:
          "Your input exceeds the context window of this model. Please adjust your input and try again.",
        param: "input",
        code: "context_length_exceeded",
      }),
      { ...lasting, code: "context_overflow" },
    ],
    [
      "a wrong request",
      openAIError(400, { message: "Unknown parameter: 'x'.", param: "x", code: "unknown_parameter" }),
      { ...lasting, code: "invalid_request" },
    ],
    [
      "a forbidden country",
      openAIError(403, { message: "Country not supported", code: "unsupported_country_region_territory" }),
      { ...lasting, code: "auth" },
    ],
    [
      "a failure of the server",
      openAIError(500, { message: "Oops", type: "server_error" }),
      { ...passing, code: "server_error" },
    ],
    [
      "overload",
      openAIError(503, { message: "Our servers are currently overloaded.", code: "server_is_overloaded" }),
      { ...passing, code: "overloaded" },
    ],
    ["a page", { status: 502, body: ["<html>x</html>"] }, { ...passing, status: 502, code: "server_error" }],
  ])("%s", async (_, reply, told) => {
    expect(await failure(reply)).toMatchObject(told);
  });
});

describe("an error inside a 200 stream is a failure", () => {
  const limit = "Request too large for gpt-4.1 on tokens per min (TPM): Limit 30000, Requested 35364.";
  test.each<[string, Step[], object]>([
    [
      "a failed response",
      [created(), failed("server_error", "The server had an error.")],
      {
        ...passing,
        code: "server_error",
        message:
          "openai at HOST failed while answering for model gpt-test: The server had an error. Send the prompt again, or choose another model with --model.",
        reason: "APIError: The server had an error.",
        texts: [],
      },
    ],
    ["after content", [textDelta(0, "a"), textDelta(0, "b"), failed("server_error", "x")], { texts: ["ab"] }],
    [
      "as an event with its fields apart, and then the response",
      [
        event("error", {
          error: { type: "tokens", code: "rate_limit_exceeded", message: limit, param: null },
        }),
        failed("rate_limit_exceeded", limit),
      ],
      { ...passing, code: "rate_limit", reason: `APIError: ${limit}` },
    ],
    [
      "as an event with its fields at once",
      [event("error", { code: "server_error", message: "boom", param: null })],
      { ...passing, code: "server_error", reason: "APIError: boom" },
    ],
    ["as an event without JSON", ["event: error\ndata: boom\n\n"], { ...passing, reason: "APIError: boom" }],
    ["as an object of its own", ['data: {"error":{"message":"boom"}}\n\n'], { reason: "APIError: boom" }],
    ["as a whole body", ['{"error":{"message":"boom"}}'], { reason: "APIError: boom" }],
    [
      "as a whole response",
      [
        JSON.stringify({
          object: "response",
          status: "failed",
          error: { code: "server_error", message: "boom" },
        }),
      ],
      { ...passing, reason: "APIError: boom" },
    ],
    [
      "for a long conversation",
      [failed("context_length_exceeded", "Your input exceeds the context window of this model.")],
      { ...lasting, code: "context_overflow" },
    ],
    ["for a wrong prompt", [failed("invalid_prompt", "x")], { ...lasting, code: "invalid_request" }],
    ["for a wrong image", [failed("image_too_small", "x")], { ...lasting, code: "invalid_request" }],
    [
      "for what may not be said",
      [failed("image_content_policy_violation", "x")],
      { ...lasting, code: "content_filter" },
    ],
    ["for a spent quota", [failed("insufficient_quota", "x")], { ...lasting, code: "rate_limit" }],
    [
      "without a word",
      [event("response.failed", { response: { error: null } })],
      { ...passing, reason: "APIError: the response ended as failed" },
    ],
    ["as cancelled", [event("response.cancelled")], { reason: "APIError: the response ended as cancelled" }],
  ])("%s", async (_, body, told) => {
    expect(await failure(body)).toMatchObject(told);
  });
});

describe("a stream that ends before its answer is a network failure", () => {
  test.each<[string, Step[], string[]]>([
    ["after text", [...messageEvents(0, "hello")], ["hello"]],
    ["with nothing at all", [], []],
    ["with nothing but its beginning", [created()], []],
    ["with nothing but its beginning and [DONE]", [created(), "data: [DONE]\n\n"], []],
    ["in the middle of an event", ['data: {"type":"response.output_text.delta","delta":"hel'], []],
    ["by a closed connection", [textDelta(0, "a"), CLOSE], ["a"]],
    ["by a reset", [RESET], []],
  ])("%s", async (_, body, texts) => {
    expect(await failure(body)).toMatchObject({ code: "network", ...passing, texts });
  });

  test("and a half tool call has no end", async () => {
    await withResponses({}, async (server) => {
      server.reply([added(0, functionCall("a", "bash", "")), argumentsDelta(0, '{"command":"rm')]);
      const { events } = await ask(openResponses(server), prompt);
      expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "tool_call_args_delta"]);
    });
  });
});

test("a spent quota is not tried again", async () => {
  const spent: Reply[] = [
    [failed("insufficient_quota", "x")],
    openAIError(429, { message: "x", code: "insufficient_quota" }),
  ];
  const retry = { maxRetries: 2, baseDelayMs: 1000, maxDelayMs: 10_000 };
  for (const reply of spent)
    await withResponses({ otherwise: reply }, async (server) => {
      const { events } = await ask(openResponses(server, { retry }), prompt);
      expect(events).toEqual([]);
      expect(server.requests).toHaveLength(1);
    });
});

describe("silence is a failure after the limit", () => {
  const told = { code: "timeout", ...passing, summary: "nothing came for 3 s" };

  test("in mid-stream, where a ping is no sign of life", async () => {
    await withResponses({}, async (server) => {
      const clock = createManualClock();
      let ping = () => {};
      const pinged = new Promise<void>((resolve) => {
        ping = resolve;
      });
      server.reply([textDelta(0, "a"), { wait: pinged }, ": ping\n\n", HANG]);
      const { events, error } = await ask(openResponses(server, { clock, timeoutMs: 3000 }), prompt, {
        onEvent: () =>
          setImmediate(async () => {
            clock.pass(2000);
            const waiting = clock.waiting();
            ping();
            await waiting;
            clock.pass(1000);
          }),
      });
      expect(textsOf(events)).toEqual(["a"]);
      expect(error).toMatchObject(told);
    });
  });
});

describe("what a model or an account cannot have is spared, once and for all", () => {
  async function asked(
    strict: Parameters<typeof withResponses>[0],
    thinking: ThinkingLevel,
    more: Partial<HttpModelOptions> = {},
  ) {
    let sent: unknown[] = [];
    await withResponses({ otherwise: responsesAnswer("hi"), ...strict }, async (server) => {
      const client = openResponses(server, more);
      for (let call = 0; call < 2; call++)
        expect(textsOf((await ask(client, { ...prompt, thinking })).events)).toEqual(["hi"]);
      sent = server.requests.map(({ json }) => {
        const { include, reasoning, stream } = json;
        return [include !== undefined, reasoning, stream];
      });
    });
    return sent;
  }

  test("a model without reasoning, which is not known", async () => {
    expect(await asked({ reasons: false }, "off")).toEqual([
      [true, undefined, true],
      [false, undefined, true],
      [false, undefined, true],
    ]);
    expect((await asked({ reasons: false }, "high")).at(-1)).toEqual([false, {}, true]);
  });

  test("a model known to be without it costs no refusal", async () => {
    const info = { contextWindow: null, maxOutputTokens: null, images: true, thinking: false, price: null };
    expect(await asked({ reasons: false }, "high", { info })).toEqual([
      [false, undefined, true],
      [false, undefined, true],
    ]);
  });

  test("an account that is not verified keeps its effort, and gets the answer whole", async () => {
    const whole = JSON.stringify({
      object: "response",
      status: "completed",
      output: [{ type: "message", content: [{ type: "output_text", text: "hi" }] }],
    });
    expect(await asked({ verified: false, otherwise: [whole] }, "high")).toEqual([
      [true, { effort: "high", summary: "auto" }, true],
      [true, { effort: "high" }, true],
      [true, { effort: "high" }, undefined],
      [true, { effort: "high" }, undefined],
    ]);
  });

  test("a field that is named in words only", async () => {
    const refusal = (json: Record<string, unknown>) =>
      "prompt_cache_key" in json
        ? openAIError(422, { message: "extra field prompt_cache_key" })
        : responsesAnswer("hi");
    await withResponses({ otherwise: ({ json }) => refusal(json) }, async (server) => {
      const client = openResponses(server);
      expect(textsOf((await ask(client, prompt)).events)).toEqual(["hi"]);
      expect(textsOf((await ask(client, prompt)).events)).toEqual(["hi"]);
      expect(server.requests).toHaveLength(3);
    });
  });

  test("but nothing when the refusal is about something else", async () => {
    for (const error of [
      { message: "the upstream stores no input", param: null },
      { message: "no stream, no include, no reasoning", param: "input" },
    ])
      await withResponses({ otherwise: openAIError(400, error) }, async (server) => {
        expect((await ask(openResponses(server), { ...prompt, thinking: "low" })).error).toMatchObject({
          status: 400,
        });
        expect(server.requests).toHaveLength(1);
      });
  });
});

test("reasoning that this account cannot decrypt is left behind, what comes after is kept", async () => {
  const turn = (encrypted: string, id: string) =>
    assistant(
      [
        {
          type: "thinking",
          thinking: "",
          redacted: true,
          provider_data: JSON.parse(JSON.stringify(reasoningItem(encrypted))),
        } as AssistantContent,
        text("a"),
      ],
      { id, provider: "openai", model: "gpt-test" },
    );
  const encrypted = (json: { input: { encrypted_content?: string }[] }) =>
    json.input.flatMap(({ encrypted_content }) => encrypted_content ?? []);
  const decrypts = (text: string) => text !== "OLD";
  await withResponses({ otherwise: responsesAnswer("hi"), decrypts }, async (server) => {
    const client = openResponses(server);
    const before = [user("hi"), turn("OLD", "m1"), user("and?")];
    expect((await ask(client, { messages: before })).error).toBeUndefined();
    const after = [...before, turn("NEW", "m2"), user("so?")];
    expect((await ask(client, { messages: after })).error).toBeUndefined();
    expect(server.requests.map(({ json }) => encrypted(json))).toEqual([["OLD"], [], ["NEW"]]);
  });
  const refusal = openAIError(400, { message: "could not be verified", code: "invalid_encrypted_content" });
  await withResponses({ otherwise: refusal }, async (server) => {
    const { error } = await ask(openResponses(server), { messages: [turn("OLD", "m1")] });
    expect(error).toMatchObject({ status: 400, ...lasting });
    expect(server.requests).toHaveLength(2);
  });
});
