import fc from "fast-check";
import { expect, test } from "vitest";
import { MESSAGES_DIALECT } from "../../../src/llm/anthropic/messages-dialect.ts";
import type { LLMRequest, ToolSpec } from "../../../src/llm/client.ts";
import { DEFAULT_QUIRKS } from "../../../src/llm/quirks.ts";
import { wellFormedJson } from "../../../src/llm/well-formed-json.ts";
import type {
  AssistantContent,
  Json,
  JsonObject,
  ModelMessage,
  UserContent,
} from "../../../src/wire/messages.ts";
import { type MessagesStrictness, messagesComplaint } from "../../loopback/strict-messages.ts";
import { assistant, result } from "../ask.ts";

const MODELS: Record<string, MessagesStrictness["thinks"]> = {
  "claude-3-haiku-20240307": "none",
  "claude-3-7-sonnet-latest": "budget",
  "claude-opus-4-20250514": "budget",
  "claude-haiku-4-5": "budget",
  "anthropic/claude-sonnet-4.6": "adaptive",
  "claude-opus-4-8": "adaptive",
  "claude-opus-5": "adaptive",
  "claude-sonnet-5-5": "always",
  "claude-fable-5-1": "always",
  "MiniMax-M2": "compatible",
};

const anyText = fc.oneof(
  fc.constantFrom("", " ", "\n\t", "hello", "a\ud83d", "ends with space ", "\u2028"),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const anyId = fc.oneof(fc.constantFrom("", "a", "b", "call_1", "c|:d", "c__d", "x".repeat(100)), anyText);
const anyName = fc.oneof(
  fc.constantFrom("", "ls", "read", "a.b", "9", "server__tool", "n".repeat(200)),
  anyText,
);
const anyJson = fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json);
const anyFields = fc.dictionary(anyText, anyJson, { maxKeys: 3 }).map((value) => value as JsonObject);

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
const anyImage: fc.Arbitrary<UserContent> = fc.record({
  type: fc.constant("image" as const),
  mime_type: fc.constantFrom(
    "image/png",
    "image/jpeg",
    "image/jpg",
    "image/webp",
    "image/bmp",
    "image/svg+xml",
    "",
  ),
  data: fc.constantFrom(PNG, "/9j/4AAQ", "AAAA", "", "no base64", `data:image/png;base64,${PNG}`),
});
const anyWords: fc.Arbitrary<UserContent> = fc.record({ type: fc.constant("text" as const), text: anyText });
const userBlocks = fc.array(fc.oneof(anyWords, anyImage), { maxLength: 3 });

/** `mine`: the word that signatures of this model begin with. */
function answerBlock(mine: string): fc.Arbitrary<AssistantContent> {
  const signature = fc.constantFrom(`${mine}-1`, `${mine}-2`, "", undefined);
  const data = fc.oneof(
    fc.constant(undefined),
    anyJson,
    fc.constant({ type: "redacted_thinking", data: `${mine}-3` }),
    fc.record({
      type: fc.constant("thinking"),
      thinking: anyText,
      signature: fc.constantFrom(`${mine}-4`, ""),
    }),
    fc.constant({ type: "reasoning", encrypted_content: "x" }),
  );
  const optional = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });
  return fc.oneof(
    fc.record({ type: fc.constant("text" as const), text: anyText }),
    fc.tuple(anyText, signature, data, fc.boolean()).map(
      ([thinking, proof, kept, redacted]) =>
        ({
          type: "thinking",
          thinking: redacted ? "" : thinking,
          ...(redacted ? { redacted } : {}),
          ...optional("signature", proof),
          ...optional("provider_data", kept),
        }) as AssistantContent,
    ),
    fc.tuple(anyId, anyName, anyFields, fc.option(anyText)).map(
      ([tool_call_id, name, args, raw]) =>
        ({
          type: "tool_call",
          tool_call_id,
          name,
          arguments: raw === null ? args : {},
          ...(raw === null ? {} : { arguments_text: raw }),
        }) as AssistantContent,
    ),
  );
}

function anyMessage(model: string): fc.Arbitrary<ModelMessage> {
  const makers = fc.constantFrom(
    { provider: "anthropic", model, mine: "own" },
    { provider: "anthropic", model: "claude-other", mine: "foreign" },
    { provider: "elsewhere", model, mine: "foreign" },
  );
  return fc.oneof(
    userBlocks.map((content): ModelMessage => ({ id: "u", timestamp: 0, role: "user", content })),
    makers.chain(({ mine, ...maker }) =>
      fc.array(answerBlock(mine), { maxLength: 5 }).map((content) => assistant(content, maker)),
    ),
    fc
      .tuple(anyId, anyName, userBlocks, fc.boolean())
      .map(([id, name, content, isError]): ModelMessage => ({ ...result(id, name, "", isError), content })),
  );
}

const KEYWORDS = [
  ...[
    "type",
    "properties",
    "items",
    "anyOf",
    "oneOf",
    "allOf",
    "enum",
    "required",
    "$schema",
    "$ref",
    "const",
    "not",
  ],
  ...["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "additionalProperties", "a", "ä b"],
];
const anySchema = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Json>("string", "object", "any", true, 5, ["null", "any"], ["string"], null),
    fc.dictionary(fc.constantFrom(...KEYWORDS), tie("schema"), { maxKeys: 4 }),
    fc.array(tie("schema"), { maxLength: 3 }),
  ) as fc.Arbitrary<Json>,
})).schema;
const anyTool: fc.Arbitrary<ToolSpec> = fc.record({
  name: anyName,
  description: anyText,
  parameters: fc.dictionary(fc.constantFrom(...KEYWORDS, "$defs"), anySchema, { maxKeys: 5 }),
});

const anyCase = fc.constantFrom(...Object.keys(MODELS)).chain((model) =>
  fc.record({
    model: fc.constant(model),
    messages: fc.array(anyMessage(model), { maxLength: 8 }),
    tools: fc.array(anyTool, { maxLength: 3 }),
    system: anyText,
    thinking: fc.constantFrom("off", "low", "medium", "high") as fc.Arbitrary<LLMRequest["thinking"]>,
    images: fc.boolean(),
    maxOutputTokens: fc.constantFrom(undefined, 1, 1024, 1025, 4096, 64_000),
  }),
);

test("whatever the history and the tools, the request is one the API accepts, and no word of the user is lost", () => {
  fc.assert(
    fc.property(anyCase, ({ model, images, maxOutputTokens, ...request }) => {
      const target = { provider: "anthropic", model, quirks: { ...DEFAULT_QUIRKS, images }, maxOutputTokens };
      const before = JSON.stringify(request);
      const json = wellFormedJson(MESSAGES_DIALECT.body(request, target));
      expect(JSON.stringify(request)).toBe(before);
      const sent = { bytes: Buffer.from(json), headers: MESSAGES_DIALECT.headers("k") };
      expect(messagesComplaint(sent, { thinks: MODELS[model] ?? "none", signed: "own" })).toBeUndefined();
      const said = JSON.parse(json).messages.flatMap(({ content }: { content: { text?: string }[] }) =>
        content.map(({ text }) => text),
      );
      for (const message of request.messages)
        for (const block of message.role === "user" ? message.content : [])
          if (block.type === "text" && block.text.trim() !== "")
            expect(said).toContain(block.text.toWellFormed());
    }),
    { numRuns: 800 },
  );
});
