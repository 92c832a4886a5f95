import { describe, expect, test } from "vitest";
import { ProviderError } from "../../src/errors.ts";
import type { Cassette } from "../../src/llm/replay/cassette.ts";
import { createReplayModel, type ReplayOptions } from "../../src/llm/replay/replay-model.ts";
import type { ErrorEvent } from "../../src/wire/events.ts";
import type { ModelMessage } from "../../src/wire/messages.ts";
import { ask, assistant, call, result, text, textsOf, user } from "./ask.ts";
import { createManualClock } from "./manual-clock.ts";
import { ended, streamed, tape } from "./tape.ts";

const u1 = user("one");
const u2 = user("two");
const u3 = user("three");
const a1 = assistant([text("first")]);
const a2 = assistant([text("second")]);
const a3 = assistant([text("third")]);
const failed = assistant([text("par")], { stop_reason: "error", error_message: "it broke" });
const aborted = assistant([text("par")], { stop_reason: "aborted" });
const calling = assistant([call("c1", "read", { path: "a" })]);
const read = result("c1", "read", "recorded content");

/** A conversation over one replay: each request gives the text that came, or the error's message. */
function play(cassette: Cassette, options: ReplayOptions = {}) {
  const model = createReplayModel(cassette, options);
  return async (...messages: ModelMessage[]) => {
    const { events, error } = await ask(model, { messages });
    return error === undefined ? textsOf(events).join("") : (error as Error).message;
  };
}

/** The message of the mismatch on call `number`, which the recording has at `line`. */
function mismatch(number: number, line: number, expected: string, got: string): string {
  return `replay call ${number} does not fit the recording tape.ndjson line ${line}: expected ${expected}, got ${got}; send what was recorded, or record anew with --record`;
}

describe("an answer comes as it was recorded:", () => {
  const retry = {
    type: "retry",
    attempt: 2,
    total_attempts: 3,
    delay_seconds: 4,
    reason: "APIStatusError: HTTP 429",
  };
  const thinking = assistant(
    [{ type: "thinking", thinking: "hm", signature: "proof" }, text("ab"), call("c9", "ls")],
    { model: "claude-x" },
  );

  test("retries, deltas, usage, stop, call ids, final blocks and cost", async () => {
    const updates = [
      { type: "thinking_delta", delta: "hm", index: 0 },
      { type: "text_delta", delta: "a", index: 1 },
      { type: "usage", ...thinking.usage, output_tokens: 1 },
      { type: "text_delta", delta: "b", index: 1 },
      { type: "tool_call_start", tool_call_id: "c9", name: "ls", index: 2 },
      { type: "tool_call_end", tool_call_id: "c9", arguments: {} },
      { type: "usage", ...thinking.usage },
      { type: "stop", stop_reason: "tool_use" },
    ] as const;
    const clock = createManualClock();
    const model = createReplayModel(tape(ended(u1), retry, ...streamed(thinking, ...updates)), { clock });
    expect(await ask(model, { messages: [u1] })).toEqual({
      events: [retry, ...updates],
      end: { usage: thinking.usage, content: thinking.content },
    });
    expect(clock.asked).toEqual([]);
  });

  test("the provider is replay, the model the recorded one", async () => {
    const model = createReplayModel(tape(ended(u1), ended(thinking), ended(u2), ended(a2)));
    expect([model.provider, model.model]).toEqual(["replay", "claude-x"]);
    await ask(model, { messages: [u1] });
    await ask(model, { messages: [u1, thinking, u2] });
    expect(model.model).toBe("test-1");
  });

  test("changing what came changes no other conversation", async () => {
    const cassette = tape(ended(u1), ended(thinking));
    const { end } = await ask(createReplayModel(cassette), { messages: [u1] });
    Object.assign(end?.content?.[1] ?? {}, { text: "changed" });
    expect((await ask(createReplayModel(cassette), { messages: [u1] })).end?.content).toEqual(
      thinking.content,
    );
  });
});

describe("a recorded failure", () => {
  const error: ErrorEvent = {
    type: "error",
    error: "HTTP 401: no",
    recoverable: false,
    status: 401,
    code: "auth",
  };

  test("gives its deltas and is then thrown with its error, status and code", async () => {
    const delta = { type: "text_delta", delta: "par", index: 0 } as const;
    const model = createReplayModel(tape(ended(u1), ...streamed(failed, delta), error));
    const asked = await ask(model, { messages: [u1] });
    expect(asked.events).toEqual([delta]);
    expect(asked.error).toBeInstanceOf(ProviderError);
    expect(asked.error).toMatchObject({
      message: "HTTP 401: no",
      recoverable: false,
      status: 401,
      code: "auth",
    });
  });

  test("without its error event is thrown with the message's own", async () => {
    const asked = await ask(createReplayModel(tape(ended(u1), ended(failed))), { messages: [u1] });
    expect(asked.error).toMatchObject({ message: "it broke", recoverable: true, status: undefined });
  });

  test("is not the error of something else", async () => {
    const cassette = tape(ended(u1), ended(failed), { type: "turn_end", turn: 1, message: failed }, error);
    expect((await ask(createReplayModel(cassette), { messages: [u1] })).error).toMatchObject({
      message: "it broke",
    });
    expect(await play(tape(ended(u1), ended(a1), error))(u1)).toBe("first");
    const busy = { type: "error", id: 3, error: "busy", recoverable: true };
    expect(await play(tape(ended(u1), ended(failed), busy, error))(u1)).toBe("HTTP 401: no");
    const later: ErrorEvent = { type: "error", error: "another", recoverable: true };
    expect(await play(tape(ended(u1), ended(failed), error, later))(u1)).toBe("HTTP 401: no");
  });

  test("is gone past by a retry of the same history", async () => {
    const say = play(tape(ended(u1), ended(failed), error, ended(a2)));
    expect(await say(u1)).toBe("HTTP 401: no");
    expect(await say(u1)).toBe("second");
  });

  test("is gone past by a new prompt, with both prompts in the history", async () => {
    const say = play(tape(ended(u1), ended(failed), error, ended(u2), ended(a2)));
    expect(await say(u1)).toBe("HTTP 401: no");
    expect(await say(u1, u2)).toBe("second");
  });

  test("hides what its calls came to", async () => {
    const cut = assistant([call("c1", "read")], { stop_reason: "error" });
    const say = play(
      tape(ended(u1), ended(cut), error, ended(result("c1", "read", "", true)), ended(u2), ended(a2)),
    );
    expect(await say(u1)).toBe("HTTP 401: no");
    expect(await say(u1, u2)).toBe("second");
  });
});

describe("a recorded abort", () => {
  const cassette = tape(ended(u1), ended(aborted), ended(u2), ended(a2));

  test("gives its deltas and waits for the host's", async () => {
    const clock = createManualClock();
    const model = createReplayModel(cassette, { clock });
    const abort = new AbortController();
    const waiting = clock.waiting();
    const answer = ask(model, { messages: [u1] }, { signal: abort.signal });
    await waiting;
    abort.abort();
    const { events, error } = await answer;
    expect(textsOf(events)).toEqual(["par"]);
    expect(error).toBeUndefined();
    expect(textsOf((await ask(model, { messages: [u1, u2] })).events)).toEqual(["second"]);
  });

  test("fails loudly when none comes within 5 s", async () => {
    const clock = createManualClock({ instant: true });
    const { events, error } = await ask(createReplayModel(cassette, { clock }), { messages: [u1] });
    expect(textsOf(events)).toEqual(["par"]);
    expect(clock.asked).toEqual([5000]);
    expect(error).toMatchObject({
      message:
        "replay: the answer at line 2 of tape.ndjson was aborted when it was recorded; expected an abort, got none within 5 s; send what was recorded, or record anew with --record",
      code: "replay_mismatch",
      recoverable: false,
    });
  });

  test("may have come before the model was asked", async () => {
    const unasked = assistant([], { stop_reason: "aborted" });
    const say = play(tape(ended(u1), ended(a1), ended(u2), ended(unasked), ended(u3), ended(a3)));
    await say(u1);
    expect(await say(u1, a1, u2, u3)).toBe("third");
  });

  test("an abort elsewhere ends the answer there", async () => {
    const abort = new AbortController();
    const model = createReplayModel(tape(ended(u1), ended(calling), ended(read), ended(a2)));
    const { events } = await ask(
      model,
      { messages: [u1] },
      { signal: abort.signal, onEvent: () => abort.abort() },
    );
    expect(events).toHaveLength(1);
  });
});

test("an abort that comes from outside gets its turn in the middle of a long answer", async () => {
  const deltas = Array.from(
    { length: 50_000 },
    () => ({ type: "text_delta", delta: "x", index: 0 }) as const,
  );
  const long = assistant([text("x".repeat(deltas.length))]);
  const model = createReplayModel(tape(ended(u1), ...streamed(long, ...deltas)));
  const abort = new AbortController();
  setImmediate(() => abort.abort());
  const { events } = await ask(model, { messages: [u1] }, { signal: abort.signal });
  expect(events.length).toBeLessThan(deltas.length);
});

describe("the cursor", () => {
  const cassette = tape(ended(u1), ended(a1), ended(u2), ended(a2), ended(u3), ended(a3));

  test("moves one per call, each conversation its own", async () => {
    const [one, other] = [play(cassette), play(cassette)];
    expect(await one(u1)).toBe("first");
    expect(await one(u1, a1, u2)).toBe("second");
    expect(await other(u1)).toBe("first");
    expect(await one(u1, a1, u2, a2, u3)).toBe("third");
  });

  test("is not moved back by a reset", async () => {
    const say = play(cassette);
    await say(u1);
    expect(await say(u2)).toBe("second");
  });

  test("stays at a mismatch, and what was recorded is still welcome", async () => {
    const say = play(cassette);
    const wrong = user("wrong");
    await say(u1);
    const error = mismatch(2, 4, 'user text "two"', 'user text "wrong"');
    expect(await say(u1, a1, wrong)).toBe(error);
    expect(await say(u1, a1, wrong, u2)).toBe("second");
  });

  test("stays at the end of the tape", async () => {
    const say = play(tape(ended(u1), ended(a1)));
    await say(u1);
    for (const _ of [1, 2])
      expect(await say(u1, a1, user("more"))).toContain(
        "replay call 2: the recording tape.ndjson ends at line 2 after call 1; expected no further call, got ",
      );
  });

  test("says where a recording broke off", async () => {
    const say = play(
      tape(
        ended(u1),
        ended(a1),
        ended(u2),
        ...streamed(a2, { type: "text_delta", delta: "s", index: 0 }).slice(0, 2),
      ),
    );
    await say(u1);
    expect(await say(u1, a1, u2)).toBe(
      'replay call 2: the recording tape.ndjson breaks off at line 5 after call 1; expected no further call, got user text "two"; send what was recorded, or record anew with --record',
    );
  });
});

describe("a resumed history", () => {
  const again = <T extends ModelMessage>(message: T): T => ({
    ...message,
    id: `${message.id}'`,
    timestamp: 9,
  });
  const cassette = tape(
    ended(u1),
    ended(calling),
    ended(read),
    ended(a1),
    ended(u2),
    ended(failed),
    ended(u3),
    ended(a3),
  );
  const history = [u1, calling, read, a1].map(again);

  test("equal to a recorded prefix starts after it", async () => {
    expect(await play(cassette)(...history, u2)).toBe("it broke");
  });

  test("starts after the calls that failed, when what followed them is there", async () => {
    expect(await play(cassette)(...history, u2, u3)).toBe("third");
    expect(await play(tape(ended(u1), ended(failed), ended(u2), ended(a2)))(u1, u2)).toBe("second");
  });

  test("that went on after a failed call starts after what it went on with", async () => {
    const say = play(tape(ended(u1), ended(failed), ended(u2), ended(a2), ended(u3), ended(a3)));
    expect(await say(...[u1, u2, a2].map(again), u3)).toBe("third");
  });

  test("that holds the prefix and then something else is a mismatch after it", async () => {
    expect(await play(cassette)(...history, user("else"))).toBe(
      mismatch(3, 6, 'user text "two"', 'user text "else"'),
    );
  });

  test("within a run starts at its tool results", async () => {
    expect(await play(cassette)(again(u1), again(calling), again(read))).toBe("first");
  });

  test("that is no recorded prefix starts at the beginning, with what it gained last", async () => {
    const before = [user("elsewhere"), assistant([text("by another model")])];
    expect(await play(tape(ended(u1), ended(a1)))(...before, u1)).toBe("first");
  });
});

describe("before a call is compared", () => {
  const image = { type: "image" as const, mime_type: "image/png", data: "AAAA" };
  const pictured = { ...u1, content: [...u1.content, image] };

  test("the user's text", async () => {
    expect(await play(tape(ended(u1), ended(a1)))(user("on"))).toBe(
      mismatch(1, 2, 'user text "one"', 'user text "on"'),
    );
  });

  test("the user's images", async () => {
    const cassette = tape(ended(pictured), ended(a1));
    expect(await play(cassette)(pictured)).toBe("first");
    expect(await play(cassette)(u1)).toBe(
      mismatch(1, 2, 'user text "one", user image (image/png, 4 characters of base64)', 'user text "one"'),
    );
    const other = { ...pictured, content: [...u1.content, { ...image, data: "AAAB" }] };
    expect(await play(cassette)(other)).toContain("replay call 1 does not fit");
  });

  test.each([
    ["id", result("c2", "read", ""), "result of read (c2)"],
    ["tool name", result("c1", "ls", ""), "result of ls (c1)"],
    ["is_error", result("c1", "read", "", true), "error result of read (c1)"],
  ])("a result's %s", async (_, other, got) => {
    const say = play(tape(ended(u1), ended(calling), ended(read), ended(a2)));
    await say(u1);
    expect(await say(u1, calling, other)).toBe(mismatch(2, 4, "result of read (c1)", got));
  });

  test("a result's content only when strict", async () => {
    const cassette = tape(ended(u1), ended(calling), ended(read), ended(a2));
    const today = result("c1", "read", "today's content");
    const lax = play(cassette);
    await lax(u1);
    expect(await lax(u1, calling, today)).toBe("second");
    const strict = play(cassette, { strict: true });
    await strict(u1);
    expect(await strict(u1, calling, today)).toBe(
      mismatch(2, 4, 'result of read (c1) "recorded content"', 'result of read (c1) "today\'s content"'),
    );
  });

  test("the place of a steer", async () => {
    const steer = user("hurry");
    const cassette = tape(ended(u1), ended(calling), ended(read), ended(steer), ended(a2));
    const onTime = play(cassette);
    await onTime(u1);
    expect(await onTime(u1, calling, read, steer)).toBe("second");
    const early = play(cassette);
    expect(await early(u1, steer)).toBe(
      mismatch(1, 2, 'user text "one"', 'user text "one", user text "hurry"'),
    );
    const late = play(cassette);
    await late(u1);
    expect(await late(u1, calling, read)).toBe(
      mismatch(2, 5, 'result of read (c1), user text "hurry"', "result of read (c1)"),
    );
    expect(await late(u1, calling, read, steer)).toBe("second");
  });

  test("a missing message", async () => {
    const say = play(tape(ended(u1), ended(a1), ended(u2), ended(a2)));
    await say(u1);
    expect(await say(u1, a1)).toBe(mismatch(2, 4, 'user text "two"', "no new message"));
  });

  test("and a mismatch is a failure that stays one, with texts and lists cut", async () => {
    const long = user("x".repeat(500));
    const model = createReplayModel(tape(ended(u1), ended(a1)));
    const { error } = await ask(model, { messages: [long, ...Array.from({ length: 9 }, () => user("y"))] });
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ code: "replay_mismatch", recoverable: false, retryable: false });
    expect((error as Error).message).toBe(
      mismatch(
        1,
        2,
        'user text "one"',
        `user text "${"x".repeat(80)}"…${', user text "y"'.repeat(5)} and 4 more`,
      ),
    );
  });
});

describe("what a plugin shows the model for its custom messages", () => {
  const custom = { id: "k", timestamp: 0, role: "custom" as const, kind: "memory", data: {} };
  const notes = () => user("notes: none");
  const cassette = tape(ended(u1), ended(custom), ended(a1), ended(u2), ended(a2));

  test("is not compared, in that call and when it comes again", async () => {
    const say = play(cassette);
    expect(await say(u1, notes())).toBe("first");
    expect(await say(u1, notes(), a1, u2)).toBe("second");
    const moving = play(cassette);
    expect(await moving(notes(), u1)).toBe("first");
    expect(await moving(u1, a1, notes(), u2)).toBe("second");
  });

  test("does not excuse another message in a later call", async () => {
    const say = play(cassette);
    await say(u1, notes());
    expect(await say(u1, a1, u2, user("else"))).toContain("replay call 2 does not fit");
  });

  test("may stand for the beginning of a resumed history", async () => {
    const summary = { ...custom, kind: "compaction" };
    const compacted = tape(ended(u1), ended(a1), ended(u2), ended(summary), ended(a2), ended(u3), ended(a3));
    expect(await play(compacted)(user("summary"), { ...a2, id: "z" }, { ...u3, id: "y" })).toBe("third");
  });
});

describe("calls outside a turn", () => {
  const summary = (said: string) => ({
    type: "model_call",
    purpose: "compaction",
    message: assistant([text(said)], { model: "small" }),
  });

  test("are matched by purpose, in order, and leave the cursor alone", async () => {
    const retry = { type: "retry", attempt: 2, total_attempts: 3, delay_seconds: 1, reason: "r" };
    const model = createReplayModel(
      tape(ended(u1), summary("s1"), ended(a1), ended(u2), retry, summary("s2"), ended(a2)),
    );
    const outside = async () => await ask(model, { messages: [user("sum up")] }, { purpose: "compaction" });
    expect(textsOf((await outside()).events)).toEqual(["s1"]);
    expect(model.model).toBe("small");
    expect(textsOf((await ask(model, { messages: [u1] })).events)).toEqual(["first"]);
    expect((await outside()).events.slice(0, 2)).toEqual([
      retry,
      { type: "text_delta", delta: "s2", index: 0 },
    ]);
    expect(textsOf((await ask(model, { messages: [u1, a1, u2] })).events)).toEqual(["second"]);
    expect((await outside()).error).toMatchObject({
      message:
        'replay "compaction" call 3: the recording tape.ndjson ends at line 7 after call 2; expected no further call, got one; send what was recorded, or record anew with --record',
      code: "replay_mismatch",
      recoverable: false,
    });
  });

  test("cannot be served by a plain event stream, which says so", async () => {
    const model = createReplayModel(tape(ended(u1), ended(a1)));
    expect((await ask(model, { messages: [] }, { purpose: "compaction" })).error).toMatchObject({
      message:
        'the recording tape.ndjson holds no model call for "compaction": a plain event stream cannot serve calls outside a turn; send what was recorded, or record anew with --record',
      code: "replay_mismatch",
      recoverable: false,
    });
  });
});

describe("the pace", () => {
  const at = (ms: number) => ({ type: "clock", ms });
  const delta = (said: string) => ({
    type: "message_update",
    message: { id: a1.id, role: "assistant" },
    stream_event: { type: "text_delta", delta: said, index: 0 },
  });
  const retry = { type: "retry", attempt: 2, total_attempts: 3, delay_seconds: 1, reason: "r" };
  const timed = tape(
    at(10),
    ended(u1),
    at(210),
    retry,
    at(1250),
    delta("fi"),
    delta("rs"),
    at(1300),
    delta("t"),
    ended(a1),
  );

  test("is kept at speed 1: the first wait, retries, gaps between deltas", async () => {
    const clock = createManualClock({ instant: true });
    expect(await play(timed, { clock, speed: 1 })(u1)).toBe("first");
    expect(clock.asked).toEqual([200, 1040, 50]);
  });

  test("is not kept at speed 0", async () => {
    const clock = createManualClock();
    expect(await play(timed, { clock })(u1)).toBe("first");
    expect(clock.asked).toEqual([]);
  });

  test("ends with an abort in the middle of a wait", async () => {
    const clock = createManualClock();
    const abort = new AbortController();
    const waiting = clock.waiting();
    const answer = ask(
      createReplayModel(timed, { clock, speed: 1 }),
      { messages: [u1] },
      { signal: abort.signal },
    );
    await waiting;
    abort.abort();
    expect((await answer).events).toEqual([]);
  });

  test("is named once as unknown without clock lines, and nothing waits", async () => {
    const warned: string[] = [];
    const clock = createManualClock();
    const say = play(tape(retry, ended(a1), retry, ended(a2)), {
      clock,
      speed: 1,
      warn: (line) => warned.push(line),
    });
    expect([await say(), await say()]).toEqual(["first", "second"]);
    expect(warned).toEqual([
      "tape.ndjson has no clock lines (only --record writes them): replaying without the recorded pace",
    ]);
    expect(clock.asked).toEqual([]);
  });
});
