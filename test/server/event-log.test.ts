import { describe, expect, test } from "vitest";
import { EventLog } from "../../src/server/event-log.ts";
import type { Event } from "../../src/wire/events.ts";

const turn = (turn: number): Event => ({ type: "turn_start", turn });
const text = (length: number): Event => ({
  type: "message_update",
  message: { id: "m", role: "assistant" },
  stream_event: { type: "text_delta", delta: "x".repeat(length), index: 0 },
});

describe("an event log", () => {
  test("numbers from 1 and gives what is behind a number", () => {
    const log = new EventLog(() => 1_000_000);
    expect([log.seq, log.after(0)]).toEqual([0, []]);
    expect([log.add(turn(1)), log.add(turn(2)), log.add(turn(3))]).toEqual([1, 2, 3]);
    expect(log.after(1)).toEqual([
      { seq: 2, event: turn(2) },
      { seq: 3, event: turn(3) },
    ]);
    expect([log.after(0)?.length, log.after(3), log.after(99)]).toEqual([3, [], []]);
  });

  test("drops the oldest over its bound, and says so to whoever asks for them", () => {
    const log = new EventLog(() => 10_000);
    for (let at = 0; at < 100; at++) log.add(text(700));
    expect([log.after(0), log.after(80)]).toEqual([undefined, undefined]);
    expect(log.after(95)?.map(({ seq }) => seq)).toEqual([96, 97, 98, 99, 100]);
  });

  test("holds the newest event, whatever its size, and shrinks with its bound", () => {
    let bound = 1_000_000;
    const log = new EventLog(() => bound);
    for (let at = 0; at < 10; at++) log.add(text(2000));
    expect(log.after(0)?.length).toBe(10);
    bound = 5000;
    log.trim();
    expect(log.after(8)?.length).toBe(2);
    expect(log.after(7)).toBeUndefined();
    log.add(text(100_000));
    expect(log.after(10)?.length).toBe(1);
  });

  test("numbers on without a gap over many thousands", () => {
    const log = new EventLog(() => 20_000);
    for (let at = 1; at <= 20_000; at++) expect(log.add(text(1))).toBe(at);
    const held = log.after(19_990)?.map(({ seq }) => seq);
    expect(held).toEqual(Array.from({ length: 10 }, (_, at) => 19_991 + at));
  });
});
