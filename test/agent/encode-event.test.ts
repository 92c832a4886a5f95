import { expect, test } from "vitest";
import { encodeEvent } from "../../src/agent/encode-event.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import type { Event } from "../../src/wire/events.ts";
import type { AssistantMessage, Message, ToolResultMessage, UserMessage } from "../../src/wire/messages.ts";

const long = [{ type: "text" as const, text: "x".repeat(1000) }];
const user: UserMessage = { id: "u", timestamp: 1, role: "user", content: long };
const result: ToolResultMessage = {
  id: "r",
  timestamp: 1,
  role: "tool_result",
  tool_call_id: "c",
  tool_name: "read",
  content: long,
  is_error: false,
};
const custom: Message = { id: "k", timestamp: 1, role: "custom", kind: "note", data: "x".repeat(1000) };
const message: AssistantMessage = {
  id: "a",
  timestamp: 1,
  role: "assistant",
  content: [],
  provider: "demo",
  model: "demo",
  usage: {
    input_tokens: 1,
    output_tokens: 1,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    cost_usd: 0,
  },
  stop_reason: "tool_use",
};
const written = (event: Event): unknown => JSON.parse(encodeEvent(event, createRedactor([]), 1000));

test("a turn_end that is too long refers to its results [F8]", () => {
  const event: Event = { type: "turn_end", turn: 1, message, tool_results: [result] };
  expect(written(event)).toEqual({
    ...event,
    tool_results: [{ id: "r", role: "tool_result" }],
    truncated: true,
  });
});

test("an agent_end that is too long refers to its messages, whatever they are [F8]", () => {
  const messages = [user, message, result, custom];
  const event: Event = { type: "agent_end", messages, error: null, stop_reason: "end_turn" };
  expect(written(event)).toEqual({
    ...event,
    messages: messages.map(({ id, role }) => ({ id, role })),
    truncated: true,
  });
});
