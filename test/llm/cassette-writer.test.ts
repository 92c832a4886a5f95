import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { foldStream } from "../../src/agent/fold.ts";
import { UsageError } from "../../src/errors.ts";
import type { Cassette } from "../../src/llm/replay/cassette.ts";
import { openCassetteWriter } from "../../src/llm/replay/cassette-writer.ts";
import { loadCassette, parseCassette } from "../../src/llm/replay/load-cassette.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import type { ErrorEvent, Event } from "../../src/wire/events.ts";
import type { AssistantContent, AssistantMessage, StopReason, UserMessage } from "../../src/wire/messages.ts";
import type { MessageStreamEvent, RetryEvent, StreamEvent } from "../../src/wire/stream.ts";
import { assistant, text, user } from "./ask.ts";
import { createManualClock } from "./manual-clock.ts";
import { ended, streamed } from "./tape.ts";

const folder = mkdtempSync(join(tmpdir(), "letscode-record-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = () => join(folder, `${++files}.ndjson`);
const redactor = createRedactor([]);

describe("a recording", () => {
  test("is a new file for its owner only, there at once", () => {
    const path = newPath();
    openCassetteWriter(path, { clock: createManualClock(), redactor }).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("overwrites nothing", () => {
    const path = newPath();
    writeFileSync(path, "precious");
    expect(() => openCassetteWriter(path, { clock: createManualClock(), redactor })).toThrow(
      new UsageError(`--record ${path}: the file exists and is not overwritten; name another or remove it`),
    );
    expect(readFileSync(path, "utf8")).toBe("precious");
  });

  test("needs a folder that is there", () => {
    const path = join(folder, "none", "x");
    expect(() => openCassetteWriter(path, { clock: createManualClock(), redactor })).toThrow(UsageError);
    expect(existsSync(path)).toBe(false);
  });

  test("holds every event as one line and the time whenever it has passed, without waiting for close", () => {
    const path = newPath();
    const clock = createManualClock();
    clock.pass(5000);
    const writer = openCassetteWriter(path, { clock, redactor });
    const [start, delta, end] = streamed(assistant([text("hi")]), {
      type: "text_delta",
      delta: "hi",
      index: 0,
    });
    writer.record(start as Event);
    clock.pass(30);
    writer.record(delta as Event);
    writer.record(delta as Event);
    clock.pass(1);
    writer.modelCall({ purpose: "compaction", message: assistant([text("sum")], { id: "m" }) });
    writer.record(end as Event);
    const written = readFileSync(path, "utf8");
    expect(written.endsWith("\n")).toBe(true);
    expect(
      written
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { type: "clock", ms: 0 },
      start,
      { type: "clock", ms: 30 },
      delta,
      delta,
      { type: "clock", ms: 31 },
      { type: "model_call", purpose: "compaction", message: assistant([text("sum")], { id: "m" }) },
      end,
    ]);
    writer.close();
  });

  test("never goes back in time", () => {
    const path = newPath();
    let now = 100;
    const writer = openCassetteWriter(path, { clock: { ...createManualClock(), now: () => now }, redactor });
    for (now of [150, 120, 160]) writer.record({ type: "turn_start", turn: 1 });
    writer.close();
    expect([...readFileSync(path, "utf8").matchAll(/"ms":(\d+)/g)].map(([, ms]) => ms)).toEqual(["50", "60"]);
  });

  test("holds no configured key", () => {
    const path = newPath();
    const key = 'sk-"secret"-1234';
    const writer = openCassetteWriter(path, { clock: createManualClock(), redactor: createRedactor([key]) });
    writer.record(ended(user(`my key is ${key}`)));
    writer.close();
    expect(readFileSync(path, "utf8")).toContain('"my key is ***"');
  });

  test("ends with close: later events and a second close change nothing", () => {
    const path = newPath();
    const writer = openCassetteWriter(path, { clock: createManualClock(), redactor });
    writer.close();
    writer.close();
    writer.record({ type: "turn_start", turn: 1 });
    expect(readFileSync(path, "utf8")).toBe("");
  });

  test("that can go no further says so once and ends", () => {
    const writer = openCassetteWriter(newPath(), {
      clock: createManualClock(),
      redactor: {
        ...redactor,
        line: () => {
          throw new Error("no space");
        },
      },
    });
    const record = () => writer.record({ type: "turn_start", turn: 1 });
    expect(record).toThrow(/^the recording .* ends here: no space$/);
    expect(record).not.toThrow();
  });
});

/** One call as a loop emits it: retries, the answer in deltas, how it ended. */
interface Turn {
  prompt: UserMessage;
  retries: RetryEvent[];
  message: AssistantMessage;
  updates: MessageStreamEvent[];
  error?: ErrorEvent;
}

/** Text in pieces of up to `size` UTF-16 units. */
function cut(whole: string, size: number): string[] {
  const parts: string[] = [];
  for (let start = 0; start < whole.length; start += size) parts.push(whole.slice(start, start + size));
  return parts;
}

function updatesOf(content: AssistantContent[], size: number): MessageStreamEvent[] {
  return content.flatMap((block, index): MessageStreamEvent[] => {
    if (block.type === "text")
      return cut(block.text, size).map((delta) => ({ type: "text_delta", delta, index }));
    if (block.type === "thinking")
      return cut(block.thinking, size).map((delta) => ({ type: "thinking_delta", delta, index }));
    const { tool_call_id, name, arguments: args } = block;
    return [
      { type: "tool_call_start", tool_call_id, name, index },
      ...cut(JSON.stringify(args), size).map(
        (delta) => ({ type: "tool_call_args_delta", tool_call_id, delta }) as const,
      ),
      { type: "tool_call_end", tool_call_id, arguments: args },
    ];
  });
}

const words = fc.string({
  unit: fc.constantFrom("a", "é", "漢", "\n", '"', "\u2028", "\\", "{"),
  minLength: 1,
});
const block: fc.Arbitrary<AssistantContent> = fc.oneof(
  words.map((said) => ({ type: "text" as const, text: said })),
  words.map((said) => ({ type: "thinking" as const, thinking: said, signature: "s" })),
  fc.record({
    type: fc.constant("tool_call" as const),
    tool_call_id: fc.uuid(),
    name: fc.constantFrom("read", "bash"),
    arguments: fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<Record<string, never>>,
  }),
);
const turn: fc.Arbitrary<Turn> = fc
  .record({
    prompt: words,
    retries: fc.nat(2),
    content: fc.array(block, { maxLength: 4 }),
    size: fc.integer({ min: 1, max: 5 }),
    end: fc.constantFrom<StopReason>("end_turn", "tool_use", "max_tokens", "error", "aborted"),
  })
  .map(({ prompt, retries, content, size, end }) => {
    const message = assistant(content, { stop_reason: end });
    const failed = end === "error" || end === "aborted";
    return {
      prompt: user(prompt),
      retries: Array.from({ length: retries }, (_, index) => ({
        type: "retry" as const,
        attempt: index + 2,
        total_attempts: 3,
        delay_seconds: 1,
        reason: "r",
      })),
      message,
      updates: [
        ...updatesOf(content, size),
        ...(failed
          ? []
          : [
              { type: "usage" as const, ...message.usage },
              { type: "stop" as const, stop_reason: end },
            ]),
      ],
      ...(end === "error" ? { error: { type: "error" as const, error: "no", recoverable: true } } : {}),
    };
  });

function eventsOf({ prompt, retries, message, updates, error }: Turn): Event[] {
  const middle = streamed(message, ...updates);
  return [
    { type: "agent_start", messages: [prompt] },
    { type: "turn_start", turn: 1 },
    ended(prompt),
    ...retries,
    ...middle,
    ...(error ? [error] : []),
    { type: "turn_end", turn: 1, message, tool_results: [] },
  ];
}

function record(turns: readonly Turn[]): string {
  const path = newPath();
  const clock = createManualClock();
  const writer = openCassetteWriter(path, { clock, redactor });
  for (const event of turns.flatMap(eventsOf)) {
    writer.record(event);
    clock.pass(3);
  }
  writer.close();
  return path;
}

function fold(events: readonly StreamEvent[]): AssistantContent[] {
  return events.reduce(foldStream, assistant([])).content;
}

/** A loaded recording without what only messages name. */
function contents({ calls }: Cassette) {
  return calls.map(({ message, failure, before, steps }) => ({
    message,
    failure,
    before,
    events: steps.map(({ event }) => event),
  }));
}

describe("what is recorded is what loads:", () => {
  test("calls, retries, every delta, failures and prompts, and the deltas fold to the message", () => {
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 4 }), (turns) => {
        const cassette = loadCassette(record(turns));
        expect(contents(cassette)).toEqual(
          turns.map(({ prompt, retries, message, updates, error }) => ({
            message: JSON.parse(JSON.stringify(message)),
            failure: error,
            before: [
              { kind: "text", text: prompt.content[0]?.type === "text" ? prompt.content[0].text : "" },
            ],
            events: JSON.parse(JSON.stringify([...retries, ...updates])),
          })),
        );
        for (const [index, { steps }] of cassette.calls.entries())
          expect(fold(steps.map(({ event }) => event))).toEqual(
            JSON.parse(JSON.stringify(turns[index]?.message.content)).map(withoutSignature),
          );
        expect(cassette.timed).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("cut anywhere, as by a kill, it is the beginning of that", () => {
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 1, maxLength: 3 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (turns, share) => {
          const whole = readFileSync(record(turns));
          const all = contents(parseCassette(whole.toString(), "whole"));
          const path = newPath();
          writeFileSync(path, whole.subarray(0, Math.floor(whole.length * share)));
          try {
            const part = contents(loadCassette(path));
            expect(part.map(({ message }) => message)).toEqual(
              all.slice(0, part.length).map(({ message }) => message),
            );
          } catch (error) {
            expect(error).toBeInstanceOf(UsageError);
            expect(String(error)).toContain("holds no assistant message");
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

function withoutSignature(content: AssistantContent): AssistantContent {
  if (content.type !== "thinking") return content;
  return { type: "thinking", thinking: content.thinking };
}
