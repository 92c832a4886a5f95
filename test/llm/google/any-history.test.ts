import fc from "fast-check";
import { expect, test } from "vitest";
import type { ToolSpec } from "../../../src/llm/client.ts";
import { GENERATE_DIALECT } from "../../../src/llm/google/generate-dialect.ts";
import { DEFAULT_QUIRKS } from "../../../src/llm/quirks.ts";
import { wellFormedJson } from "../../../src/llm/well-formed-json.ts";
import type {
  AssistantContent,
  Json,
  JsonObject,
  ModelMessage,
  UserContent,
} from "../../../src/wire/messages.ts";
import { complaintAboutGenerate } from "../../loopback/strict-generate.ts";
import { assistant, result } from "../ask.ts";

const MODELS = [
  "gemini-2.0-flash",
  "gemini-2.5-pro",
  "gemini-2.5-flash-lite",
  "gemini-3-pro-preview",
  "gemma-4-31b-it",
];

const anyText = fc.oneof(
  fc.constantFrom("", " ", "\n\t", "hello", "a\ud83d", "<think>", "\u2028"),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const anyId = fc.oneof(fc.constantFrom("", "a", "b", "c|:d", "x".repeat(100)), anyText);
const anyName = fc.oneof(
  fc.constantFrom("", "ls", "read", "a.b", "9", "server__tool", "n".repeat(100)),
  anyText,
);
const anyJson = fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json);
const anyFields = fc.dictionary(anyText, anyJson, { maxKeys: 3 }).map((value) => value as JsonObject);

const image: fc.Arbitrary<UserContent> = fc.record({
  type: fc.constant("image" as const),
  mime_type: fc.constantFrom("image/png", "image/webp", "image/heic", "image/gif", "application/pdf", ""),
  data: fc.constantFrom("AAAA", "AAA=", "", "AAA", "no base64", "data:image/png;base64,AAAA"),
});
const words: fc.Arbitrary<UserContent> = fc.record({ type: fc.constant("text" as const), text: anyText });
const userBlocks = fc.array(fc.oneof(words, image), { maxLength: 3 });

/** `mine`: the word that signatures of this model begin with. */
function assistantBlock(mine: string): fc.Arbitrary<AssistantContent> {
  const signature = fc.constantFrom(`${mine}AAA`, `${mine}BB==`, "", "no base64!", undefined);
  const data = fc.oneof(
    fc.constant(undefined),
    anyJson.filter((json) => !JSON.stringify(json).includes("thought")),
    fc.record({ thought_signature: signature, id: fc.constantFrom("p1", "p2", "", 7) }),
    fc.record({ thought: anyText }),
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
    fc.tuple(anyId, anyName, anyFields, fc.option(anyText), data).map(
      ([id, name, args, raw, kept]) =>
        ({
          type: "tool_call",
          tool_call_id: id,
          name,
          arguments: raw === null ? args : {},
          ...(raw === null ? {} : { arguments_text: raw }),
          ...optional("provider_data", kept),
        }) as AssistantContent,
    ),
  );
}

function anyMessage(model: string): fc.Arbitrary<ModelMessage> {
  const makers = fc.constantFrom(
    { provider: "google", model, mine: "own" },
    { provider: "google", model: "gemini-other", mine: "foreign" },
    { provider: "elsewhere", model, mine: "foreign" },
  );
  return fc.oneof(
    userBlocks.map((content): ModelMessage => ({ id: "u", timestamp: 0, role: "user", content })),
    makers.chain(({ mine, ...maker }) =>
      fc.array(assistantBlock(mine), { maxLength: 5 }).map((content) => assistant(content, maker)),
    ),
    fc
      .tuple(anyId, anyName, userBlocks, fc.boolean())
      .map(([id, name, content, isError]): ModelMessage => ({ ...result(id, name, "", isError), content })),
  );
}

const KEYWORDS = [
  "type",
  "properties",
  "items",
  "anyOf",
  "oneOf",
  "allOf",
  "enum",
  "required",
  "$ref",
  "const",
];
const anySchema = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(anyJson, fc.constantFrom<Json>("string", "#", "#/properties/a", "object", ["null", "any"])),
    fc.dictionary(
      fc.constantFrom(...KEYWORDS, "a", "minItems", "additionalProperties", "format"),
      tie("schema"),
      {
        maxKeys: 4,
      },
    ),
    fc.array(tie("schema"), { maxLength: 3 }),
  ) as fc.Arbitrary<Json>,
})).schema;
const anyTool: fc.Arbitrary<ToolSpec> = fc.record({
  name: anyName,
  description: anyText,
  parameters: fc.dictionary(fc.constantFrom(...KEYWORDS, "$defs"), anySchema, { maxKeys: 5 }),
});

test("whatever the history and the tools, the request is one the API accepts, and no word of the user is lost", () => {
  const cases = fc.constantFrom(...MODELS).chain((model) =>
    fc.record({
      model: fc.constant(model),
      messages: fc.array(anyMessage(model), { maxLength: 8 }),
      tools: fc.array(anyTool, { maxLength: 3 }),
      system: anyText,
      thinking: fc.constantFrom("off", "low", "medium", "high"),
      images: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(cases, ({ model, images, ...request }) => {
      const target = { provider: "google", model, quirks: { ...DEFAULT_QUIRKS, images } };
      const json = wellFormedJson(GENERATE_DIALECT.body(request, target));
      const strict = { ownSignature: /^own/ };
      expect(complaintAboutGenerate(Buffer.from(json), model, strict)).toBeUndefined();
      const said = JSON.parse(json).contents.flatMap((content: { parts: { text?: string }[] }) =>
        content.parts.map(({ text }) => text),
      );
      for (const message of request.messages)
        for (const block of message.role === "user" ? message.content : [])
          if (block.type === "text" && block.text.trim() !== "")
            expect(said).toContain(block.text.toWellFormed());
    }),
    { numRuns: 600 },
  );
});
