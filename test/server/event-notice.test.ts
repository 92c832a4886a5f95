import { describe, expect, test } from "vitest";
import type { NotificationMessage } from "../../src/jsonrpc/messages.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { type EventNotice, messageWriter, noticeMerging } from "../../src/server/event-notice.ts";
import type { Event } from "../../src/wire/events.ts";

const redactor = createRedactor(["sk-0123456789"]);
const delta = (text: string, id = "m"): Event => ({
  type: "message_update",
  message: { id, role: "assistant" },
  stream_event: { type: "text_delta", delta: text, index: 0 },
});
const notice = (seq: number, event: Event, merged?: number): NotificationMessage => {
  const params: EventNotice = { session_id: "s", seq, event, redactor };
  return {
    jsonrpc: "2.0",
    method: "session.event",
    params: merged === undefined ? params : { ...params, merged },
  };
};
const write = messageWriter(64 * 1024 * 1024);
const merge = (a: ReturnType<typeof notice>, b: ReturnType<typeof notice>) => {
  const both = noticeMerging.merge(a, b);
  return both && JSON.parse(write(both)).params;
};

describe("session.event", () => {
  test("is written with its session and its number, and nothing else", () => {
    expect(JSON.parse(write(notice(7, delta("a"))))).toEqual({
      jsonrpc: "2.0",
      method: "session.event",
      params: { session_id: "s", seq: 7, event: delta("a") },
    });
  });

  test("of adjacent deltas is one with the last number and a count", () => {
    expect(merge(notice(4, delta("a")), notice(5, delta("b")))).toEqual({
      session_id: "s",
      seq: 5,
      event: delta("ab"),
      merged: 1,
    });
    expect(merge(notice(4, delta("ab"), 1), notice(7, delta("cde"), 2))).toMatchObject({
      seq: 7,
      merged: 4,
      event: delta("abcde"),
    });
  });

  test("stays alone where something stands between, or belongs elsewhere", () => {
    expect(merge(notice(4, delta("a")), notice(6, delta("b")))).toBeUndefined();
    expect(merge(notice(4, delta("a")), notice(7, delta("bc"), 1))).toBeUndefined();
    expect(merge(notice(4, delta("a")), notice(5, delta("b", "other")))).toBeUndefined();
    expect(noticeMerging.size(notice(1, { type: "turn_start", turn: 1 }))).toBeUndefined();
    expect(noticeMerging.size({ jsonrpc: "2.0", method: "session.idle", params: {} })).toBeUndefined();
  });

  test("holds no key", () => {
    const text = write(
      notice(1, {
        type: "tool_execution_start",
        tool_call_id: "c",
        tool_name: "bash",
        arguments: { command: "echo sk-0123456789" },
      }),
    );
    expect(JSON.parse(text).params.event.arguments).toEqual({ command: "echo ***" });
  });

  test("is never longer than a frame: what ends a run refers to its messages", () => {
    const message = {
      id: "m1",
      timestamp: 1,
      role: "user" as const,
      content: [{ type: "text" as const, text: "x".repeat(5000) }],
    };
    const event: Event = { type: "agent_end", messages: [message], error: null, stop_reason: "end_turn" };
    const text = messageWriter(4096)(notice(1, event));
    expect(text.length).toBeLessThan(4096);
    expect(JSON.parse(text).params.event).toEqual({
      ...event,
      messages: [{ id: "m1", role: "user" }],
      truncated: true,
    });
  });
});
