import { describe, expect, test } from "vitest";
import type { ProviderError } from "../../../src/errors.ts";
import { sse } from "../../loopback/chunks.ts";
import {
  called,
  finished,
  generateChunk,
  parts,
  said,
  spoken,
  thought,
} from "../../loopback/generate-chunks.ts";
import { CLOSE, jsonReply, RESET, type Reply, type Step } from "../../loopback/provider-server.ts";
import { generateError } from "../../loopback/strict-generate.ts";
import { ask, assistant, call, result, text, textsOf, user } from "../ask.ts";
import { createManualClock } from "../manual-clock.ts";
import { hostOf, openClient, withServer } from "./open-client.ts";

const prompt = { messages: [user("hi")] };
const RETRY = "type.googleapis.com/google.rpc.RetryInfo";
const retryInfo = (retryDelay: string) => [{ "@type": RETRY, retryDelay }];

/** What is told of the failure; HOST stands for the server's host. */
async function failure(reply: Reply, more: Parameters<typeof openClient>[1] = {}) {
  let told: unknown;
  await withServer({}, async (server) => {
    server.reply(reply);
    const { events, error } = await ask(openClient(server, more), prompt);
    const { message, status, code, recoverable, retryable, retryAfterMs, kind, summary } =
      error as ProviderError;
    told = {
      message: message.replaceAll(hostOf(server), "HOST"),
      status,
      code,
      recoverable,
      retryable,
      retryAfterMs,
      reason: `${kind}: ${summary}`,
      texts: textsOf(events),
    };
    expect(server.requests).toHaveLength(1);
  });
  return told;
}

const lasting = { recoverable: false, retryable: false, texts: [] };
const passing = { recoverable: true, retryable: true, texts: [] };
const who = "google at HOST answered HTTP";
const forModel = "for model gemini-2.5-flash";

describe("a failed answer says who failed, on what, and what to change", () => {
  const exhausted = "You exceeded your current quota.";
  test.each<[string, Reply, object]>([
    [
      "a wrong key, which is a 400",
      generateError(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
        { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" },
      ]),
      {
        ...lasting,
        status: 400,
        code: "auth",
        message: `${who} 400 ${forModel}: API key not valid. Please pass a valid API key. Check the key in GEMINI_API_KEY.`,
        reason: "APIStatusError: HTTP 400: API key not valid. Please pass a valid API key.",
      },
    ],
    [
      "an expired key",
      generateError(400, "INVALID_ARGUMENT", "API key expired. Please renew the API key."),
      { ...lasting, status: 400, code: "auth" },
    ],
    [
      "a key without the right",
      generateError(403, "PERMISSION_DENIED", "Requests from referer are blocked."),
      { ...lasting, status: 403, code: "auth" },
    ],
    [
      "a rate limit that says how long, in the details",
      generateError(429, "RESOURCE_EXHAUSTED", exhausted, retryInfo("13.25s")),
      {
        ...passing,
        status: 429,
        code: "rate_limit",
        retryAfterMs: 13_250,
        reason: `APIStatusError: HTTP 429: ${exhausted}`,
      },
    ],
    [
      "a rate limit in an array",
      jsonReply(429, [{ error: { code: 429, message: exhausted, details: retryInfo("90s") } }]),
      {
        ...passing,
        status: 429,
        code: "rate_limit",
        retryAfterMs: 90_000,
        message: `${who} 429 ${forModel}: ${exhausted} It asks to wait 90 s, so try again then.`,
      },
    ],
    [
      "a limit of the day, which no pause of this hour lifts",
      generateError(429, "RESOURCE_EXHAUSTED", exhausted, [
        {
          "@type": "type.googleapis.com/google.rpc.QuotaFailure",
          violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }],
        },
        ...retryInfo("13s"),
      ]),
      {
        ...lasting,
        status: 429,
        code: "rate_limit",
        message: `${who} 429 ${forModel}: ${exhausted} See to the account's plan and billing, or put the key of another into GEMINI_API_KEY.`,
      },
    ],
    [
      "overload",
      generateError(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
      { ...passing, status: 503, code: "overloaded" },
    ],
    [
      "a failure inside",
      generateError(500, "INTERNAL", "An internal error has occurred."),
      { ...passing, status: 500, code: "server_error" },
    ],
    [
      "a slow answer",
      generateError(504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete."),
      { ...passing, status: 504, code: "server_error" },
    ],
    [
      "an unknown model",
      generateError(404, "NOT_FOUND", "models/x is not found for API version v1beta, or is not supported."),
      {
        ...lasting,
        status: 404,
        code: "model_not_found",
        message: `${who} 404 ${forModel}: models/x is not found for API version v1beta, or is not supported. Choose another with --model.`,
      },
    ],
    [
      "a long conversation",
      generateError(
        400,
        "INVALID_ARGUMENT",
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      ),
      { ...lasting, status: 400, code: "context_overflow" },
    ],
    [
      "a large request",
      generateError(400, "INVALID_ARGUMENT", "Request payload size exceeds the limit: 20971520 bytes."),
      { ...lasting, status: 400, code: "context_overflow" },
    ],
    [
      "a rate limit that counts input tokens, which is no long conversation",
      generateError(429, "RESOURCE_EXHAUSTED", "Quota exceeded for metric: input_token_count, limit: 250000"),
      { ...passing, status: 429, code: "rate_limit" },
    ],
    [
      "a country",
      generateError(400, "FAILED_PRECONDITION", "User location is not supported for the API use."),
      { ...lasting, status: 400, code: "invalid_request" },
    ],
    [
      "a page from a gateway",
      {
        status: 502,
        headers: { "content-type": "text/html" },
        body: [`<html>${"203.0.113.7 ".repeat(4000)}`],
      },
      {
        ...passing,
        status: 502,
        code: "server_error",
        message: expect.stringMatching(
          /^google at HOST answered HTTP 502 .*: bad gateway \(an HTML page\)\./,
        ),
      },
    ],
  ])("%s", async (_, reply, told) => {
    expect(await failure(reply)).toMatchObject(told);
  });
});

describe("an error inside a 200 answer is a failure", () => {
  const error = { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" };
  const malformed = { finishMessage: "Malformed function call: print(" };
  test.each<[string, Step[], object]>([
    ["at its beginning", [sse({ error })], { ...passing, status: 503, code: "overloaded" }],
    ["after content", [said("a"), sse({ error })], { status: 503, texts: ["a"] }],
    [
      "as an event",
      [`event: error\ndata: ${JSON.stringify({ message: "boom" })}\n\n`],
      { reason: "APIError: boom" },
    ],
    ["as an event without JSON", ["event: error\ndata: boom\n\n"], { reason: "APIError: boom" }],
    ["as a whole body", [JSON.stringify({ error }, null, 2)], { ...passing, status: 503 }],
    ["as an array", [JSON.stringify([{ error }], null, 2)], { ...passing, status: 503 }],
    ["as a body of another shape", [JSON.stringify({ detail: "nope" })], { reason: "APIError: nope" }],
    [
      "with a pause",
      [sse({ error: { code: 429, message: "slow", details: retryInfo("2s") } })],
      { ...passing, code: "rate_limit", retryAfterMs: 2000 },
    ],
    [
      "without a number",
      [sse({ error: { status: "RESOURCE_EXHAUSTED", message: "slow" } })],
      { ...passing, code: "rate_limit" },
    ],
    [
      "for a long conversation",
      [sse({ error: { code: 400, message: "The input token count exceeds the maximum" } })],
      { ...lasting, code: "context_overflow" },
    ],
    [
      "that the model made with a call",
      [said("a"), finished("MALFORMED_FUNCTION_CALL", malformed)],
      {
        recoverable: true,
        code: "server_error",
        texts: ["a"],
        reason: "APIError: the model stopped with MALFORMED_FUNCTION_CALL: Malformed function call: print(",
      },
    ],
    ["that the model made with a tool", [finished("UNEXPECTED_TOOL_CALL")], { ...passing }],
    ["that the model made otherwise", [finished("MALFORMED_RESPONSE")], { ...passing }],
  ])("%s", async (_, body, told) => {
    expect(await failure(body)).toMatchObject(told);
  });
});

describe("a stream that ends before its answer is a network failure", () => {
  const usage = generateChunk({ usageMetadata: { promptTokenCount: 3 } });
  test.each<[string, Step[], string[]]>([
    ["after text and usage", [said("hello"), usage], ["hello"]],
    [
      "after a reason that is none",
      [parts([{ text: "a" }], { finishReason: "FINISH_REASON_UNSPECIFIED" })],
      ["a"],
    ],
    ["with nothing at all", [], []],
    ["with nothing but usage", [usage], []],
    ["with nothing but [DONE]", ["data: [DONE]\n\n"], []],
    ["in the middle of an event", ['data: {"candidates":[{"content":{"parts":[{"te'], []],
    ["by a closed connection", [said("a"), CLOSE], ["a"]],
    ["by a reset", [RESET], []],
  ])("%s", async (_, body, texts) => {
    expect(await failure(body)).toMatchObject({ code: "network", recoverable: true, retryable: true, texts });
  });

  test("and a call in it has no end", async () => {
    await withServer({}, async (server) => {
      server.reply([called("bash", { command: "rm" })]);
      const { events } = await ask(openClient(server), prompt);
      expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "tool_call_args_delta"]);
    });
  });
});

test.each<[string, Reply]>([
  ["a web page", { headers: { "content-type": "text/html" }, body: ["<html></html>"] }],
  ["broken JSON", ['[{"candidates":[']],
])("a 200 with %s is no answer", async (what, reply) => {
  expect(await failure(reply)).toMatchObject({
    ...lasting,
    code: "invalid_response",
    message: expect.stringContaining(`answered HTTP 200 with ${what} instead of an answer.`),
  });
});

describe("retries", () => {
  const retry = { maxRetries: 2, baseDelayMs: 1000, maxDelayMs: 10_000 };
  const limit = (delay: string) => generateError(429, "RESOURCE_EXHAUSTED", "slow", retryInfo(delay));
  const retryEvent = (attempt: number, delay_seconds: number, reason: string) => ({
    type: "retry",
    attempt,
    total_attempts: 3,
    delay_seconds,
    reason,
  });

  async function asked(replies: Reply[]) {
    const clock = createManualClock({ instant: true });
    let requests = 0;
    let told: Awaited<ReturnType<typeof ask>> = { events: [] };
    await withServer({}, async (server) => {
      server.reply(...replies);
      told = await ask(openClient(server, { retry, clock }), prompt);
      requests = server.requests.length;
    });
    return { ...told, requests };
  }

  test("each is one request, after the pause the body asks for or the usual one", async () => {
    const { events, requests } = await asked([
      limit("3s"),
      generateError(503, "UNAVAILABLE", "busy"),
      spoken("hi"),
    ]);
    expect(events.slice(0, 3)).toEqual([
      retryEvent(2, 3, "APIStatusError: HTTP 429: slow"),
      retryEvent(3, 2, "APIStatusError: HTTP 503: busy"),
      { type: "text_delta", delta: "hi", index: 0 },
    ]);
    expect(requests).toBe(3);
  });

  test("a pause of more than a minute is not waited for; nonsense is none", async () => {
    const long = await asked([limit("61s")]);
    expect([long.events, long.requests]).toEqual([[], 1]);
    expect(long.error).toMatchObject({ status: 429, retryAfterMs: 61_000 });
    for (const nonsense of ["-3s", "1e3s", "soon", "3"])
      expect((await asked([limit(nonsense), spoken("hi")])).events[0]).toMatchObject({ delay_seconds: 1 });
  });

  test("end with the last failure, and none follows a lasting one", async () => {
    const busy = generateError(503, "UNAVAILABLE", "busy");
    const spent = await asked([busy, busy, busy]);
    expect(spent.error).toMatchObject({ code: "overloaded", recoverable: true });
    expect([spent.events.length, spent.requests]).toEqual([2, 3]);
    const wrong = await asked([generateError(400, "INVALID_ARGUMENT", "API key not valid.")]);
    expect([wrong.events, wrong.requests]).toEqual([[], 1]);
  });

  test("answer what a model failed at, hidden thinking or not, but nothing after content", async () => {
    const { events, requests } = await asked([
      [thought("hm"), finished("MALFORMED_FUNCTION_CALL")],
      spoken("hi"),
    ]);
    expect(events.map(({ type }) => type)).toEqual(["retry", "text_delta", "usage", "stop"]);
    expect(requests).toBe(2);
    const begun = await asked([[said("Hello wor"), called("ls"), CLOSE], spoken("never")]);
    expect(textsOf(begun.events)).toEqual(["Hello wor"]);
    expect(begun.error).toMatchObject({ code: "network", recoverable: true });
    expect(begun.requests).toBe(1);
  });

  test("a blocked prompt is no failure and is not sent again", async () => {
    const { events, requests } = await asked([
      [generateChunk({ promptFeedback: { blockReason: "SAFETY" } })],
    ]);
    expect(events.at(-1)).toEqual({ type: "stop", stop_reason: "refusal" });
    expect(requests).toBe(1);
  });
});

describe("what can be spared is, when the API refuses it", () => {
  test("thinking, once and for all calls", async () => {
    await withServer({ otherwise: spoken("hi") }, async (server) => {
      // A model whose name promises more than it takes.
      server.reply(generateError(400, "INVALID_ARGUMENT", "Thinking level is not supported for this model."));
      const client = openClient(server, { modelId: "gemini-3-nano" });
      for (let n = 0; n < 2; n++)
        expect(textsOf((await ask(client, { ...prompt, thinking: "high" })).events)).toEqual(["hi"]);
      expect(server.requests.map(({ json }) => json.generationConfig)).toEqual([
        { thinkingConfig: { thinkingLevel: "high", includeThoughts: true } },
        {},
        {},
      ]);
    });
  });

  test("signatures it does not know as its own", async () => {
    await withServer({ ownSignature: /^new/, otherwise: spoken("hi") }, async (server) => {
      const client = openClient(server, { modelId: "gemini-3-pro-preview" });
      const signed = { ...call("c1", "ls"), provider_data: { thought_signature: "old1" } } as ReturnType<
        typeof call
      >;
      const turn = assistant([text("a"), signed], { provider: "google", model: "gemini-3-pro-preview" });
      const asked = await ask(client, { messages: [user("hi"), turn, result("c1", "ls", "x")] });
      expect(textsOf(asked.events)).toEqual(["hi"]);
      const signatures = server.requests.map(({ json }) => json.contents[1].parts[1].thoughtSignature);
      expect(signatures).toEqual(["old1", "skip_thought_signature_validator"]);
    });
  });
});

describe("the key", () => {
  const key = "AIza-test-1234567890";

  test("is sent in a header and never in the address", async () => {
    await withServer({ otherwise: spoken("hi") }, async (server) => {
      await ask(openClient(server), prompt);
      const [sent] = server.requests;
      expect(sent?.path).toBe("/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse");
      expect(sent?.headers).toMatchObject({ "x-goog-api-key": key });
      expect(sent?.headers).not.toHaveProperty("authorization");
    });
  });

  test("is taken out of what the API says", async () => {
    const told = await failure(generateError(400, "INVALID_ARGUMENT", `API key not valid: ${key}`));
    expect(JSON.stringify(told)).not.toContain("1234567890");
  });

  test("that is missing is told by the name of its variable, without a request", async () => {
    await withServer({}, async (server) => {
      const { error } = await ask(openClient(server, { apiKey: undefined }), prompt);
      expect(error).toMatchObject({
        code: "auth",
        message: expect.stringContaining("GEMINI_API_KEY is not set"),
      });
      expect(server.requests).toEqual([]);
    });
  });
});

test("a base URL with the version in it is the same", async () => {
  await withServer({ otherwise: spoken("hi") }, async (server) => {
    const { error } = await ask(openClient({ baseUrl: `${server.baseUrl}/v1beta/` }), prompt);
    expect(error).toBeUndefined();
  });
});

test("a model that is not named is the first that can answer", async () => {
  const models = [
    { name: "models/embedding-001", supportedGenerationMethods: ["embedContent"] },
    { name: "models/gemini-x", supportedGenerationMethods: ["generateContent", "countTokens"] },
  ];
  await withServer({ otherwise: spoken("hi"), modelsReply: jsonReply(200, { models }) }, async (server) => {
    const client = openClient(server, { modelId: undefined });
    expect((await ask(client, prompt)).error).toBeUndefined();
    expect(client.model).toBe("gemini-x");
    expect(server.others.map(({ path, headers }) => [path, headers["x-goog-api-key"]])).toEqual([
      ["/v1beta/models?pageSize=1000", "AIza-test-1234567890"],
    ]);
  });
});

test("costs count each token at its price", async () => {
  await withServer({}, async (server) => {
    const usageMetadata = {
      promptTokenCount: 1000,
      cachedContentTokenCount: 400,
      candidatesTokenCount: 100,
      thoughtsTokenCount: 100,
    };
    server.reply([parts([{ text: "a" }], { finishReason: "STOP" }), generateChunk({ usageMetadata })]);
    const price = { input: 1, output: 10, cacheRead: 0.1 };
    const info = { contextWindow: null, maxOutputTokens: null, images: true, thinking: true, price };
    const { end } = await ask(openClient(server, { info }), prompt);
    expect(end?.usage.cost_usd).toBe((600 + 40 + 2000) / 1e6);
  });
});
