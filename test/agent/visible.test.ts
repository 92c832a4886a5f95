import { describe, expect, test } from "vitest";
import { visibleMessages } from "../../src/agent/visible.ts";
import { zeroUsage } from "../../src/usage.ts";
import type { AssistantMessage, Message, ToolResultMessage, UserMessage } from "../../src/wire/messages.ts";

const see = (history: readonly Message[]) =>
  visibleMessages(history, {}, { signal: new AbortController().signal, emit: () => {} });

const user = (id: string): UserMessage => ({
  id,
  timestamp: 1,
  role: "user",
  content: [{ type: "text", text: id }],
});

/** An answer with calls of these ids. */
const answer = (id: string, ...calls: string[]): AssistantMessage => ({
  id,
  timestamp: 1,
  role: "assistant",
  content: [
    { type: "text", text: id },
    ...calls.map((call) => ({
      type: "tool_call" as const,
      tool_call_id: call,
      name: "read",
      arguments: {},
    })),
  ],
  provider: "p",
  model: "m",
  usage: zeroUsage(),
  stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
});

const result = (id: string, call: string): ToolResultMessage => ({
  id,
  timestamp: 1,
  role: "tool_result",
  tool_call_id: call,
  tool_name: "read",
  content: [{ type: "text", text: id }],
  is_error: false,
});

/** Roles, and the ids of calls and results. */
const outline = (messages: readonly Message[]) =>
  messages.map((message) => {
    if (message.role === "tool_result") return `${message.id}: result of ${message.tool_call_id}`;
    if (message.role !== "assistant") return message.id;
    const calls = message.content.flatMap((block) => (block.type === "tool_call" ? block.tool_call_id : []));
    return [message.id, ...calls].join(" ");
  });

describe("a history that was damaged", () => {
  test("is shown with one id for each call, each with a result of its own", async () => {
    const history = [
      user("u"),
      answer("a", "c", "c"),
      result("r1", "c"),
      result("r2", "c"),
      answer("b", "c"),
      result("r3", "c"),
    ];
    const before = structuredClone(history);
    expect(outline(await see(history))).toEqual([
      "u",
      "a c c_2",
      "r1: result of c",
      "r2: result of c_2",
      "b c_3",
      "r3: result of c_3",
    ]);
    expect(history).toEqual(before);
  });

  test("begins with the user all the same", async () => {
    const [first, ...rest] = await see([answer("a"), user("u")]);
    expect(first).toEqual({
      ...user("a"),
      content: [{ type: "text", text: "(The beginning of this conversation is missing.)" }],
    });
    expect(outline(rest)).toEqual(["a", "u"]);
  });

  test("loses results without a call, and has made-up ones where there is none", async () => {
    const messages = await see([user("u"), result("r0", "gone"), answer("a", "c", "d"), result("r", "d")]);
    expect(outline(messages)).toEqual(["u", "a c d", "a: result of c", "r: result of d"]);
    expect(messages[2]).toMatchObject({ is_error: true, tool_name: "read" });
  });
});

test("a history that is well is shown as it is", async () => {
  const history = [user("u"), answer("a", "c"), result("r", "c"), answer("b")];
  const seen = await see(history);
  expect(seen.every((message, at) => message === history[at])).toBe(true);
});
