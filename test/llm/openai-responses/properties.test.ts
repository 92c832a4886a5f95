import fc from "fast-check";
import { expect, test } from "vitest";
import { visibleMessages } from "../../../src/agent/visible.ts";
import type { ThinkingLevel } from "../../../src/llm/client.ts";
import { RESPONSES_DIALECT } from "../../../src/llm/openai-responses/responses-dialect.ts";
import { DEFAULT_QUIRKS } from "../../../src/llm/quirks.ts";
import { wellFormedJson } from "../../../src/llm/well-formed-json.ts";
import { zeroUsage } from "../../../src/usage.ts";
import type {
  AssistantContent,
  JsonObject,
  Message,
  StopReason,
  UserContent,
} from "../../../src/wire/messages.ts";
import { responsesComplaint } from "../../loopback/strict-responses.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("", " \n", "a\ud83d", "\udc00", "hello"),
);
const anyId = fc.oneof(
  fc.constantFrom("c1", "c2", "c3", "x|y:z", "", "a\ud800"),
  fc.string({ minLength: 60, maxLength: 110 }),
);
const anyName = fc.oneof(fc.constantFrom("read", "a.b", "", "ü".repeat(70), "mcp__x"), fc.string());
const anyObject = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })) as fc.Arbitrary<JsonObject>;

const userContent: fc.Arbitrary<UserContent> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: anyText }),
  fc.record({
    type: fc.constant("image" as const),
    mime_type: fc.constantFrom("image/png", "image/jpeg", "image/svg+xml", "text/plain", ""),
    data: fc.constantFrom("", "AAAA"),
  }),
);

const reasoning = fc.record(
  {
    type: fc.constantFrom("reasoning", "message"),
    id: fc.constant("rs_1"),
    status: fc.constant("completed"),
    summary: fc.oneof(fc.constant([]), fc.constant(null), fc.constant([{ type: "summary_text", text: "a" }])),
    encrypted_content: fc.constantFrom("E", "", null),
  },
  { requiredKeys: ["type"] },
);
const assistantContent: fc.Arbitrary<AssistantContent> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: anyText }),
  fc.record(
    {
      type: fc.constant("thinking" as const),
      thinking: anyText,
      signature: fc.string(),
      redacted: fc.boolean(),
      provider_data: fc.oneof(
        reasoning as fc.Arbitrary<JsonObject>,
        fc.jsonValue() as fc.Arbitrary<JsonObject>,
      ),
    },
    { requiredKeys: ["type", "thinking"] },
  ),
  fc.record(
    {
      type: fc.constant("tool_call" as const),
      tool_call_id: anyId,
      name: anyName,
      arguments: anyObject,
      arguments_text: fc.constant('{"x'),
      provider_data: fc.jsonValue() as fc.Arbitrary<JsonObject>,
    },
    { requiredKeys: ["type", "tool_call_id", "name", "arguments"] },
  ),
);

const base = { id: fc.string({ minLength: 1, maxLength: 12 }), timestamp: fc.constant(0) };
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc.record({
    ...base,
    role: fc.constant("user" as const),
    content: fc.array(userContent, { maxLength: 3 }),
  }),
  fc.record({
    ...base,
    role: fc.constant("assistant" as const),
    content: fc.array(assistantContent, { maxLength: 5 }),
    provider: fc.constantFrom("openai", "anthropic"),
    model: fc.constantFrom("m", "m2"),
    usage: fc.constant(zeroUsage()),
    stop_reason: fc.constantFrom<(StopReason | null)[]>(
      "end_turn",
      "tool_use",
      "max_tokens",
      "refusal",
      "aborted",
      "error",
      null,
    ),
  }),
  fc.record({
    ...base,
    role: fc.constant("tool_result" as const),
    tool_call_id: anyId,
    tool_name: anyName,
    content: fc.array(userContent, { maxLength: 3 }),
    is_error: fc.boolean(),
  }),
  fc.record({
    ...base,
    role: fc.constant("custom" as const),
    kind: fc.string(),
    data: fc.jsonValue() as fc.Arbitrary<JsonObject>,
  }),
);

/** As the conversation keeps it: every call id is given out once. */
function withUniqueIds(history: Message[]): Message[] {
  const seen = new Set<string>();
  return history.map((message) => {
    if (message.role !== "assistant") return message;
    const content = message.content.filter((block) => {
      if (block.type !== "tool_call") return true;
      const id = block.tool_call_id.toWellFormed();
      return !seen.has(id) && seen.add(id);
    });
    return { ...message, content };
  });
}

const anySchema = fc.oneof(
  anyObject.map((properties) => ({ properties })),
  fc.constantFrom<JsonObject[]>(
    {},
    { type: "array" },
    { oneOf: [{ properties: { a: { type: "array" } } }, { type: "string" }] },
    { type: "object", properties: { a: { type: ["array", "null"] }, b: { items: { type: "array" } } } },
    { type: "object", properties: null, enum: [], const: 1 },
  ),
) as fc.Arbitrary<JsonObject>;

test("whatever the conversation holds, the request is one the API takes", async () => {
  const anyTools = fc.array(fc.record({ name: anyName, description: anyText, parameters: anySchema }), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyMessage, { maxLength: 8 }),
      anyTools,
      anyText,
      fc.constantFrom<ThinkingLevel[]>("off", "low", "medium", "high"),
      fc.record({ images: fc.boolean(), maxOutputTokens: fc.constantFrom(undefined, 1, 1000) }),
      async (history, tools, system, thinking, { images, maxOutputTokens }) => {
        const messages = await visibleMessages(
          withUniqueIds(history),
          {},
          { signal: new AbortController().signal, emit: () => {} },
        );
        const body = RESPONSES_DIALECT.body(
          { system, messages, tools, thinking },
          { provider: "openai", model: "m", quirks: { ...DEFAULT_QUIRKS, images }, maxOutputTokens },
        );
        expect(responsesComplaint(Buffer.from(wellFormedJson(body)))).toBeUndefined();
      },
    ),
    { numRuns: 300 },
  );
});

const types = [
  "output_item.added",
  "output_item.done",
  "output_text.delta",
  "output_text.done",
  "refusal.delta",
  "refusal.done",
  "reasoning_summary_text.delta",
  "reasoning_text.delta",
  "function_call_arguments.delta",
  "function_call_arguments.done",
  "completed",
  "incomplete",
  "failed",
].map((type) => `response.${type}`);
const anyItem = fc.record(
  {
    type: fc.constantFrom("message", "reasoning", "function_call", "web_search_call"),
    call_id: fc.constantFrom("a", "", null),
    name: fc.constantFrom("ls", ""),
    arguments: fc.oneof(fc.constantFrom("{}", "{", ""), fc.jsonValue()),
    summary: fc.oneof(fc.constant([{ text: "s" }]), fc.jsonValue()),
    content: fc.oneof(fc.constant([{ type: "output_text", text: "t" }]), fc.jsonValue()),
    encrypted_content: fc.constantFrom("E", null),
  },
  { requiredKeys: [] },
);
const anyEvent = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 9,
    arbitrary: fc.record(
      {
        type: fc.constantFrom(...types),
        output_index: fc.oneof(fc.nat(2), fc.jsonValue()),
        summary_index: fc.nat(2),
        item: fc.oneof(anyItem, fc.jsonValue()),
        delta: fc.oneof(fc.constantFrom("a", "b"), fc.jsonValue()),
        text: fc.oneof(fc.constantFrom("a", "ab"), fc.jsonValue()),
        response: fc.oneof(fc.record({ output: fc.array(anyItem, { maxLength: 2 }) }), fc.jsonValue()),
      },
      { requiredKeys: ["type"] },
    ),
  },
);

test("any JSON is an event, and what is told is whole", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 12 }), fc.boolean(), (values, showThinking) => {
      const reader = RESPONSES_DIALECT.reader({ tools: ["ls"], showThinking, quirks: DEFAULT_QUIRKS });
      const events = values.flatMap((value) =>
        RESPONSES_DIALECT.chunks({ name: "", data: JSON.stringify(value) }, value).flatMap((chunk) =>
          chunk.type === "chunk" ? reader.add(chunk.value) : [],
        ),
      );
      events.push(...reader.end());
      const started = events.flatMap((event) =>
        event.type === "tool_call_start" ? [event.tool_call_id] : [],
      );
      const ended = events.flatMap((event) => (event.type === "tool_call_end" ? [event.tool_call_id] : []));
      expect(new Set(started).size).toBe(started.length);
      expect([...ended].sort()).toEqual([...started].sort());
      expect(events.at(-1)?.type).toBe("stop");
      expect(showThinking || events.every(({ type }) => type !== "thinking_delta")).toBe(true);
      const { content } = reader.result();
      for (const event of events)
        if (content && "index" in event)
          expect(content[event.index]?.type).toBe(
            { text_delta: "text", thinking_delta: "thinking", tool_call_start: "tool_call" }[event.type],
          );
    }),
    { numRuns: 500 },
  );
});
