import { expect, test } from "vitest";
import { ProviderError, type ProviderFailure } from "../../src/errors.ts";
import type { LLMClient, ModelStream } from "../../src/llm/client.ts";
import { type RetryPolicy, withRetries } from "../../src/llm/retry.ts";
import { zeroUsage } from "../../src/usage.ts";
import type { StreamEvent } from "../../src/wire/stream.ts";
import { ask, user } from "./ask.ts";
import { createManualClock, type ManualClock } from "./manual-clock.ts";

const hello: StreamEvent = { type: "text_delta", delta: "hello", index: 0 };
const stop: StreamEvent = { type: "stop", stop_reason: "end_turn" };
const usage = (output_tokens: number): StreamEvent => ({ type: "usage", ...zeroUsage(), output_tokens });

function busy(more: Partial<ProviderFailure> = {}): ProviderError {
  return new ProviderError("the server is busy. Wait a little.", {
    status: 429,
    recoverable: true,
    retryable: true,
    summary: "HTTP 429: rate limited",
    ...more,
  });
}

/** A client whose attempts are scripted: events, then an error or the end. */
function scripted(
  attempts: (StreamEvent | Error)[][],
  { clock, policy = {} }: { clock: ManualClock; policy?: Partial<RetryPolicy> },
): LLMClient & { made: number; closed: number } {
  const client = {
    provider: "scripted",
    model: "m",
    made: 0,
    closed: 0,
    stream: (_: unknown, { signal }: { signal: AbortSignal }) =>
      withRetries(() => attempt(attempts[client.made++] ?? []), {
        policy: { maxRetries: 2, baseDelayMs: 1000, maxDelayMs: 10_000, ...policy },
        clock,
        signal,
      }),
  };
  async function* attempt(steps: (StreamEvent | Error)[]): ModelStream {
    try {
      for (const step of steps) {
        if (step instanceof Error) throw step;
        yield step;
      }
      return { usage: zeroUsage() };
    } finally {
      client.closed++;
    }
  }
  return client;
}

const prompt = { messages: [user("hi")] };

test("each failed attempt is announced before the next one, and the pause doubles up to the cap", async () => {
  const clock = createManualClock({ instant: true });
  const attempts = [[busy()], [busy()], [busy()], [busy()], [busy()], [hello, stop]];
  const client = scripted(attempts, { clock, policy: { maxRetries: 5 } });
  const { events } = await ask(client, prompt);
  const retry = (attempt: number, delay_seconds: number) => ({
    type: "retry",
    attempt,
    total_attempts: 6,
    delay_seconds,
    reason: "APIStatusError: HTTP 429: rate limited",
  });
  expect(events).toEqual([retry(2, 1), retry(3, 2), retry(4, 4), retry(5, 8), retry(6, 10), hello, stop]);
  expect(clock.asked).toEqual([1000, 2000, 4000, 8000, 10_000]);
});

test("when the retries are spent the last failure is thrown", async () => {
  const last = busy({ status: 503 });
  const client = scripted([[busy()], [busy()], [last]], { clock: createManualClock({ instant: true }) });
  const { events, error } = await ask(client, prompt);
  expect(events.map(({ type }) => type)).toEqual(["retry", "retry"]);
  expect(error).toBe(last);
  expect(client.made).toBe(3);
});

test("no retries means one attempt", async () => {
  const client = scripted([[busy()]], { clock: createManualClock(), policy: { maxRetries: 0 } });
  expect(await ask(client, prompt)).toEqual({ events: [], error: busy() });
});

test.each<[string, StreamEvent]>([
  ["text", hello],
  ["thinking", { type: "thinking_delta", delta: "hm", index: 0 }],
  ["a tool call", { type: "tool_call_start", tool_call_id: "a", name: "ls", index: 0 }],
])("nothing is retried once %s has come", async (_, content) => {
  const client = scripted([[content, busy()]], { clock: createManualClock() });
  expect(await ask(client, prompt)).toEqual({ events: [content], error: busy() });
  expect(client.made).toBe(1);
});

test("usage before content is held, so that a failed attempt leaves no trace", async () => {
  const clock = createManualClock({ instant: true });
  const client = scripted(
    [
      [usage(1), busy()],
      [usage(2), usage(3), hello, usage(4), stop],
    ],
    { clock },
  );
  const { events } = await ask(client, prompt);
  expect(events.slice(1)).toEqual([usage(3), hello, usage(4), stop]);
  expect(events[0]?.type).toBe("retry");
});

test("usage of an answer without content comes before its stop, or at its end", async () => {
  const clock = createManualClock();
  expect((await ask(scripted([[usage(1), stop]], { clock }), prompt)).events).toEqual([usage(1), stop]);
  expect((await ask(scripted([[usage(1)]], { clock }), prompt)).events).toEqual([usage(1)]);
});

test.each([
  ["a failure that is not retryable", busy({ retryable: false })],
  ["an error of our own", new Error("bug")],
])("%s passes through", async (_, error) => {
  const client = scripted([[error]], { clock: createManualClock() });
  expect(await ask(client, prompt)).toEqual({ events: [], error });
});

test.each([
  ["a longer wish to wait wins over the doubling and its cap", 30_000, 30_000],
  ["a shorter wish does not shorten the pause", 200, 1000],
  ["a wish of one minute is granted", 60_000, 60_000],
])("%s", async (_, retryAfterMs, pause) => {
  const clock = createManualClock({ instant: true });
  const { events } = await ask(scripted([[busy({ retryAfterMs })], [hello]], { clock }), prompt);
  expect(clock.asked).toEqual([pause]);
  expect(events[0]).toMatchObject({ type: "retry", delay_seconds: pause / 1000 });
});

test("a wish of more than a minute is not waited for: the failure surfaces", async () => {
  const error = busy({ retryAfterMs: 60_001 });
  const client = scripted([[error], [hello]], { clock: createManualClock() });
  expect(await ask(client, prompt)).toEqual({ events: [], error });
});

test("an abort ends the pause at once, and no further attempt is made", async () => {
  const clock = createManualClock();
  const abort = new AbortController();
  const client = scripted([[busy()], [hello]], { clock });
  const asked = ask(client, prompt, { signal: abort.signal });
  await clock.waiting();
  abort.abort();
  expect((await asked).events).toHaveLength(1);
  expect(client.made).toBe(1);
});

test("an aborted call is not retried", async () => {
  const client = scripted([[busy()], [hello]], { clock: createManualClock() });
  expect(await ask(client, prompt, { signal: AbortSignal.abort() })).toEqual({ events: [], error: busy() });
});

test("a consumer that leaves closes the attempt", async () => {
  const client = scripted([[hello, hello, hello]], { clock: createManualClock() });
  const options = { signal: new AbortController().signal, purpose: "turn" };
  for await (const event of client.stream({ system: "", tools: [], thinking: "off", ...prompt }, options)) {
    expect(event).toEqual(hello);
    break;
  }
  expect(client.closed).toBe(1);
});
