import { describe, expect, test } from "vitest";
import { MESSAGES_DIALECT } from "../../../src/llm/anthropic/messages-dialect.ts";
import type { LLMRequest } from "../../../src/llm/client.ts";
import type { Target } from "../../../src/llm/dialect.ts";
import { DEFAULT_QUIRKS, type Quirks } from "../../../src/llm/quirks.ts";
import { wellFormedJson } from "../../../src/llm/well-formed-json.ts";
import type {
  AssistantContent,
  AssistantMessage,
  JsonObject,
  ModelMessage,
  UserContent,
} from "../../../src/wire/messages.ts";
import { type MessagesStrictness, messagesComplaint } from "../../loopback/strict-messages.ts";
import { assistant, call, result, text, user } from "../ask.ts";

interface Shape extends Partial<Omit<Target, "quirks">> {
  quirks?: Partial<Quirks>;
  thinks?: boolean;
}

const cached = { cache_control: { type: "ephemeral" } };
const tool = (name: string, parameters: JsonObject = {}) => ({
  name,
  description: `Does ${name}.`,
  parameters,
});

/** The parsed body; the strict server takes it. */
function body(request: Partial<LLMRequest>, shape: Shape = {}, strict: MessagesStrictness = {}) {
  const whole: LLMRequest = {
    system: "Be brief.",
    messages: [user("hi")],
    tools: [],
    thinking: "off",
    ...request,
  };
  const target = {
    provider: "anthropic",
    model: "claude-sonnet-4-5",
    ...shape,
    quirks: { ...DEFAULT_QUIRKS, ...shape.quirks },
  };
  const bytes = Buffer.from(wellFormedJson(MESSAGES_DIALECT.body(whole, target)));
  expect(messagesComplaint({ bytes, headers: MESSAGES_DIALECT.headers("k") }, strict)).toBeUndefined();
  return JSON.parse(bytes.toString());
}

/** The messages without the cache marks. */
const sent = (
  messages: ModelMessage[],
  shape: Shape & Partial<LLMRequest> = {},
  strict?: MessagesStrictness,
) =>
  JSON.parse(
    JSON.stringify(body({ tools: [tool("ls")], messages, ...shape }, shape, strict).messages, (key, value) =>
      key === "cache_control" ? undefined : value,
    ),
  );
type Maker = Partial<Pick<AssistantMessage, "provider" | "model">>;
const said = (...content: UserContent[]): ModelMessage => ({ id: "u", timestamp: 0, role: "user", content });
const image = (data: string, mime_type = "image/png"): UserContent => ({ type: "image", mime_type, data });
const own = (content: AssistantContent[], more: Maker = {}) =>
  assistant(content, { provider: "anthropic", model: "claude-sonnet-4-5", ...more });
const words = (text: string) => ({ type: "text", text });
const from = (role: "user" | "assistant", ...content: object[]) => ({ role, content });
const use = (id: string, name: string, input: object = {}) => ({ type: "tool_use", id, name, input });
const came = (tool_use_id: string, ...content: object[]) => ({ type: "tool_result", tool_use_id, content });
const PNG = "iVBORw0KGgoAAAANSUhEUg==";
const JPEG = "/9j/4AAQSkZJRg==";
const picture = (media_type: string, data: string) => ({
  type: "image",
  source: { type: "base64", media_type, data },
});

test("a plain request asks for a stream and says how long the answer may be", () => {
  expect(body({})).toEqual({
    model: "claude-sonnet-4-5",
    max_tokens: 64_000,
    system: [{ ...words("Be brief."), ...cached }],
    messages: [from("user", { ...words("hi"), ...cached })],
    stream: true,
  });
  expect(body({ system: " " })).not.toHaveProperty("system");
});

test.each([
  ["claude-3-opus-20240229", undefined, 4096],
  ["claude-3-5-sonnet-latest", undefined, 8192],
  ["claude-opus-4-1", undefined, 32_000],
  ["claude-opus-4-8", undefined, 64_000],
  ["deepseek-chat", undefined, 8192],
  ["claude-opus-4-8", 1234, 1234],
])("the limit of %s, when %s is configured, is %i", (model, maxOutputTokens, limit) => {
  expect(body({}, { model, maxOutputTokens }).max_tokens).toBe(limit);
});

test("the system prompt, the tools and the last two turns of the user are marked for the cache", () => {
  const messages = [
    user("a"),
    own([call("c1", "ls")]),
    result("c1", "ls", "x"),
    own([text("b")]),
    user("c"),
    own([call("c2", "ls"), call("c3", "ls")]),
    result("c2", "ls", "y"),
    result("c3", "ls", "z"),
  ];
  const request = body({ messages, tools: [tool("ls"), tool("read")] });
  expect(request.tools.map((one: object) => "cache_control" in one)).toEqual([false, true]);
  expect(
    request.messages.map(({ content }: { content: object[] }) =>
      content.map((one) => "cache_control" in one),
    ),
  ).toEqual([[false], [false], [false], [false], [true], [false, false], [false, true]]);
});

describe("the key and the version", () => {
  test("are headers", () => {
    expect(MESSAGES_DIALECT.headers("k")).toEqual({ "anthropic-version": "2023-06-01", "x-api-key": "k" });
    expect(MESSAGES_DIALECT.headers(undefined)).toEqual({ "anthropic-version": "2023-06-01" });
  });
});

describe("user messages", () => {
  test("have no blank blocks and are never empty", () => {
    expect(sent([said(words("a") as UserContent, words(" \n") as UserContent)])).toEqual([
      from("user", words("a")),
    ]);
    expect(sent([said()])).toEqual([from("user", words("(empty message)"))]);
    expect(sent([user("a"), own([text("b")]), user(" ")])[2]).toEqual(from("user", words("(empty message)")));
    expect(sent([])).toEqual([from("user", words("(empty message)"))]);
  });

  test("that follow each other are one", () => {
    expect(sent([user("a"), user("b")])).toEqual([from("user", words("a"), words("b"))]);
  });

  test("show images by what they are, not by what they are called", () => {
    const images = [image(PNG), image(JPEG, "image/png"), image("AAAA", "image/webp")];
    expect(sent([said(...images)])).toEqual([
      from("user", picture("image/png", PNG), picture("image/jpeg", JPEG), picture("image/webp", "AAAA")),
    ]);
  });

  test.each<[string, UserContent, Partial<Quirks>, string]>([
    ["a model without eyes", image(PNG), { images: false }, "(an image, which this model cannot see)"],
    [
      "another type",
      image("Qk0=", "image/bmp"),
      {},
      "(an image of type image/bmp, which this model cannot see)",
    ],
    [
      "more than 5 MB",
      image(PNG.padEnd(6e6, "A")),
      {},
      "(an image of more than 5 MB, which this model cannot see)",
    ],
    ["no base64", image("no base64"), {}, "(an image that cannot be read)"],
    ["nothing", image(""), {}, "(an image that cannot be read)"],
  ])("have a note in place of an image: %s", (_, block, quirks, note) => {
    expect(sent([said(block)], { quirks })).toEqual([from("user", words(note))]);
  });
});

describe("the conversation", () => {
  test("begins with the user and ends with the user", () => {
    expect(sent([own([text("a")])])).toEqual([
      from("user", words("(empty message)")),
      from("assistant", words("a")),
      from("user", words("Continue.")),
    ]);
  });

  test("has answers that follow each other in one message, and none that say nothing", () => {
    const messages = [
      user("a"),
      own([text("b ")]),
      own([text(" ")]),
      own([text("c")]),
      user("d"),
      own([]),
      user("e"),
    ];
    expect(sent(messages)).toEqual([
      from("user", words("a")),
      from("assistant", words("b "), words("c")),
      from("user", words("d"), words("e")),
    ]);
  });

  test("has calls last, all results in the next message, and what the user said behind them", () => {
    const messages = [
      user("a"),
      own([call("c1", "ls"), text("b"), call("c2", "ls", { path: "x" })]),
      result("c2", "ls", "two"),
      user("steer"),
      result("c1", "ls", "one", true),
      user("more"),
    ];
    expect(sent(messages)).toEqual([
      from("user", words("a")),
      from("assistant", words("b"), use("c1", "ls"), use("c2", "ls", { path: "x" })),
      from(
        "user",
        { ...came("c1", words("one")), is_error: true },
        came("c2", words("two")),
        words("steer"),
        words("more"),
      ),
    ]);
  });

  test("has a result for every call and none without", () => {
    const messages = [
      user("a"),
      own([call("c1", "ls")]),
      result("other", "ls", "x"),
      own([text("b")]),
      user("c"),
    ];
    const interrupted = words("Interrupted before a result was known; it may or may not have run.");
    expect(sent(messages)).toEqual([
      from("user", words("a")),
      from("assistant", use("c1", "ls")),
      from("user", { ...came("c1", interrupted), is_error: true }),
      from("assistant", words("b")),
      from("user", words("c")),
    ]);
  });

  test("has legal and unique ids, the same for a call and its result", () => {
    const ids = ["a|b:c", "", "x".repeat(100), "a_b_c"];
    const calls = own(ids.map((id) => call(id, "ls")));
    const [, answer, results] = sent([user("a"), calls, ...ids.map((id) => result(id, "ls", "r"))]);
    const given = answer.content.map(({ id }: { id: string }) => id);
    expect(given).toEqual(["a_b_c", "call", "x".repeat(60), "a_b_c_2"]);
    expect(results.content.map((one: { tool_use_id: string }) => one.tool_use_id)).toEqual(given);
  });

  test("repeats calls whose arguments did not parse with an empty object", () => {
    const broken = { ...call("c1", "ls"), arguments_text: '{"path":"a' } as AssistantContent;
    expect(sent([user("a"), own([broken]), result("c1", "ls", "no JSON", true)])[1]).toEqual(
      from("assistant", use("c1", "ls")),
    );
  });

  test("knows the tools it called, though none may be called now", () => {
    const messages = [user("a"), own([call("c1", "old tool")]), result("c1", "old tool", "x")];
    const request = body({ messages, tools: [] });
    expect(request.tool_choice).toEqual({ type: "none" });
    expect(request.tools).toEqual([
      {
        name: request.messages[1].content[0].name,
        input_schema: { type: "object", properties: {} },
        ...cached,
      },
    ]);
  });
});

describe("tool results", () => {
  const shown = (content: UserContent[], isError = false) =>
    sent([user("a"), own([call("c1", "ls")]), { ...result("c1", "ls", "", isError), content }])[2].content;

  test("have a body when there was no output", () => {
    expect(shown([])).toEqual([came("c1", words("(no output)"))]);
    expect(shown([text(" ") as UserContent])).toEqual([came("c1", words("(no output)"))]);
  });

  test("show their images", () => {
    expect(shown([text("a") as UserContent, image(PNG)])).toEqual([
      came("c1", words("a"), picture("image/png", PNG)),
    ]);
  });

  test("of a failure show their images behind all results", () => {
    expect(shown([image(PNG)], true)).toEqual([
      { ...came("c1", words("(an image; it follows)")), is_error: true },
      words("The images of these tool results:"),
      picture("image/png", PNG),
    ]);
  });
});

describe("tools", () => {
  const schema = (parameters: JsonObject) => body({ tools: [tool("t", parameters)] }).tools[0].input_schema;

  test("are told with their schema", () => {
    const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
    expect(body({ tools: [tool("ls", parameters)] }).tools).toEqual([
      { name: "ls", description: "Does ls.", input_schema: parameters, ...cached },
    ]);
  });

  test("have names that are legal and unique", () => {
    const names = body({ tools: [tool("a.b"), tool("a b"), tool("ls"), tool("ls")] }).tools.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toHaveLength(3);
    expect(new Set(names).size).toBe(3);
  });

  test("of one name are the first of them", () => {
    const again = { ...tool("ls"), description: "Another." };
    expect(
      body({ tools: [tool("ls"), again] }).tools.map(
        ({ description }: { description: string }) => description,
      ),
    ).toEqual(["Does ls."]);
  });

  test("without a schema take an object", () => {
    expect(schema({})).toEqual({ type: "object", properties: {} });
  });

  test("offer the properties of every alternative", () => {
    const parameters = {
      anyOf: [
        { properties: { a: { type: "string" } }, required: ["a"] },
        { properties: { b: { type: "number" } }, required: ["b"] },
      ],
      properties: { c: true },
      required: ["c", "gone"],
    };
    expect(schema(parameters)).toEqual({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "number" }, c: true },
      required: ["c"],
    });
  });

  test("of older drafts are told in the newest", () => {
    const parameters = {
      $schema: "http://json-schema.org/draft-04/schema#",
      properties: {
        n: { type: "integer", minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
        pair: { type: "array", items: [{ type: "string" }, { type: "float" }] },
        "not legal": { type: "string" },
        any: { type: "any", required: true, description: "anything" },
      },
    };
    expect(schema(parameters)).toEqual({
      type: "object",
      properties: {
        n: { type: "integer", exclusiveMinimum: 0, maximum: 9 },
        pair: { type: "array", prefixItems: [{ type: "string" }, {}] },
        any: { description: "anything" },
      },
    });
  });
});

describe("thinking", () => {
  const asked = (
    model: string,
    thinking: LLMRequest["thinking"],
    shape: Shape = {},
    strict: MessagesStrictness = {},
  ) => {
    const request = body({ thinking }, { model, ...shape }, strict);
    return [request.thinking, request.output_config];
  };
  const adaptive = { thinks: "adaptive" } as const;
  const always = { thinks: "always" } as const;

  test("of models up to Claude 4.5, and of others, has a budget", () => {
    expect(asked("claude-sonnet-4-5", "low")).toEqual([{ type: "enabled", budget_tokens: 4000 }, undefined]);
    expect(asked("claude-3-7-sonnet-20250219", "medium")[0]).toEqual({
      type: "enabled",
      budget_tokens: 10_000,
    });
    expect(asked("claude-opus-4-20250514", "high")[0]).toEqual({ type: "enabled", budget_tokens: 20_000 });
    expect(asked("MiniMax-M2", "high")[0]).toEqual({ type: "enabled", budget_tokens: 6144 });
  });

  test("leaves room for the answer, and is not asked for where there is none", () => {
    expect(asked("claude-sonnet-4-5", "high", { maxOutputTokens: 1025 })[0]).toMatchObject({
      budget_tokens: 1024,
    });
    expect(asked("claude-sonnet-4-5", "high", { maxOutputTokens: 1024 })).toEqual([undefined, undefined]);
  });

  test("of newer ones has an effort", () => {
    expect(asked("claude-sonnet-4-6", "low", {}, adaptive)).toEqual([
      { type: "adaptive" },
      { effort: "low" },
    ]);
    const shown = { type: "adaptive", display: "summarized" };
    expect(asked("anthropic/claude-opus-4.8", "medium", {}, adaptive)).toEqual([shown, { effort: "medium" }]);
    expect(asked("claude-mythos-preview", "high", {}, always)).toEqual([shown, { effort: "high" }]);
  });

  test("is not asked of models that cannot", () => {
    expect(asked("claude-3-5-haiku-latest", "high", {}, { thinks: "none" })).toEqual([undefined, undefined]);
    expect(asked("some-model", "high", { thinks: false }, { thinks: "none" })).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("is turned off where it is on by itself", () => {
    expect(asked("claude-sonnet-4-5", "off")).toEqual([undefined, undefined]);
    expect(asked("claude-opus-4-8", "off", {}, adaptive)[0]).toBeUndefined();
    expect(asked("claude-sonnet-5", "off", {}, adaptive)[0]).toEqual({ type: "disabled" });
    expect(asked("claude-haiku-5-5", "off", {}, adaptive)[0]).toEqual({ type: "disabled" });
    expect(asked("claude-sonnet-5-5", "off", {}, always)[0]).toEqual({ type: "between_tools" });
    expect(asked("claude-opus-5-5", "off", {}, always)[0]).toBeUndefined();
    expect(asked("claude-fable-5", "off", {}, always)[0]).toBeUndefined();
  });
});

describe("earlier thinking", () => {
  const signed = { type: "thinking", thinking: "hm", signature: "own-1" } as const;
  const empty = { type: "thinking", thinking: "", signature: "own-2" } as const;
  const redacted = (provider_data: JsonObject): AssistantContent => ({
    type: "thinking",
    thinking: "",
    redacted: true,
    provider_data,
  });
  const hidden = redacted({ type: "redacted_thinking", data: "own-3" });
  const unasked = redacted({ type: "thinking", thinking: "psst", signature: "own-4" });
  const turn = (content: AssistantContent[], maker: Maker = {}) => [
    user("a"),
    own([...content, call("c1", "ls")], maker),
    result("c1", "ls", "x"),
  ];
  const strict = { signed: "own" } as const;

  test("goes back byte for byte, in its place", () => {
    const messages = turn([signed, hidden, text("b"), empty, unasked]);
    expect(sent(messages, { thinking: "low" }, strict)[1]).toEqual(
      from(
        "assistant",
        { type: "thinking", thinking: "hm", signature: "own-1" },
        { type: "redacted_thinking", data: "own-3" },
        words("b"),
        { type: "thinking", thinking: "", signature: "own-2" },
        { type: "thinking", thinking: "psst", signature: "own-4" },
        use("c1", "ls"),
      ),
    );
  });

  test.each<[string, Maker]>([
    ["model", { model: "claude-opus-4-1" }],
    ["provider", { provider: "elsewhere" }],
  ])("never goes to another %s", (_, maker) => {
    const messages = [...turn([signed, text("b"), hidden], maker), own([text("c")], maker), user("d")];
    expect(sent(messages, { thinking: "low" }, strict)[1]).toEqual(
      from("assistant", words("b"), use("c1", "ls")),
    );
  });

  test("does not go back while thinking is off, but to models that always think", () => {
    expect(sent(turn([signed]), {}, strict)[1]).toEqual(from("assistant", use("c1", "ls")));
    const model = "claude-opus-5-5";
    expect(sent(turn([unasked], { model }), { model }, { ...strict, thinks: "always" })[1]).toEqual(
      from("assistant", { type: "thinking", thinking: "psst", signature: "own-4" }, use("c1", "ls")),
    );
  });

  test("that nothing follows is left out", () => {
    const messages = [user("a"), own([text("b"), signed]), user("c"), own([signed]), user("d")];
    expect(sent(messages, { thinking: "low" }, strict)).toEqual([
      from("user", words("a")),
      from("assistant", words("b")),
      from("user", words("c"), words("d")),
    ]);
  });

  test("without a signature goes back to other servers only", () => {
    const bare = { type: "thinking", thinking: "hm" } as const;
    expect(sent([...turn([bare]), own([text("b")]), user("c")], { thinking: "low" })[1].content).toHaveLength(
      1,
    );
    const model = "MiniMax-M2";
    expect(sent(turn([bare], { model }), { model }, { thinks: "compatible" })[1]).toEqual(
      from("assistant", { type: "thinking", thinking: "hm", signature: "" }, use("c1", "ls")),
    );
  });

  test("that is missing where a turn began keeps thinking off until the next turn", () => {
    const begun = turn([text("b")]);
    expect(body({ messages: begun, thinking: "low" })).not.toHaveProperty("thinking");
    const goesOn = [...turn([signed]), own([call("c2", "ls")]), result("c2", "ls", "y")];
    expect(body({ messages: goesOn, thinking: "low" })).toHaveProperty("thinking");
    const mixed = [...begun, own([signed, call("c2", "ls")]), result("c2", "ls", "y")];
    expect(sent(mixed, { thinking: "low" })[3]).toEqual(from("assistant", use("c2", "ls")));
    expect(body({ messages: [...begun, own([text("c")]), user("d")], thinking: "low" })).toHaveProperty(
      "thinking",
    );
    const adaptive = { thinks: "adaptive" } as const;
    expect(body({ messages: begun, thinking: "low" }, { model: "claude-opus-4-8" }, adaptive)).toHaveProperty(
      "thinking",
    );
  });
});

test("no lone surrogate leaves, wherever it was", () => {
  const half = "a\ud83d";
  const messages = [
    user(half),
    own([text(half), call("c1", "ls", { [half]: half })]),
    result("c1", "ls", half),
  ];
  expect(JSON.stringify(body({ system: half, messages, tools: [tool("ls")] }))).not.toContain("\\ud83d");
});
