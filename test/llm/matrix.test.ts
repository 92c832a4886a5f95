/**
 * Every scenario in every dialect over real sockets: what an answer comes to must not depend on who gave it. The same
 * is said with each dialect's own events, and where a recording of llama.cpp says it too, with its very bytes.
 */
import { describe, expect, test } from "vitest";
import type { ProviderError } from "../../src/errors.ts";
import type { StreamEvent } from "../../src/wire/stream.ts";
import { CLOSE, HANG, type ProviderServer, type Reply, type Step } from "../loopback/provider-server.ts";
import { type Asked, ask, user } from "./ask.ts";
import { cutAtOddBytes, fetchInPieces, llamaFixture, playback } from "./llama-fixture.ts";
import { createManualClock } from "./manual-clock.ts";
import { ANSWERS, expected, paris, type Row, reading } from "./matrix-rows.ts";
import { COUNTS, type Part, type Voice, whole } from "./voices/voice.ts";
import { VOICES } from "./voices/voices.ts";

/** Calls named a, b, … in the order in which they begin: every provider names them in its own way. */
function renamed(events: readonly StreamEvent[]): StreamEvent[] {
  const names = new Map<string, string>();
  return events.map((event) => {
    if (!("tool_call_id" in event)) return event;
    const id = event.tool_call_id;
    if (event.type === "tool_call_start" && !names.has(id))
      names.set(id, String.fromCharCode("a".charCodeAt(0) + names.size));
    return { ...event, tool_call_id: names.get(id) ?? "never begun" };
  });
}

const TOOLS = ["read", "list"].map((name) => ({ name, description: "A tool.", parameters: {} }));
const request = { messages: [user("hi")], tools: TOOLS, thinking: "medium" as const };

/** Asks once. Each attempt must have been one request. */
async function answered(voice: Voice, replies: readonly Reply[], more: Parameters<Voice["open"]>[1] = {}) {
  let told: Asked = { events: [] };
  await voice.withServer({}, async (server) => {
    server.reply(...replies);
    told = await ask(voice.open(server, more), request);
    const retries = told.events.filter(({ type }) => type === "retry");
    expect(server.requests).toHaveLength(1 + retries.length);
    expect(server.others).toEqual([]);
  });
  return { ...told, events: renamed(told.events) };
}

/** The failure without what only this provider has: its name, its address, its model. */
function failureOf(error: unknown, server: Pick<ProviderServer, "baseUrl">, voice: Voice) {
  const { message, code, kind, recoverable } = error as ProviderError;
  const neutral = message
    .replaceAll(new URL(server.baseUrl).host, "HOST")
    .replaceAll(voice.provider, "PROVIDER")
    .replaceAll(voice.model, "MODEL");
  return { message: neutral, code, kind, recoverable };
}

describe.each(VOICES)("$name", (voice) => {
  const possible = Object.entries(ANSWERS).filter(([, row]) => row.cannot?.[voice.name] === undefined);

  describe("says the same as the others", () => {
    test.each(possible)("%s", async (_, row) => {
      const steps = whole(voice, row.parts ?? [], row.end, row.counts);
      expect(await answered(voice, [steps])).toMatchObject({ events: expected(row, voice) });
    });

    test("a filter that kept all back", async () => {
      const row: Row = { parts: [{ text: [voice.filtered] }], end: "filter" };
      const { events } = await answered(voice, [whole(voice, [], "filter")]);
      expect(events).toEqual(expected(row, voice));
    });
  });

  describe("is read the same however it arrives", () => {
    const row: Row = { parts: [{ thinking: ["hm"] }, { text: ["Grüße 🙂", "!"] }, reading("a", "ä")] };
    const steps = whole(voice, row.parts ?? []);
    const text = steps.join("");
    const crlf = text.replaceAll("\n", "\r\n");
    test.each<[string, Step[]]>([
      ["in one piece", [text]],
      ["one byte at a time", [...Buffer.from(text)].map((byte) => Uint8Array.of(byte))],
      ["with CRLF", [crlf]],
      ["cut between CR and LF", crlf.split(/(?<=\r)/)],
      ["with CR", [text.replaceAll("\n", "\r")]],
      ["with a byte order mark", [`\ufeff${text}`]],
      ["without the space behind the colon", [text.replaceAll("data: ", "data:")]],
      ["with comments and pings", steps.flatMap((step) => [...voice.noise, step])],
    ])("%s", async (_, body) => {
      expect((await answered(voice, [body])).events).toEqual(expected(row, voice));
    });
  });

  describe("fails the same as the others", () => {
    const begun: Part[] = [{ text: ["Hello wor"] }];
    const failed = async (reply: Reply) => {
      let told: unknown;
      await voice.withServer({}, async (server) => {
        server.reply(reply);
        const { events, error } = await ask(voice.open(server), request);
        expect(server.requests).toHaveLength(1);
        told = { events, ...failureOf(error, server, voice) };
      });
      return told;
    };
    const text: StreamEvent[] = [{ type: "text_delta", delta: "Hello wor", index: 0 }];

    test("an error in mid-stream", async () => {
      const reply = [...voice.begin(COUNTS), ...voice.content(begun).slice(0, 3), voice.error("boom")];
      expect(await failed(reply)).toEqual({
        events: text,
        message:
          "PROVIDER at HOST failed while answering for model MODEL: boom. Send the prompt again, or choose another model with --model.",
        code: "server_error",
        kind: "APIError",
        recoverable: true,
      });
    });

    test.each<[string, Step[]]>([
      ["a body that ends early", []],
      ["a connection that ends early", [CLOSE]],
    ])("%s", async (_, end) => {
      const reply = [...voice.begin(COUNTS), ...voice.content(begun), ...end];
      expect(await failed(reply)).toMatchObject({
        events: text,
        message: expect.stringMatching(/^PROVIDER at HOST broke off for model MODEL: /),
        code: "network",
        kind: "APIConnectionError",
        recoverable: true,
      });
    });

    test("a call that is cut is never over", async () => {
      const [start = "", ...rest] = voice.content([reading("a", "x")]);
      const reply = [...voice.begin(COUNTS), start, ...rest.slice(0, 2)];
      const { events } = (await failed(reply)) as Asked;
      expect(events[0]).toMatchObject({ type: "tool_call_start", name: "read" });
      expect(events.map(({ type }) => type)).not.toContain("tool_call_end");
      expect(events.map(({ type }) => type)).not.toContain("stop");
    });

    test.each<[string, Part[]]>([
      ["from the beginning", []],
      ["after text", begun],
    ])("silence %s", async (_, parts) => {
      await voice.withServer({}, async (server) => {
        const steps = parts.length === 0 ? [] : [...voice.begin(COUNTS), ...voice.content(parts).slice(0, 3)];
        server.reply([...steps, HANG]);
        const clock = createManualClock();
        let over = false;
        const letPass = () => {
          if (over) return;
          clock.pass(3000);
          setImmediate(letPass);
        };
        const asked = ask(voice.open(server, { clock, timeoutMs: 3000 }), request, { onEvent: letPass });
        const sent = await server.received(1);
        if (parts.length === 0) letPass();
        const { events, error } = await asked;
        over = true;
        expect({ events, ...failureOf(error, server, voice) }).toEqual({
          events: parts.length === 0 ? [] : text,
          message:
            "PROVIDER at HOST sent nothing for 3 s for model MODEL. A slow model may need more: --provider-timeout SECONDS.",
          code: "timeout",
          kind: "APITimeoutError",
          recoverable: true,
        });
        await sent.closed;
        expect(server.requests).toHaveLength(1);
      });
    });

    test("silence after the end costs nothing", async () => {
      await voice.withServer({}, async (server) => {
        server.reply([
          ...voice.begin(COUNTS),
          ...voice.content(begun),
          ...voice.end("done", COUNTS).slice(0, 1),
          HANG,
        ]);
        const clock = createManualClock({ instant: true });
        const { events, error } = await ask(voice.open(server, { clock }), request);
        expect(error).toBeUndefined();
        expect(events.at(-1)).toEqual({ type: "stop", stop_reason: "end_turn" });
      });
    });
  });
});

describe("llama.cpp's own bytes say the same as its dialect", () => {
  const recorded = Object.entries(ANSWERS).filter(([, { llama }]) => llama !== undefined);
  const chat = VOICES.find(({ name }) => name === "chat") as Voice;
  describe.each<[string, (chunks: Buffer[]) => Buffer[]]>([
    ["in the chunks in which they came", (chunks) => chunks],
    ["cut at every odd byte", (chunks) => cutAtOddBytes(Buffer.concat(chunks))],
    ["in one piece", (chunks) => [Buffer.concat(chunks)]],
  ])("%s", (_, cut) => {
    test.each(recorded)("%s", async (_name, row) => {
      const fixture = llamaFixture(row.llama ?? "");
      const fetch = fetchInPieces(() => cut(fixture.chunks));
      expect(await answered(chat, [playback(fixture)], { fetch })).toMatchObject({
        events: expected(row, chat),
      });
    });
  });
});

test("llama.cpp's own refusal while it loads a model is tried again", async () => {
  const chat = VOICES.find(({ name }) => name === "chat") as Voice;
  const replies = ["error-loading", "text"].map((name) => playback(llamaFixture(name)));
  const retry = { maxRetries: 1, baseDelayMs: 0, maxDelayMs: 0 };
  const reason = "APIStatusError: HTTP 503: Loading model";
  const { events } = await answered(chat, replies, { retry });
  expect(events).toEqual([
    { type: "retry", attempt: 2, total_attempts: 2, delay_seconds: 0, reason },
    ...expected({ parts: [{ text: paris }], counts: { input: 53, output: 10 } }, chat),
  ]);
});

test("what a dialect cannot say is this, and nothing else is left out", () => {
  const left = Object.entries(ANSWERS).flatMap(([row, { cannot = {} }]) =>
    Object.entries(cannot).map(([name, reason]) => `${name}: ${row}, as ${reason}`),
  );
  expect(left).toEqual([
    "generate: stop by length in a call, as a call comes whole or not at all",
    "chat: usage with what was written to a cache, as it counts no writes to a cache",
    "generate: usage with what was written to a cache, as it counts no writes to a cache",
  ]);
});
