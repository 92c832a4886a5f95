import { describe, expect, test } from "vitest";
import type { LLMRequest } from "../../../src/llm/client.ts";
import type { Target } from "../../../src/llm/dialect.ts";
import { GENERATE_DIALECT } from "../../../src/llm/google/generate-dialect.ts";
import { DEFAULT_QUIRKS } from "../../../src/llm/quirks.ts";
import { wireToolName } from "../../../src/llm/tool-names.ts";
import { wellFormedJson } from "../../../src/llm/well-formed-json.ts";
import type { AssistantContent, JsonObject, ModelMessage, UserContent } from "../../../src/wire/messages.ts";
import { complaintAboutGenerate } from "../../loopback/strict-generate.ts";
import { assistant, call, result, text, user } from "../ask.ts";

type Shape = Partial<Omit<Target, "quirks">> & { images?: boolean };

/** The parsed body; the strict API takes it. */
function body(request: Partial<LLMRequest>, { images = true, ...more }: Shape = {}) {
  const target = { provider: "google", model: "gemini-2.5-flash", ...more };
  const whole = { system: "", messages: [user("hi")], tools: [], thinking: "off", ...request } as const;
  const fields = GENERATE_DIALECT.body(whole, { ...target, quirks: { ...DEFAULT_QUIRKS, images } });
  const json = wellFormedJson(fields);
  const own = { ownSignature: /^(own|skip)/ };
  expect(complaintAboutGenerate(Buffer.from(json), target.model, own)).toBeUndefined();
  return JSON.parse(json);
}

const GEMINI_3 = { model: "gemini-3-pro-preview" };
const sent = (messages: ModelMessage[], shape: Shape = {}) => body({ messages }, shape).contents;
const image = (data: string, mime_type = "image/png"): UserContent => ({ type: "image", mime_type, data });
const said = (content: UserContent[]): ModelMessage => ({ id: "u", timestamp: 0, role: "user", content });
const own = (content: AssistantContent[], model = "gemini-2.5-flash") =>
  assistant(content, { provider: "google", model });
const withBlocks = (id: string, content: UserContent[]) => ({ ...result(id, "read", ""), content });
const picture = (data: string, mimeType = "image/png") => ({ inlineData: { mimeType, data } });
const fromUser = (...parts: object[]) => ({ role: "user", parts });
const fromModel = (...parts: object[]) => ({ role: "model", parts });
const wireCall = (name: string, args: JsonObject = {}, more: object = {}) => ({
  functionCall: { name, args },
  ...more,
});
const response = (name: string, response: object, more: object = {}) => ({
  functionResponse: { name, response, ...more },
});

test("a plain request is the system prompt, the contents and nothing that need not be said", () => {
  expect(body({ system: "Be brief." }, { model: "gemini-2.5-pro" })).toEqual({
    systemInstruction: { parts: [{ text: "Be brief." }] },
    contents: [fromUser({ text: "hi" })],
  });
  expect(body({ system: " \n" }, { model: "gemini-2.5-pro" })).toEqual({
    contents: [fromUser({ text: "hi" })],
  });
});

test("the model is in the path, the key in a header", () => {
  const path = (model: string) =>
    GENERATE_DIALECT.path({ provider: "google", model, quirks: DEFAULT_QUIRKS });
  const rest = ":streamGenerateContent?alt=sse";
  expect(path("gemini-2.5-pro")).toBe(`v1beta/models/gemini-2.5-pro${rest}`);
  expect(path("models/gemini-2.5-pro")).toBe(`v1beta/models/gemini-2.5-pro${rest}`);
  expect(path("tunedModels/mine")).toBe(`v1beta/tunedModels/mine${rest}`);
  expect(path("a/b?c")).toBe(`v1beta/models/a%2Fb%3Fc${rest}`);
  expect(GENERATE_DIALECT.headers("k")).toEqual({ "x-goog-api-key": "k" });
  expect(GENERATE_DIALECT.headers(undefined)).toEqual({});
});

test("a configured limit is sent", () => {
  expect(body({}, { maxOutputTokens: 1234, model: "gemini-2.5-pro" }).generationConfig).toEqual({
    maxOutputTokens: 1234,
  });
});

describe("thinking", () => {
  const levels = ["off", "low", "medium", "high"] as const;
  const budgets = [1024, 8192, 24_576].map((thinkingBudget) => ({ thinkingBudget, includeThoughts: true }));
  const named = ["low", "medium", "high"].map((thinkingLevel) => ({ thinkingLevel, includeThoughts: true }));
  const most = { thinkingLevel: "high", includeThoughts: true };
  test.each<[string, unknown[]]>([
    ["gemini-2.5-pro", [undefined, ...budgets]],
    ["gemini-2.5-flash", [{ thinkingBudget: 0 }, ...budgets]],
    ["models/gemini-2.5-flash-lite-preview-09-2025", [{ thinkingBudget: 0 }, ...budgets]],
    ["gemini-3-flash-preview", [undefined, ...named]],
    ["gemini-3.1-pro-preview", [undefined, ...named]],
    ["gemini-flash-latest", [undefined, ...named]],
    ["gemini-2.0-flash", [undefined, undefined, undefined, undefined]],
    ["gemma-3-27b-it", [undefined, undefined, undefined, undefined]],
    ["gemma-4-31b-it", [undefined, most, most, most]],
    ["somebody-elses", [undefined, ...budgets]],
  ])("of %s is told in its own way", (model, configs) => {
    const configOf = (thinking: LLMRequest["thinking"]) =>
      body({ thinking }, { model: model.replace("models/", "") }).generationConfig?.thinkingConfig;
    expect(levels.map(configOf)).toEqual(configs);
  });

  test("is not told to a model that is known not to think", () => {
    expect(body({ thinking: "high" }, { thinks: false })).not.toHaveProperty("generationConfig");
  });
});

describe("tools", () => {
  const declared = (parameters: JsonObject) =>
    body({ tools: [{ name: "x", description: "Does.", parameters }] }).tools[0].functionDeclarations[0]
      .parametersJsonSchema;
  const property = (schema: JsonObject, more: JsonObject = {}) =>
    declared({ type: "object", properties: { p: schema }, ...more })?.properties.p;

  test("are declared with a schema when they take arguments", () => {
    const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
    const tools = [
      { name: "ls", description: "Lists.", parameters },
      { name: "now", description: "", parameters: {} },
      { name: "also", description: " ", parameters: { type: "object", properties: {} } },
      { name: "ls", description: "Again.", parameters },
      { name: "a tool!", description: "Odd.", parameters },
    ];
    expect(body({ tools }).tools).toEqual([
      {
        functionDeclarations: [
          { name: "ls", description: "Lists.", parametersJsonSchema: parameters },
          { name: "now", description: "now" },
          { name: "also", description: "also" },
          { name: wireToolName("a tool!"), description: "Odd.", parametersJsonSchema: parameters },
        ],
      },
    ]);
  });

  test("keep what the API knows of a schema and lose what it refuses", () => {
    expect(
      declared({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $id: "x",
        type: "object",
        description: "All.",
        properties: {
          a: { type: ["string", "null"], format: "uri", pattern: "^x", minLength: 1, default: "x" },
          b: { type: "integer", minimum: 1, exclusiveMinimum: 0, multipleOf: 2, maximum: 9 },
          c: { type: "array", items: { type: "string", format: "date" }, uniqueItems: true, minItems: 1 },
          d: { enum: ["x", 1, "", null, true, "x"] },
          e: { type: "object", properties: {}, additionalProperties: { type: "number", deprecated: true } },
          f: { type: "any", items: false, additionalProperties: false },
          g: true,
        },
        required: ["a", "a", "z", 7],
        additionalProperties: false,
        patternProperties: { "^x": {} },
        not: {},
      }),
    ).toEqual({
      type: "object",
      description: "All.",
      properties: {
        a: { type: ["string", "null"] },
        b: { type: "integer", minimum: 1, maximum: 9 },
        c: { type: "array", items: { type: "string", format: "date" }, minItems: 1 },
        d: { enum: ["x", 1] },
        e: { type: "object", additionalProperties: { type: "number" } },
        f: { additionalProperties: false },
        g: {},
      },
      required: ["a"],
      additionalProperties: false,
    });
  });

  test("say choices and parts in the words that are known", () => {
    expect(property({ oneOf: [{ const: "a" }, { const: 2 }, { const: null }] })).toEqual({
      anyOf: [{ enum: ["a"] }, { enum: [2] }, {}],
    });
    expect(
      property({
        allOf: [
          { properties: { a: { type: "string" } }, required: ["a"] },
          { allOf: [{ properties: { b: {} } }] },
          true,
        ],
        properties: { c: {} },
        required: ["c"],
      }),
    ).toEqual({
      type: "object",
      properties: { b: {}, a: { type: "string" }, c: {} },
      required: ["a", "c"],
    });
    expect(property({ type: "array", items: [{ type: "string" }, {}] })).toEqual({
      type: "array",
      prefixItems: [{ type: "string" }, {}],
    });
    expect(declared({ anyOf: [{ properties: { a: {} } }] })).toEqual({
      type: "object",
      anyOf: [{ type: "object", properties: { a: {} } }],
    });
  });

  test("have their references written out, and recursion ended", () => {
    const $defs = {
      "a/b": { type: "object", properties: { next: { $ref: "#/$defs/a~1b" }, n: { $ref: "#/$defs/n" } } },
      n: { type: "number", description: "A number." },
    };
    expect(property({ $ref: "#/$defs/a~1b", description: "First." }, { $defs })).toEqual({
      type: "object",
      description: "First.",
      properties: { next: {}, n: { type: "number", description: "A number." } },
    });
    const twice = { type: "array", prefixItems: [{ $ref: "#/$defs/n" }, { $ref: "#/$defs/n" }] };
    expect(property(twice, { $defs }).prefixItems).toEqual([$defs.n, $defs.n]);
    expect(property({ $ref: "#/properties/q", description: "As q." }, { $defs })).toEqual({
      description: "As q.",
    });
    expect(property({ $ref: "https://elsewhere/x.json" })).toEqual({});
    expect(property({ $ref: "#/%E0%A4%A" })).toEqual({});
    expect(declared({ $ref: "#/$defs/x", $defs: { x: { type: "object", properties: { a: {} } } } })).toEqual({
      type: "object",
      properties: { a: {} },
    });
  });

  test("whose schema unfolds without end are told in a bounded one", () => {
    const $defs: JsonObject = { d0: { type: "string" } };
    for (let n = 1; n < 40; n++) {
      const ref = { $ref: `#/$defs/d${n - 1}` };
      $defs[`d${n}`] = { type: "object", properties: { a: ref, b: ref, c: ref } };
    }
    const schema = declared({ type: "object", properties: { p: { $ref: "#/$defs/d39" } }, $defs });
    expect(JSON.stringify(schema).length).toBeLessThan(400_000);
  });
});

describe("user messages", () => {
  test("are parts, without blank ones; neighbours are one content", () => {
    const blocks = [text("a"), text("  \n"), text("b")] as UserContent[];
    expect(sent([said(blocks), user("c")])).toEqual([fromUser({ text: "a" }, { text: "b" }, { text: "c" })]);
    expect(sent([user(" "), said([])])).toEqual([
      fromUser({ text: "(empty message)" }, { text: "(empty message)" }),
    ]);
  });

  test("show their images", () => {
    expect(sent([said([text("look") as UserContent, image("AAAA"), image("BBBB", "image/heic")])])).toEqual([
      fromUser({ text: "look" }, picture("AAAA"), picture("BBBB", "image/heic")),
    ]);
  });

  test("say where an image was that the model cannot see", () => {
    const unseen = { text: "(an image, which this model cannot see)" };
    expect(sent([said([image("AAAA")])], { images: false })).toEqual([fromUser(unseen)]);
    expect(sent([said([image("no base64!"), image("AAA"), image("")])])).toEqual([
      fromUser(unseen, unseen, unseen),
    ]);
    expect(sent([said([image("AAAA", "image/gif")])])).toEqual([
      fromUser({ text: "(an image of type image/gif, which this model cannot see)" }),
    ]);
  });
});

describe("the contents", () => {
  test("begin and end with the user, and are never none", () => {
    expect(sent([])).toEqual([fromUser({ text: "(empty message)" })]);
    expect(sent([assistant([text("hello")])])).toEqual([
      fromUser({ text: "(the conversation goes on)" }),
      fromModel({ text: "hello" }),
      fromUser({ text: "(go on)" }),
    ]);
  });

  test("hold no answer of thinking alone, or of nothing, and no result without a call", () => {
    const thought = assistant([{ type: "thinking", thinking: "hm" }]);
    const blank = assistant([text(" ")]);
    expect(
      sent([thought, user("a"), thought, user("b"), assistant([]), blank, result("z", "ls", "x")]),
    ).toEqual([fromUser({ text: "a" }, { text: "b" })]);
  });

  test("join two answers in a row", () => {
    expect(
      sent([
        user("a"),
        assistant([text("b")]),
        assistant([text("c"), call("1", "ls")]),
        result("1", "ls", "x"),
      ]),
    ).toEqual([
      fromUser({ text: "a" }),
      fromModel({ text: "b" }, { text: "c" }, wireCall("ls")),
      fromUser(response("ls", { output: "x" })),
    ]);
  });
});

describe("calls and results", () => {
  test("stand in their order, one result for each call, and the user's word after them in its own content", () => {
    const calls = assistant([
      text("a"),
      call("c1", "read", { path: "x" }),
      call("c2", "a tool!"),
      call("c3", "ls"),
    ]);
    const results = [result("c3", "ls", ""), result("c2", "a tool!", "no", true), result("c1", "read", "x")];
    const odd = wireToolName("a tool!");
    expect(sent([user("hi"), calls, ...results, user("and?")])).toEqual([
      fromUser({ text: "hi" }),
      fromModel({ text: "a" }, wireCall("read", { path: "x" }), wireCall(odd), wireCall("ls")),
      fromUser(
        response("read", { output: "x" }),
        response(odd, { error: "no" }),
        response("ls", { output: "(no output)" }),
      ),
      fromUser({ text: "and?" }),
    ]);
  });

  test("that miss one another are made whole", () => {
    const calls = assistant([call("c1", "read"), call("c1", "read"), call("c2", "ls")]);
    expect(sent([user("hi"), calls, result("c1", "read", "x"), result("zz", "ls", "y")]).at(-1)).toEqual(
      fromUser(
        response("read", { output: "x" }),
        response("read", { error: "Interrupted before a result was known; it may or may not have run." }),
        response("ls", { error: "Interrupted before a result was known; it may or may not have run." }),
      ),
    );
  });

  test("whose arguments did not parse are repeated with none", () => {
    const broken = { ...call("c1", "write"), arguments_text: '{"path":"a' } as AssistantContent;
    expect(sent([user("hi"), assistant([broken]), result("c1", "write", "not JSON", true)])[1]).toEqual(
      fromModel(wireCall("write")),
    );
  });

  test("carry an id only where the provider gave one, once", () => {
    const data = { provider_data: { id: "abc" } };
    const calls = [
      { ...call("c1", "ls"), ...data },
      { ...call("c2", "ls"), ...data },
    ] as AssistantContent[];
    const turn = (message: ModelMessage) =>
      sent([user("hi"), message, result("c1", "ls", "x"), result("c2", "ls", "y")]);
    expect(turn(own(calls)).slice(1)).toEqual([
      fromModel({ functionCall: { id: "abc", name: "ls", args: {} } }, wireCall("ls")),
      fromUser(response("ls", { output: "x" }, { id: "abc" }), response("ls", { output: "y" })),
    ]);
    expect(JSON.stringify(turn(assistant(calls)))).not.toContain("abc");
  });

  const pictured = [
    user("hi"),
    assistant([call("c1", "read"), call("c2", "read")]),
    withBlocks("c1", [image("AAAA")]),
    withBlocks("c2", [text("two") as UserContent, image("BBBB", "image/heic")]),
  ];

  test("show images after the results", () => {
    expect(sent([...pictured, user("well?")]).slice(2)).toEqual([
      fromUser(response("read", { output: "(an image; it follows)" }), response("read", { output: "two" })),
      fromUser(
        { text: "The images of these tool results:" },
        picture("AAAA"),
        picture("BBBB", "image/heic"),
        { text: "well?" },
      ),
    ]);
  });

  test("show images inside the results where the model takes them there", () => {
    expect(sent(pictured, GEMINI_3).slice(2)).toEqual([
      fromUser(
        response("read", { output: "(an image)" }, { parts: [picture("AAAA")] }),
        response("read", { output: "two" }),
      ),
      fromUser({ text: "The images of these tool results:" }, picture("BBBB", "image/heic")),
    ]);
  });

  test("say where an image was that the model cannot see", () => {
    expect(sent(pictured, { images: false }).slice(2)).toEqual([
      fromUser(
        response("read", { output: "(an image, which this model cannot see)" }),
        response("read", { output: "two\n(an image, which this model cannot see)" }),
      ),
    ]);
  });
});

describe("signatures", () => {
  const signedCall = (id: string, signature: string): AssistantContent => ({
    ...(call(id, "ls") as AssistantContent & { type: "tool_call" }),
    provider_data: { thought_signature: signature },
  });
  const hidden = (signature: string, more: object = {}): AssistantContent => ({
    type: "thinking",
    thinking: "",
    redacted: true,
    signature,
    ...more,
  });
  const content: AssistantContent[] = [
    { type: "thinking", thinking: "hm", signature: "ownT" },
    { type: "thinking", thinking: "unsigned" },
    text("a"),
    hidden("ownA"),
    text("b"),
    hidden("ownH", { provider_data: { thought: "secretly" } }),
    hidden("ownX"),
    signedCall("c1", "ownC"),
    call("c2", "ls"),
  ];
  const turn = (message: ModelMessage, shape?: Shape) =>
    sent([user("hi"), message, result("c1", "ls", "x"), result("c2", "ls", "y")], shape)[1];

  test("go back on the parts they came on, to the model that made them", () => {
    expect(turn(own(content))).toEqual(
      fromModel(
        { text: "hm", thought: true, thoughtSignature: "ownT" },
        { text: "a", thoughtSignature: "ownA" },
        { text: "b" },
        { text: "secretly", thought: true, thoughtSignature: "ownH" },
        wireCall("ls", {}, { thoughtSignature: "ownC" }),
        wireCall("ls"),
      ),
    );
  });

  const bare = [{ text: "a" }, { text: "b" }];
  const skip = { thoughtSignature: "skip_thought_signature_validator" };

  test("never go to another model or provider", () => {
    for (const message of [own(content, "gemini-2.5-pro"), assistant(content)])
      expect(turn(message)).toEqual(fromModel(...bare, wireCall("ls"), wireCall("ls")));
  });

  test("that a third-generation model misses are replaced by Google's word for that, on the first call only", () => {
    const replaced = fromModel(...bare, wireCall("ls", {}, skip), wireCall("ls"));
    expect(turn(own(content), GEMINI_3)).toEqual(replaced);
    expect(turn(own(content), { model: "gemini-flash-latest" })).toEqual(replaced);
    const kept = turn(own(content, GEMINI_3.model), GEMINI_3);
    expect(kept.parts.slice(-2)).toEqual([wireCall("ls", {}, { thoughtSignature: "ownC" }), wireCall("ls")]);
  });

  test("that are no base64 are left out", () => {
    const odd = own(
      [text("a"), hidden("no base64!"), signedCall("c1", "???"), call("c2", "ls")],
      GEMINI_3.model,
    );
    expect(turn(odd, GEMINI_3)).toEqual(fromModel({ text: "a" }, wireCall("ls", {}, skip), wireCall("ls")));
    const none = own([hidden("ownA"), text(" "), hidden("ownB"), call("c1", "ls"), call("c2", "ls")]);
    expect(turn(none)).toEqual(fromModel(wireCall("ls"), wireCall("ls")));
  });
});

test("no lone surrogate leaves, wherever it was", () => {
  const half = "a\ud83d";
  const messages = [
    user(half),
    assistant([text(half), call("c1", half, { [half]: half })]),
    result("c1", half, half),
  ];
  const request = body({ system: half, messages });
  expect(JSON.stringify(request)).not.toContain("\\ud83d");
  expect(request.contents[0].parts[0].text).toBe("a\ufffd");
  expect(request.contents[1].parts[1].functionCall.args).toEqual({ "a\ufffd": "a\ufffd" });
});
