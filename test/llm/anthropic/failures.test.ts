import { describe, expect, test } from "vitest";
import type { ProviderError } from "../../../src/errors.ts";
import { createRedactor } from "../../../src/secrets/redactor.ts";
import {
  callPart,
  errorEvent,
  event,
  MESSAGE_STOP,
  messageDelta,
  messageStart,
  messagesAnswer,
  PING,
  textPart,
} from "../../loopback/messages-chunks.ts";
import { messagesError } from "../../loopback/messages-server.ts";
import { CLOSE, HANG, jsonReply, RESET, type Reply, type Step } from "../../loopback/provider-server.ts";
import { ask, textsOf, user } from "../ask.ts";
import { createManualClock } from "../manual-clock.ts";
import { hostOf } from "../openai-compatible/open-client.ts";
import { openClient, withMessagesServer } from "./open-client.ts";

const prompt = { messages: [user("hi")] };
const lasting = { recoverable: false, retryable: false };
const passing = { recoverable: true, retryable: true };

/** What is told of the failure; HOST stands for the server's host. */
async function failure(reply: Reply, more: Parameters<typeof openClient>[1] = {}) {
  let told: unknown;
  await withMessagesServer({}, async (server) => {
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

test("a failed answer says who failed, on what, and what to change", async () => {
  expect(await failure(messagesError(401, "authentication_error", "invalid x-api-key"))).toEqual({
    ...lasting,
    message:
      "anthropic at HOST answered HTTP 401 for model claude-sonnet-4-5: invalid x-api-key. Check the key in ANTHROPIC_API_KEY.",
    status: 401,
    code: "auth",
    reason: "APIStatusError: HTTP 401: invalid x-api-key",
    texts: [],
  });
});

test.each<[number, string, string, object]>([
  [400, "invalid_request_error", "messages.0: no", { ...lasting, code: "invalid_request" }],
  [
    400,
    "invalid_request_error",
    "prompt is too long: 210000 tokens > 200000 maximum",
    { ...lasting, code: "context_overflow" },
  ],
  [
    400,
    "invalid_request_error",
    "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length or `max_tokens` and try again",
    { ...lasting, code: "context_overflow" },
  ],
  [413, "request_too_large", "Request exceeds the maximum size", { ...lasting, code: "context_overflow" }],
  [
    400,
    "invalid_request_error",
    "Your credit balance is too low to access the Anthropic API.",
    { ...lasting, message: expect.stringMatching(/See to the account's plan and billing/) },
  ],
  [
    400,
    "invalid_request_error",
    "Output blocked by content filtering policy",
    { ...lasting, code: "content_filter" },
  ],
  [
    402,
    "billing_error",
    "No card.",
    { ...lasting, message: expect.stringMatching(/See to the account's plan and billing/) },
  ],
  [403, "permission_error", "Not for this key", { ...lasting, code: "auth" }],
  [404, "not_found_error", "model: claude-x", { ...lasting, code: "model_not_found" }],
  [429, "rate_limit_error", "This request would exceed your rate limit", { ...passing, code: "rate_limit" }],
  [500, "api_error", "Internal server error", { ...passing, code: "server_error" }],
  [504, "timeout_error", "Request timed out", { ...passing, code: "server_error" }],
  [
    529,
    "overloaded_error",
    "Overloaded",
    { ...passing, code: "overloaded", reason: "APIStatusError: HTTP 529: Overloaded" },
  ],
])("%i %s is known for what it is: %s", async (status, type, message, told) => {
  expect(await failure(messagesError(status, type, message))).toMatchObject({ status, ...told });
});

describe("an error inside a 200 stream is a failure", () => {
  test.each<[string, Step[], object]>([
    [
      "of a server that is overloaded",
      [errorEvent("overloaded_error", "Overloaded")],
      { ...passing, status: 529, code: "overloaded", reason: "APIError: error 529: Overloaded" },
    ],
    [
      "after content",
      [messageStart(), ...textPart(0, "a"), errorEvent("api_error", "boom")],
      { ...passing, status: 500, texts: ["a"] },
    ],
    [
      "that will be the same next time",
      [messageStart(), errorEvent("invalid_request_error", "no")],
      { ...lasting, status: 400, code: "invalid_request" },
    ],
    [
      "of a type that is not known",
      [errorEvent("new_error", "boom")],
      { ...passing, reason: "APIError: boom" },
    ],
    [
      "of a long conversation",
      [errorEvent("invalid_request_error", "prompt is too long")],
      { ...lasting, code: "context_overflow" },
    ],
    [
      "without a type",
      ['event: error\ndata: {"error":{"message":"boom"}}\n\n'],
      { ...passing, reason: "APIError: boom" },
    ],
    ["without JSON", ["event: error\ndata: boom\n\n"], { ...passing, reason: "APIError: boom" }],
    [
      "as a whole body",
      [JSON.stringify({ type: "error", error: { type: "api_error", message: "nope" } })],
      { ...passing, status: 500, reason: "APIError: error 500: nope" },
    ],
    ["as a body of another shape", [JSON.stringify({ detail: "nope" })], { reason: "APIError: nope" }],
  ])("%s", async (_, body, told) => {
    expect(await failure(body)).toMatchObject(told);
  });
});

describe("a stream that ends before its answer is a network failure", () => {
  test.each<[string, Step[], string[]]>([
    ["after text", [messageStart(), ...textPart(0, "hello")], ["hello"]],
    ["after a reason that is none", [messageStart(), ...textPart(0, "hello"), messageDelta(null)], ["hello"]],
    ["with nothing at all", [], []],
    ["with its beginning only", [messageStart(), PING], []],
    ["with nothing but its end", [messageStart(), MESSAGE_STOP], []],
    ["in the middle of an event", ['event: content_block_delta\ndata: {"type":"con'], []],
    ["by a closed connection", [messageStart(), ...textPart(0, "a"), CLOSE], ["a"]],
    ["by a reset", [RESET], []],
  ])("%s", async (_, body, texts) => {
    expect(await failure(body)).toMatchObject({ ...passing, code: "network", texts });
  });

  test("and a half call has no end", async () => {
    await withMessagesServer({}, async (server) => {
      server.reply([messageStart(), ...callPart(0, "a", "bash", '{"command":"rm').slice(0, -1)]);
      const { events } = await ask(openClient(server), prompt);
      expect(events.map(({ type }) => type)).toEqual(["tool_call_start", "tool_call_args_delta"]);
    });
  });
});

describe("silence", () => {
  const timeout = { ...passing, code: "timeout", summary: "nothing came for 3 s" };

  test("in mid-stream is not broken by pings", async () => {
    await withMessagesServer({}, async (server) => {
      const clock = createManualClock();
      let ping = () => {};
      const pinged = new Promise<void>((resolve) => {
        ping = resolve;
      });
      server.reply([messageStart(), ...textPart(0, "a").slice(0, -1), { wait: pinged }, PING, HANG]);
      const waitForPing = async () => {
        clock.pass(2000);
        const waiting = clock.waiting();
        ping();
        await waiting;
        clock.pass(1000);
      };
      const asked = ask(openClient(server, { clock, timeoutMs: 3000 }), prompt, {
        onEvent: () => setImmediate(waitForPing),
      });
      const { events, error } = await asked;
      expect(textsOf(events)).toEqual(["a"]);
      expect(error).toMatchObject(timeout);
      expect(clock.asked.at(-1)).toBeLessThanOrEqual(1000);
    });
  });
});

test("keys are sent in their header and taken out of what the provider says", async () => {
  const apiKey = "sk-ant-SECRET123";
  await withMessagesServer({ otherwise: messagesAnswer([textPart(0, "hi")]) }, async (server) => {
    await ask(openClient(server, { apiKey }), prompt);
    expect(server.requests[0]?.headers).toMatchObject({
      "x-api-key": apiKey,
      "anthropic-version": "2023-06-01",
    });
    expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
  });
  const more = { apiKey, redactor: createRedactor([apiKey]) };
  for (const reply of [
    messagesError(401, "authentication_error", `no such key: ${apiKey}`),
    [event("error", { error: { type: "api_error", message: apiKey } })],
    jsonReply(403, { detail: apiKey }),
  ])
    expect(JSON.stringify(await failure(reply, more))).not.toContain("SECRET");
});
