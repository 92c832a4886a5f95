/** What is tried again, when, and what is told of it: L1 to L5 of the protocol in every dialect, in injected time. */
import { describe, expect, test } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import type { Event } from "../../src/wire/events.ts";
import type { StreamEvent } from "../../src/wire/stream.ts";
import { CLOSE, RESET, type Reply } from "../loopback/provider-server.ts";
import { type Asked, ask, user } from "./ask.ts";
import { createManualClock } from "./manual-clock.ts";
import { COUNTS, type Part, type Voice, whole } from "./voices/voice.ts";
import { VOICES } from "./voices/voices.ts";

const tools = [{ name: "ls", description: "A tool.", parameters: {} }];
const request = { messages: [user("hi")], tools, thinking: "medium" as const };
const retry = { maxRetries: 2, baseDelayMs: 1000, maxDelayMs: 10_000 };
const hi: StreamEvent = { type: "text_delta", delta: "hi", index: 0 };

/** Asks once, pauses over at once. Each attempt must have been one request. */
async function asked(voice: Voice, replies: readonly Reply[], more: Parameters<Voice["open"]>[1] = {}) {
  const clock = createManualClock({ instant: true });
  let told: Asked = { events: [] };
  await voice.withServer({}, async (server) => {
    server.reply(...replies);
    told = await ask(voice.open(server, { retry, clock, ...more }), request);
    const retries = told.events.filter(({ type }) => type === "retry");
    expect(server.requests).toHaveLength(1 + retries.length);
  });
  return told;
}

const retryEvent = (attempt: number, delay_seconds: number, reason: string, total_attempts = 3) => ({
  type: "retry",
  attempt,
  total_attempts,
  delay_seconds,
  reason,
});
const pausesOf = ({ events }: Asked) =>
  events.flatMap((event) => (event.type === "retry" ? [event.delay_seconds] : []));

describe.each(VOICES)("$name", (voice) => {
  /** At once: pauses that are over at once would also end the wait for the counts. */
  const good = [whole(voice, [{ text: ["hi"] }]).join("")];
  const begun = (...parts: Part[]) => [...voice.begin(COUNTS), ...voice.content(parts)];

  test.each([408, 409, 429, 500, 502, 503, 504, 529])("HTTP %i is tried again [L1 L3]", async (status) => {
    const { events } = await asked(voice, [voice.refusal(status, "no luck"), good]);
    const reason = `APIStatusError: HTTP ${status}: no luck`;
    expect(events.slice(0, 2)).toEqual([retryEvent(2, 1, reason), hi]);
  });

  test.each<[string, Reply, string | RegExp]>([
    ["a reset", [RESET], "APIConnectionError: the connection was reset (ECONNRESET)"],
    ["a connection that ends", [CLOSE], /^APIConnectionError: /],
    ["a body that ends", voice.begin(COUNTS), "APIConnectionError: the stream ended before the answer did"],
    ["an error in place of an answer", [voice.error("boom")], /^APIError: .*boom$/],
    ["an error after the beginning", [...voice.begin(COUNTS), voice.error("boom")], /^APIError: .*boom$/],
  ])("%s before content is tried again, and leaves no trace [L1 L3]", async (_, reply, reason) => {
    const { events } = await asked(voice, [reply, good]);
    expect(events.map((event) => (event.type === "retry" ? "retry" : event.type))).toEqual([
      "retry",
      "text_delta",
      "usage",
      "stop",
    ]);
    expect(events[0]).toMatchObject({
      reason: typeof reason === "string" ? reason : expect.stringMatching(reason),
    });
  });

  test("thinking that is not shown is no content [L1]", async () => {
    await voice.withServer({}, async (server) => {
      server.reply(begun({ thinking: ["hm"] }), good);
      const clock = createManualClock({ instant: true });
      const { events } = await ask(voice.open(server, { retry, clock }), { ...request, thinking: "off" });
      expect(events.map(({ type }) => type)).toEqual(["retry", "text_delta", "usage", "stop"]);
    });
  });

  test.each<[string, Part]>([
    ["text", { text: ["hi"] }],
    ["thinking", { thinking: ["hm"] }],
    ["a call", { call: "a", name: "ls", pieces: ['{"a":1}'] }],
  ])("nothing is tried again after %s [L1]", async (_, part) => {
    for (const end of [CLOSE, voice.error("boom")]) {
      const { events, error } = await asked(voice, [[...begun(part), end]]);
      expect(events.map(({ type }) => type)).not.toContain("retry");
      expect(error).toMatchObject({ recoverable: true });
    }
  });

  test("pauses double up to the longest one [L2]", async () => {
    const busy = voice.refusal(503, "busy");
    const told = await asked(voice, Array(6).fill(busy), { retry: { ...retry, maxRetries: 5 } });
    const reason = "APIStatusError: HTTP 503: busy";
    expect(told.events).toEqual([1, 2, 4, 8, 10].map((pause, at) => retryEvent(at + 2, pause, reason, 6)));
    expect(told.error).toMatchObject({ code: "overloaded", recoverable: true });
  });

  test.each<[string, Record<string, string>, number[]]>([
    ["seconds", { "retry-after": "30" }, [30]],
    ["a fraction", { "retry-after": "1.5" }, [1.5]],
    ["a date", { "retry-after": new Date(20_000).toUTCString() }, [20]],
    ["milliseconds", { "retry-after-ms": "2500" }, [2.5]],
    ["a minute", { "retry-after": "60" }, [60]],
    ["more than a minute", { "retry-after": "60.1" }, []],
    ["less than the usual pause", { "retry-after": "0.2" }, [1]],
    ["nonsense", { "retry-after": "1e3" }, [1]],
  ])("a wish to wait is heeded: %s [L2]", async (_, headers, pauses) => {
    const told = await asked(voice, [voice.refusal(429, "slow", headers), good]);
    expect(pausesOf(told)).toEqual(pauses);
    expect(told.error === undefined).toBe(pauses.length > 0);
  });

  test("no key is told, whatever the provider says [L3]", async () => {
    const key = "sk-test-SECRET123";
    const more = { apiKey: key, redactor: createRedactor([key]), retry: { ...retry, maxRetries: 1 } };
    for (const reply of [voice.refusal(500, `no ${key}`), [voice.error(`no ${key}`)]]) {
      const { events, error } = await asked(voice, [reply, reply], more);
      const told = JSON.stringify([events, String(error)]);
      expect(told).not.toContain("SECRET");
      expect(told).toContain("no ***");
    }
  });

  test("an abort ends the pause at once, without another request [L4]", async () => {
    await voice.withServer({ otherwise: voice.refusal(503, "busy") }, async (server) => {
      const abort = new AbortController();
      const clock = createManualClock();
      const pending = ask(voice.open(server, { retry, clock }), request, {
        signal: abort.signal,
        onEvent: () => setImmediate(() => abort.abort()),
      });
      const { events } = await pending;
      expect(events).toEqual([retryEvent(2, 1, "APIStatusError: HTTP 503: busy")]);
      expect(server.requests).toHaveLength(1);
    });
  });

  test("a failure ends the run, the model never sees it, and the next prompt works [L5]", async () => {
    await voice.withServer({}, async (server) => {
      server.reply([...begun({ text: ["half of it"] }), voice.error("boom")], good);
      const agent = new Agent({ model: voice.open(server) });
      const events: Event[] = [];
      agent.subscribe((event) => void events.push(event));
      const { error } = await agent.prompt("first");
      expect(error).toContain("boom");
      expect(events.slice(-4)).toMatchObject([
        { type: "message_end", message: { content: [{ text: "half of it" }], stop_reason: "error" } },
        { type: "error", code: "server_error", recoverable: true },
        { type: "turn_end" },
        { type: "agent_end", stop_reason: "error", error },
      ]);
      expect(await agent.prompt("second")).toEqual({ error: null, stop_reason: "end_turn" });
      expect(server.requests[1]?.text).toContain("second");
      expect(server.requests[1]?.text).not.toContain("half of it");
      expect(server.requests).toHaveLength(2);
    });
  });

  test.each([400, 401, 403, 404, 413, 422])("HTTP %i lasts until something changes [L5]", async (status) => {
    const { events, error } = await asked(voice, [voice.refusal(status, "no")]);
    expect(events).toEqual([]);
    expect(error).toMatchObject({ status, recoverable: false, retryable: false });
  });
});
