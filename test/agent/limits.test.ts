/** What nonsense, from a model, a tool or a program, may not do to a conversation. */
import { expect, test } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import type { GivenCustomMessage } from "../../src/agent/custom-message.ts";
import { encodeEvent } from "../../src/agent/encode-event.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import type { Tool, ToolOutput } from "../../src/tools/tool.ts";
import type { Event } from "../../src/wire/events.ts";
import type { AssistantMessage } from "../../src/wire/messages.ts";
import { MAX_LINE_BYTES } from "../../src/wire/version.ts";
import { answer, calls, type ScriptedCall, scriptedModel } from "./scripted-model.ts";

function start(tools: Tool[], ...script: ScriptedCall[]) {
  const agent = new Agent({ model: scriptedModel(...script), tools });
  const events: Event[] = [];
  agent.subscribe((event) => void events.push(event));
  return { agent, events };
}

test.each([1e8, 1_000_000, -1, 1.5, Number.NaN])(
  "a block at place %d comes behind those that are there",
  async (index) => {
    const { agent } = start(
      [],
      [
        { type: "text_delta", delta: "a", index },
        { type: "tool_call_start", tool_call_id: "c", name: "x", index },
        { type: "tool_call_end", tool_call_id: "c", arguments: {} },
        { type: "stop", stop_reason: "tool_use" },
      ],
    );
    await agent.prompt("go");
    const message = agent.state.messages[1] as AssistantMessage;
    expect(message.content.map(({ type }) => type)).toEqual(["text", "tool_call"]);
  },
);

test("a provider may keep a few blocks to itself", async () => {
  const { agent } = start(
    [],
    [
      { type: "text_delta", delta: "a", index: 2 },
      { type: "stop", stop_reason: "end_turn" },
    ],
  );
  await agent.prompt("go");
  expect(agent.state.messages[1]?.role === "assistant" && agent.state.messages[1].content.length).toBe(3);
});

test("what a model says behind its stop is not heard, but for the usage", async () => {
  const { agent, events } = start(
    [],
    [
      { type: "text_delta", delta: "a", index: 0 },
      { type: "stop", stop_reason: "end_turn" },
      { type: "text_delta", delta: "b", index: 0 },
      { type: "tool_call_start", tool_call_id: "c", name: "x", index: 1 },
    ],
  );
  await agent.prompt("go");
  const message = agent.state.messages[1] as AssistantMessage;
  expect([message.content, message.stop_reason]).toEqual([[{ type: "text", text: "a" }], "end_turn"]);
  expect(events.filter(({ type }) => type === "tool_execution_start")).toEqual([]);
});

const tool = (output: ToolOutput): Tool => ({
  name: "big",
  description: "d",
  parameters: { type: "object" },
  execute: async () => output,
});
const HUGE = 70_000_000;

test.each<[string, ToolOutput, RegExp]>([
  ["text", { content: [{ type: "text", text: "r".repeat(HUGE) }] }, /\[cut here: \d+ characters more\]/],
  ["texts", { content: Array(9).fill({ type: "text", text: "é".repeat(HUGE / 9) }) }, /\[cut here: \d+/],
  [
    "images",
    { content: [{ type: "image", mime_type: "image/png", data: "A".repeat(HUGE) }] },
    /an image that was too large/,
  ],
  ["details", { content: [], details: { text: "r".repeat(HUGE) } }, /left_out/],
])("a result with too long %s is cut, says so, and fits every line", async (_what, output, note) => {
  const { agent, events } = start(
    [tool(output)],
    calls({ id: "c", name: "big", arguments: "{}" }),
    answer("ok"),
  );
  await agent.prompt("go");
  const lines = events.map((event) => Buffer.byteLength(encodeEvent(event, createRedactor([]))));
  expect(Math.max(...lines)).toBeLessThanOrEqual(MAX_LINE_BYTES + 1);
  const result = agent.state.messages.find(({ role }) => role === "tool_result");
  expect(JSON.stringify(result).slice(-200_000)).toMatch(note);
});

test("append fills in what is absent, and refuses what is no custom message", async () => {
  const { agent } = start([], answer("ok"));
  const whole = agent.append({ kind: "k", data: { n: 1 } });
  expect(whole).toEqual({
    id: expect.stringMatching(/^[0-9a-z]{10}$/),
    timestamp: expect.any(Number),
    role: "custom",
    kind: "k",
    data: { n: 1 },
  });
  const given = (value: unknown) => value as GivenCustomMessage;
  for (const [bad, why] of [
    [null, "expected an object"],
    [{ role: "user", kind: "k", data: 1 }, "role"],
    [{ kind: "", data: 1 }, "kind"],
    [{ kind: "k" }, "data: expected JSON"],
    [{ kind: "k", data: 1n }, "data: expected JSON"],
    [{ kind: "k", data: 1, id: "x".repeat(13) }, "id"],
    [{ kind: "k", data: "x".repeat(10_000_000) }, "data: expected at most"],
  ] as const)
    expect(() => agent.append(given(bad))).toThrow(why);
  await agent.prompt("go");
  expect(agent.state.messages.filter(({ role }) => role === "custom")).toEqual([whole]);
});

test("a conversation that was closed takes nothing more", async () => {
  const { agent } = start([], answer("ok"));
  await agent.prompt("go");
  await agent.close();
  const over = "the conversation has ended: close was called";
  await expect(agent.prompt("again")).rejects.toThrow(over);
  await expect(agent.compact()).rejects.toThrow(over);
  expect(() => agent.append({ kind: "k", data: 1 })).toThrow(over);
  expect(() => agent.reset()).toThrow(over);
  await agent.close();
});
