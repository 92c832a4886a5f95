import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { ProviderError } from "../../../src/errors.ts";
import { createRedactor } from "../../../src/secrets/redactor.ts";
import { content, DONE, delta, finish, sse, toolCalls, usage } from "../../loopback/chunks.ts";
import {
  CLOSE,
  errorReply,
  HANG,
  jsonReply,
  RESET,
  type Reply,
  type Step,
} from "../../loopback/provider-server.ts";
import { ask, textsOf, user } from "../ask.ts";
import { hostOf, openClient, withServer } from "./open-client.ts";

const prompt = { messages: [user("hi")] };
const html = { "content-type": "text/html" };
const page = `<!DOCTYPE html><html><body>${"203.0.113.7 ".repeat(4000)}</body></html>`;
const plain = (status: number, body: Step[], headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body,
});

/** What is told of the failure; HOST stands for the server's host. */
async function failure(reply: Reply, more: Parameters<typeof openClient>[1] = {}) {
  let told: unknown;
  await withServer({}, async (server) => {
    server.reply(reply);
    const { events, error } = await ask(openClient(server, more), prompt);
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

const lasting = { recoverable: false, retryable: false, texts: [] };
const passing = { recoverable: true, retryable: true, texts: [] };

describe("a failed answer says who failed, on what, and what to change", () => {
  const who = "openai-compatible at HOST answered HTTP";
  test.each<[string, Reply, object]>([
    [
      "a rate limit",
      errorReply(429, "rate limited"),
      {
        ...passing,
        message: `${who} 429 for model test-model: rate limited. Send the prompt again later, or choose another model with --model.`,
        status: 429,
        code: "rate_limit",
        reason: "APIStatusError: HTTP 429: rate limited",
      },
    ],
    [
      "a long wait",
      errorReply(429, "Slow down.", { "retry-after": "90.2" }),
      {
        ...passing,
        message: `${who} 429 for model test-model: Slow down. It asks to wait 91 s, so try again then.`,
        status: 429,
        code: "rate_limit",
        reason: "APIStatusError: HTTP 429: Slow down.",
      },
    ],
    [
      "an empty body",
      plain(500, []),
      {
        ...passing,
        message: `${who} 500 for model test-model: server error. Send the prompt again, or choose another model with --model.`,
        status: 500,
        code: "server_error",
        reason: "APIStatusError: HTTP 500: server error",
      },
    ],
    [
      "a page from a gateway",
      plain(502, [page], html),
      {
        ...passing,
        message: `${who} 502 for model test-model: bad gateway (an HTML page). Send the prompt again, or choose another model with --model.`,
        status: 502,
        code: "server_error",
        reason: "APIStatusError: HTTP 502: bad gateway",
      },
    ],
    [
      "a page with a status of its own",
      plain(520, [page], html),
      {
        ...passing,
        message: `${who} 520 for model test-model: server error (an HTML page). Send the prompt again, or choose another model with --model.`,
        status: 520,
        code: "server_error",
        reason: "APIStatusError: HTTP 520: server error",
      },
    ],
    [
      "overload",
      plain(503, ["no   slot\r\nfree"]),
      {
        ...passing,
        message: `${who} 503 for model test-model: no slot free. Send the prompt again, or choose another model with --model.`,
        status: 503,
        code: "overloaded",
        reason: "APIStatusError: HTTP 503: no slot free",
      },
    ],
    [
      "a conflict",
      plain(409, []),
      {
        ...passing,
        message: `${who} 409 for model test-model: conflict. Send the prompt again, or choose another model with --model.`,
        status: 409,
        code: "server_error",
        reason: "APIStatusError: HTTP 409: conflict",
      },
    ],
    [
      "a slow request",
      jsonReply(408, {}),
      {
        ...passing,
        message: `${who} 408 for model test-model: request timed out. Send the prompt again, or choose another model with --model.`,
        status: 408,
        code: "timeout",
        reason: "APIStatusError: HTTP 408: request timed out",
      },
    ],
    [
      "a missing key, told as a JSON string",
      jsonReply(401, "Unauthorized"),
      {
        ...lasting,
        message: `${who} 401 for model test-model: Unauthorized. Put a key into OPENAI_API_KEY, or name its variable with --api-key-env.`,
        status: 401,
        code: "auth",
        reason: "APIStatusError: HTTP 401: Unauthorized",
      },
    ],
    [
      "an unknown model",
      jsonReply(404, { error: { message: "The model `x` does not exist", code: "model_not_found" } }),
      {
        ...lasting,
        message: `${who} 404 for model test-model: The model \`x\` does not exist. Choose another with --model.`,
        status: 404,
        code: "model_not_found",
        reason: "APIStatusError: HTTP 404: The model `x` does not exist",
      },
    ],
    [
      "a redirect",
      plain(307, [], { location: "https://other.example/v1/chat/completions?token=x" }),
      {
        ...lasting,
        message: `${who} 307 for model test-model: redirect. It redirects to other.example, and no key is sent there; give the right address as --base-url.`,
        status: 307,
        code: "invalid_request",
        reason: "APIStatusError: HTTP 307: redirect",
      },
    ],
    [
      "what a validator says",
      jsonReply(422, { detail: [{ loc: ["body"], msg: "field required" }] }),
      {
        ...lasting,
        message: `${who} 422 for model test-model: field required. Begin a new conversation, or choose another model with --model.`,
        status: 422,
        code: "invalid_request",
        reason: "APIStatusError: HTTP 422: field required",
      },
    ],
    [
      "a filter",
      jsonReply(400, { error: { message: "Filtered", code: "content_filter" } }),
      {
        ...lasting,
        message: `${who} 400 for model test-model: Filtered. Say it differently, or choose another model with --model.`,
        status: 400,
        code: "content_filter",
        reason: "APIStatusError: HTTP 400: Filtered",
      },
    ],
  ])("%s", async (_, reply, told) => {
    expect(await failure(reply)).toEqual(told);
  });

  test("a path that is not there names the base URL", async () => {
    expect(await failure(plain(404, [page], html))).toMatchObject({
      ...lasting,
      message: expect.stringMatching(
        /^openai-compatible at HOST answered HTTP 404 for model test-model: not found \(an HTML page\)\. Check --base-url \(http:\/\/HOST\/v1\); it usually ends in \/v1\.$/,
      ),
    });
  });

  test("a long message is cut", async () => {
    const { message } = (await failure(errorReply(400, "x".repeat(9000)))) as { message: string };
    expect(message.length).toBeLessThan(400);
  });
});

test.each<[number, object]>([
  [400, { error: { message: "too long", code: "context_length_exceeded" } }],
  [
    400,
    {
      message:
        "This model's maximum context length is 8192 tokens. However, your prompt contains at least 8193 input tokens.",
    },
  ],
  [400, { error: { code: 400, message: "the request exceeds the available context size (4096 tokens)" } }],
  [400, { error: { code: 400, message: "x", type: "exceed_context_size_error" } }],
  [400, { error: { message: "prompt is too long: 210000 tokens > 200000 maximum" } }],
  [
    400,
    { error: { message: "The input token count (1200000) exceeds the maximum number of tokens allowed" } },
  ],
  [
    400,
    { error: { message: "Trying to keep the first 9000 tokens when context the overflows. context window" } },
  ],
  [500, { error: "Input is too large to process. KV cache is full" }],
  [413, {}],
])("a conversation that is too long is known as such and not sent again: %i %j", async (status, body) => {
  expect(await failure(jsonReply(status, body))).toMatchObject({
    ...lasting,
    code: "context_overflow",
    message: expect.stringMatching(/Shorten the conversation, or choose a model with a larger context\.$/),
  });
});

test("a spent quota is no matter of waiting", async () => {
  const spent = {
    message: "You exceeded your current quota.",
    type: "insufficient_quota",
    code: "insufficient_quota",
  };
  const advice = "See to the account's plan and billing, or put the key of another into OPENAI_API_KEY.";
  expect(await failure(jsonReply(429, { error: spent }, { "retry-after": "1" }))).toEqual({
    ...lasting,
    message: `openai-compatible at HOST answered HTTP 429 for model test-model: You exceeded your current quota. ${advice}`,
    status: 429,
    code: "rate_limit",
    reason: "APIStatusError: HTTP 429: You exceeded your current quota.",
  });
  expect(await failure([sse({ error: spent })])).toMatchObject({ ...lasting, code: "rate_limit" });
});

test("a rate limit that speaks of tokens is no overflow", async () => {
  const said = errorReply(429, "Request too large: too many tokens per minute");
  expect(await failure(said)).toMatchObject({ ...passing, code: "rate_limit" });
});

describe("an error inside a 200 stream is a failure", () => {
  const upstream = sse({ id: "x", choices: [], error: { code: 502, message: "upstream down" } });
  test.each<[string, Step[], object]>([
    [
      "at its beginning",
      [upstream],
      { status: 502, reason: "APIError: error 502: upstream down", ...passing },
    ],
    ["after content", [content("a"), content("b"), upstream], { status: 502, texts: ["ab"] }],
    [
      "with a [DONE]",
      [sse({ error: { message: "quota" } }), DONE],
      { ...passing, reason: "APIError: quota" },
    ],
    ["as a string", [sse({ error: "boom" })], { ...passing, reason: "APIError: boom" }],
    ["as an event", ['event: error\ndata: {"message":"boom"}\n\n'], { ...passing, reason: "APIError: boom" }],
    ["as an event without JSON", ["event: error\ndata: boom\n\n"], { ...passing, reason: "APIError: boom" }],
    [
      "as vLLM tells it",
      [sse({ object: "error", message: "bad input", type: "BadRequestError", code: 400 })],
      { ...lasting, status: 400, code: "invalid_request" },
    ],
    [
      "as llama.cpp tells it",
      ['error: {"code":500,"message":"boom"}\n\n'],
      { ...passing, status: 500, reason: "APIError: error 500: boom" },
    ],
    [
      "in the choice",
      [sse({ choices: [{ delta: {}, finish_reason: "error", error: { code: 429, message: "busy" } }] })],
      { ...passing, status: 429, code: "rate_limit" },
    ],
    [
      "as a reason to stop",
      [content("a"), finish("error")],
      { reason: "APIError: the model stopped with error" },
    ],
    ["as a whole body", [JSON.stringify({ error: { message: "nope" } })], { reason: "APIError: nope" }],
    ["as a body of another shape", [JSON.stringify({ detail: "nope" })], { reason: "APIError: nope" }],
    [
      "that will be the same next time, also without a status",
      [sse({ error: { message: "bad prompt", code: "invalid_prompt" } })],
      { ...lasting, code: "invalid_request" },
    ],
    [
      "for a key, also without a status",
      [sse({ error: { message: "bad key", code: "invalid_api_key" } })],
      { ...lasting, code: "auth" },
    ],
    [
      "for a long conversation",
      [sse({ error: "the context length is exceeded" })],
      { code: "context_overflow", ...lasting },
    ],
  ])("%s", async (_, body, told) => {
    expect(await failure(body)).toMatchObject(told);
  });

  test("and its message says who failed", async () => {
    expect(await failure([upstream])).toMatchObject({
      message:
        "openai-compatible at HOST failed while answering for model test-model: upstream down. Send the prompt again, or choose another model with --model.",
    });
  });
});

test.each<[string, Reply]>([
  ["a web page", { headers: html, body: [page] }],
  ["broken JSON", ['{"choices":[']],
])("a 200 with %s is no answer and not asked for again", async (what, reply) => {
  expect(await failure(reply)).toEqual({
    ...lasting,
    message: expect.stringContaining(`answered HTTP 200 with ${what} instead of an answer. Check --base-url`),
    status: 200,
    code: "invalid_response",
    reason: expect.anything(),
  });
});

test("a compressed answer is named as what nobody asked for, and not asked for again", async () => {
  const body = gzipSync('data: {"choices":[]}\n\n').toString("latin1");
  for (const encoding of ["gzip", "br"])
    expect(await failure({ headers: { "content-encoding": encoding }, body: [body] })).toEqual({
      ...lasting,
      message: `openai-compatible at HOST answered HTTP 200 with a body compressed with ${encoding} instead of an answer. No compression was asked for: turn it off in the server, or in the proxy before it.`,
      status: 200,
      code: "invalid_response",
      reason: expect.anything(),
    });
  expect(await failure(plain(500, [body], { "content-encoding": "gzip" }))).toMatchObject({
    reason: "APIStatusError: HTTP 500: server error",
  });
  expect(await failure({ headers: { "content-encoding": "identity" }, body: [content("a")] })).toMatchObject({
    code: "network",
    texts: ["a"],
  });
});

describe("a stream that ends before its answer is a network failure", () => {
  test.each<[string, Step[], string[]]>([
    ["after text and usage", [content("hello"), usage()], ["hello"]],
    ["with nothing at all", [], []],
    ["with nothing but [DONE]", [DONE], []],
    ["with nothing but usage and [DONE]", [usage(), DONE], []],
    ["in the middle of an event", ['data: {"choices":[{"delta":{"content":"hel'], []],
    ["by a closed connection", [content("a"), CLOSE], ["a"]],
    ["by a closed connection without an answer", [CLOSE], []],
    ["by a reset", [RESET], []],
  ])("%s", async (_, body, texts) => {
    expect(await failure(body)).toMatchObject({ code: "network", recoverable: true, retryable: true, texts });
  });

  test("and a half tool call has no end", async () => {
    await withServer({}, async (server) => {
      server.reply([toolCalls({ index: 0, id: "a", name: "bash", arguments: '{"command":"rm' })]);
      const { events } = await ask(openClient(server), prompt);
      expect(events.map(({ type }) => type)).not.toContain("tool_call_end");
      expect(events.map(({ type }) => type)).not.toContain("stop");
    });
  });

  test("its message says so", async () => {
    expect(await failure([content("hello")])).toMatchObject({
      message:
        "openai-compatible at HOST broke off for model test-model: the stream ended before the answer did. Send the prompt again.",
      reason: "APIConnectionError: the stream ended before the answer did",
    });
  });
});

test("a server that is not there is named with what to check", async () => {
  let baseUrl = "";
  await withServer({}, async (server) => {
    baseUrl = server.baseUrl;
  });
  const { error } = await ask(openClient({ baseUrl }), prompt);
  expect(error).toMatchObject({
    message: `openai-compatible at ${new URL(baseUrl).host} could not be reached: connection refused (ECONNREFUSED). Is the server running? Check --base-url.`,
    code: "network",
    kind: "APIConnectionError",
    summary: "connection refused (ECONNREFUSED)",
    retryable: true,
    recoverable: true,
  });
});

describe("keys", () => {
  const key = "sk-test-SECRET123";
  const more = { apiKey: key, redactor: createRedactor([key]) };

  test("are taken out of whatever a provider says", async () => {
    for (const reply of [
      errorReply(401, `Incorrect API key: ${key}`),
      errorReply(401, `${"x".repeat(190)} ${key}`),
      plain(403, [`no access for ${key}`]),
      [sse({ error: `bad key ${key}` })],
      [delta({}), sse({ choices: [{ finish_reason: "error", error: { message: key } }] })],
    ]) {
      const told = JSON.stringify(await failure(reply, more));
      expect(told).not.toContain("SECRET");
    }
    expect(await failure(errorReply(401, `Incorrect API key: ${key}`), more)).toMatchObject({
      message:
        "openai-compatible at HOST answered HTTP 401 for model test-model: Incorrect API key: ***. Check the key in OPENAI_API_KEY.",
      reason: "APIStatusError: HTTP 401: Incorrect API key: ***",
    });
  });

  test("are sent when given, and no Authorization header when not", async () => {
    await withServer({ otherwise: [content("hi"), finish()] }, async (server) => {
      await ask(openClient(server, more), prompt);
      await ask(openClient(server), prompt);
      expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
        `Bearer ${key}`,
        undefined,
      ]);
    });
  });

  test.each([
    [{ apiKeyVariable: "MY_KEY", apiKeyRequired: true }, "the variable MY_KEY is not set"],
    [{ apiKeyVariable: "MY_KEY", apiKey: "a\nb" }, "the key in MY_KEY holds characters that no key has"],
  ])(
    "that are missing or broken are told by the name of their variable, without a request",
    async (given, what) => {
      await withServer({}, async (server) => {
        const { error } = await ask(openClient(server, given), prompt);
        expect(error).toMatchObject({
          message: `openai-compatible at ${hostOf(server)} cannot be called: ${what}. Put the key into MY_KEY, or name another variable with --api-key-env.`,
          code: "auth",
          recoverable: false,
          retryable: false,
        });
        expect(server.requests).toEqual([]);
      });
    },
  );

  test("do not follow a redirect", async () => {
    await withServer({}, async (other) => {
      await withServer({}, async (server) => {
        server.reply({ status: 307, headers: { location: `${other.baseUrl}/chat/completions` } });
        const { error } = await ask(openClient(server, more), prompt);
        expect(error).toMatchObject({ status: 307, recoverable: false });
        expect(other.requests).toEqual([]);
      });
    });
  });
});

test("an abort ends the request on the wire", async () => {
  for (const begin of [[], [content("a")]] as Step[][]) {
    await withServer({}, async (server) => {
      server.reply([...begin, HANG]);
      const abort = new AbortController();
      const asked = ask(openClient(server), prompt, {
        signal: abort.signal,
        onEvent: () => abort.abort(),
      });
      const request = await server.received(1);
      if (begin.length === 0) abort.abort();
      await request.closed;
      expect((await asked).error).toBeDefined();
    });
  }
});
