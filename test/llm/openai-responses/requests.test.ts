import { describe, expect, test } from "vitest";
import type { LLMRequest } from "../../../src/llm/client.ts";
import type { Target } from "../../../src/llm/dialect.ts";
import { toRequest } from "../../../src/llm/openai-responses/to-request.ts";
import { DEFAULT_QUIRKS, type Quirks } from "../../../src/llm/quirks.ts";
import { wellFormedJson } from "../../../src/llm/well-formed-json.ts";
import type {
  AssistantContent,
  AssistantMessage,
  JsonObject,
  ModelMessage,
  UserContent,
} from "../../../src/wire/messages.ts";
import { reasoningItem } from "../../loopback/responses-chunks.ts";
import { type ResponsesStrictness, responsesComplaint } from "../../loopback/strict-responses.ts";
import { assistant, call, result, text, user } from "../ask.ts";

type Shape = Partial<Omit<Target, "quirks">> & { quirks?: Partial<Quirks> };

/** The parsed body; the strict server takes it. */
function body(request: Partial<LLMRequest>, { quirks, ...more }: Shape = {}, strict?: ResponsesStrictness) {
  const whole: LLMRequest = {
    system: "Be brief.",
    messages: [user("hi", "m1")],
    tools: [],
    thinking: "off",
    ...request,
  };
  const target = { provider: "openai", model: "m", quirks: { ...DEFAULT_QUIRKS, ...quirks }, ...more };
  const json = wellFormedJson(toRequest(whole, target));
  expect(responsesComplaint(Buffer.from(json), strict)).toBeUndefined();
  return JSON.parse(json);
}

const sent = (messages: ModelMessage[], shape: Shape = {}, strict?: ResponsesStrictness) =>
  body({ messages, system: "" }, shape, strict).input;
const image = (data: string, mime_type = "image/png"): UserContent => ({ type: "image", mime_type, data });
const said = (content: UserContent[]): ModelMessage => ({ id: "u", timestamp: 0, role: "user", content });
const own = (...content: AssistantContent[]) => assistant(content, { provider: "openai", model: "m" });
const userItem = (...content: object[]) => ({ type: "message", role: "user", content });
const inputText = (text: string) => ({ type: "input_text", text });
const spoken = (text: string) => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text }],
});
const called = (call_id: string, name: string, args = "{}") => ({
  type: "function_call",
  call_id,
  name,
  arguments: args,
});
const output = (call_id: string, output: unknown) => ({ type: "function_call_output", call_id, output });
const picture = (data: string) => ({
  type: "input_image",
  image_url: `data:image/png;base64,${data}`,
  detail: "auto",
});

test("a plain request stores nothing and asks for encrypted reasoning", () => {
  expect(body({})).toEqual({
    model: "m",
    instructions: "Be brief.",
    input: [userItem(inputText("hi"))],
    stream: true,
    store: false,
    include: ["reasoning.encrypted_content"],
    prompt_cache_key: "letscode-m1",
  });
});

describe("thinking", () => {
  test("is asked for when it is on, with its summary", () => {
    expect(body({ thinking: "high" }).reasoning).toEqual({ effort: "high", summary: "auto" });
    expect(body({})).not.toHaveProperty("reasoning");
  });

  test("is no word to a model known not to think", () => {
    const shape = { thinks: false };
    expect(body({ thinking: "high" }, shape, { reasons: false })).not.toHaveProperty("include");
  });
});

test("a limit is sent, and one below what is taken is raised", () => {
  const limit = (maxOutputTokens?: number) => body({}, { maxOutputTokens }).max_output_tokens;
  expect([limit(1234), limit(16), limit(1), limit()]).toEqual([1234, 16, 16, undefined]);
});

test("requests of one conversation share a cache", () => {
  const turn = [user("hi", "m1"), assistant([text("ho")]), user("and?", "m3")];
  expect(body({ messages: turn }).prompt_cache_key).toBe("letscode-m1");
  expect(body({ messages: [] })).not.toHaveProperty("prompt_cache_key");
});

describe("tools", () => {
  const schemaOf = (parameters: JsonObject) =>
    body({ tools: [{ name: "t", description: "T.", parameters }] }).tools[0].parameters;

  test("are functions that need not have every parameter", () => {
    const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
    expect(body({ tools: [{ name: "ls", description: "Lists.", parameters }] }).tools).toEqual([
      { type: "function", name: "ls", description: "Lists.", parameters, strict: false },
    ]);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ["nothing at all", {}, { type: "object", properties: {} }],
    ["no properties", { type: "object" }, { type: "object", properties: {} }],
    ["another type", { type: "null", properties: 5 }, { type: "object", properties: {} }],
    [
      "a choice at the top",
      {
        anyOf: [
          { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
          { type: "object", properties: { b: { type: "string" } } },
          true,
        ],
        not: {},
        enum: [1],
      },
      { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } },
    ],
    [
      "arrays of nothing said",
      {
        type: "object",
        properties: {
          a: { type: "array" },
          b: { type: "array", items: { type: ["array", "null"] } },
          c: { anyOf: [{ type: "array" }, { type: "string" }] },
          default: { type: "array", default: [{ type: "array" }] },
        },
      },
      {
        type: "object",
        properties: {
          a: { type: "array", items: {} },
          b: { type: "array", items: { type: ["array", "null"], items: {} } },
          c: { anyOf: [{ type: "array", items: {} }, { type: "string" }] },
          default: { type: "array", items: {}, default: [{ type: "array" }] },
        },
      },
    ],
  ])("with a schema of %s have one that is taken", (_, given, taken) => {
    expect(schemaOf(given)).toEqual(taken);
  });

  test("of any name have one that is taken, in the history too, and each its own", () => {
    const odd = ["a.b", "a:b", "", "ü".repeat(80)];
    const tools = [...odd, "a.b"].map((name) => ({ name, description: "", parameters: {} }));
    const history = [user("hi"), assistant([call("c", "a.b")]), result("c", "a.b", "x")];
    const { tools: sentTools, input } = body({ tools, messages: history });
    const names = sentTools.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(4);
    expect(input[1].name).toBe(names[0]);
  });
});

describe("user messages", () => {
  test("are parts, without blank ones", () => {
    expect(sent([said([text("look") as UserContent, text(" \n") as UserContent, image("AAAA")])])).toEqual([
      userItem(inputText("look"), picture("AAAA")),
    ]);
  });

  test("that are blank, follow each other, or are none at all, are taken", () => {
    const empty = userItem(inputText("(empty message)"));
    expect(sent([user(" "), user("a"), said([])])).toEqual([empty, userItem(inputText("a")), empty]);
    expect(sent([])).toEqual([empty]);
  });

  test("with images that cannot be shown say so", () => {
    expect(sent([said([image("AAAA")])], { quirks: { images: false } })).toEqual([
      userItem(inputText("(an image, which this model cannot see)")),
    ]);
    expect(sent([said([image("AAAA", "image/svg+xml"), image("")])])).toEqual([
      userItem(
        inputText("(an image of a kind that cannot be shown: image/svg+xml)"),
        inputText("(an image of a kind that cannot be shown: image/png)"),
      ),
    ]);
  });
});

describe("assistant messages", () => {
  test("are an item for each block, in order, without blank text", () => {
    const message = assistant([text("a"), text(""), call("c1", "read", { path: "x" }), text("b")]);
    expect(sent([message, result("c1", "read", "x")])).toEqual([
      spoken("a"),
      called("c1", "read", '{"path":"x"}'),
      spoken("b"),
      output("c1", "x"),
    ]);
  });

  test("of thinking alone, or of nothing, are left out", () => {
    const thought = own({
      type: "thinking",
      thinking: "hm",
      provider_data: reasoningItem("E") as JsonObject,
    });
    expect(sent([user("a"), thought, assistant([]), assistant([text(" ")])])).toEqual([
      userItem(inputText("a")),
    ]);
  });

  test("repeat calls whose arguments did not parse as an empty object", () => {
    const broken = { ...call("c1", "write"), arguments_text: '{"path":"a' } as AssistantContent;
    expect(sent([assistant([broken]), result("c1", "write", "no JSON", true)])[0]).toEqual(
      called("c1", "write"),
    );
  });

  test("and their results share an id that is taken, whatever it was", () => {
    const odd = ["x|y:z ü", `${"a".repeat(99)}1`, `${"a".repeat(99)}2`, ""];
    const items = sent([
      assistant(odd.map((id) => call(id, "ls"))),
      ...odd.map((id) => result(id, "ls", "x")),
    ]) as { call_id: string }[];
    const ids = items.map(({ call_id }) => call_id);
    expect(ids.slice(0, 4)).toEqual(ids.slice(4));
    expect(new Set(ids).size).toBe(4);
    expect(ids[0]).toBe(odd[0]);
  });
});

describe("tool results", () => {
  const calls = assistant([call("c1", "read")]);
  const results = (content: UserContent[], quirks: Partial<Quirks> = {}) =>
    sent([calls, { ...result("c1", "read", ""), content }], { quirks })[1].output;

  test("are text, and have some even when there was no output", () => {
    expect(results([text("a") as UserContent, text("b") as UserContent])).toBe("a\nb");
    expect(results([])).toBe("(no output)");
    expect(results([text(" ") as UserContent])).toBe("(no output)");
  });

  test("show their images to models that see", () => {
    const blocks = [text("two") as UserContent, image("BBBB")];
    expect(results(blocks)).toEqual([inputText("two"), picture("BBBB")]);
    expect(results(blocks, { images: false })).toBe("two\n(an image, which this model cannot see)");
  });
});

describe("earlier reasoning", () => {
  const thought = (item: object): AssistantContent => ({
    type: "thinking",
    thinking: "",
    redacted: true,
    provider_data: item as JsonObject,
  });
  const encrypted = { type: "reasoning", summary: [], encrypted_content: "E" };

  test("goes back encrypted, without its id, right before what it led to", () => {
    const message = own(
      thought(reasoningItem("A", "hm")),
      thought(reasoningItem("E")),
      text(" "),
      text("let me see"),
      thought(reasoningItem("E")),
      call("c1", "ls"),
      thought(reasoningItem("Z")),
    );
    expect(sent([message, result("c1", "ls", "x")])).toEqual([
      { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }], encrypted_content: "A" },
      encrypted,
      spoken("let me see"),
      encrypted,
      called("c1", "ls"),
      output("c1", "x"),
    ]);
  });

  test("as plain text goes back whole, to servers that work so", () => {
    const item = {
      type: "reasoning",
      id: "rs_9",
      summary: [],
      content: [{ type: "reasoning_text", text: "hm" }],
    };
    expect(
      sent([own(thought({ ...item, status: "completed" }), text("a"))], {}, { plainReasoning: true }),
    ).toEqual([item, spoken("a")]);
  });

  test("is not what tells a remark from the answer, which goes back with its text", () => {
    const phase = (phase: string) => thought({ type: "message", phase });
    const message = own(
      text("so"),
      phase("commentary"),
      text("yes"),
      phase("final_answer"),
      text("!"),
      phase("x"),
    );
    const spokenAs = (text: string, phase: string) => ({ ...spoken(text), phase });
    expect(sent([message])).toEqual([
      spokenAs("so", "commentary"),
      spokenAs("yes", "final_answer"),
      spoken("!"),
    ]);
    expect(sent([{ ...message, model: "m2" }])).toEqual([spoken("so"), spoken("yes"), spoken("!")]);
  });

  test.each<[string, AssistantMessage]>([
    ["that the server would have had to store", own(thought(reasoningItem(null)), text("a"))],
    ["that is encrypted to nothing", own(thought(reasoningItem("")), text("a"))],
    ["of another shape", own(thought({ type: "thoughts" }), text("a"))],
    ["without data", own({ type: "thinking", thinking: "hm", signature: "S" }, text("a"))],
    [
      "of another model",
      assistant([thought(reasoningItem("E")), text("a")], { provider: "openai", model: "m2" }),
    ],
    [
      "of another provider",
      assistant([thought(reasoningItem("E")), text("a")], { provider: "azure", model: "m" }),
    ],
  ])("%s is left out", (_, message) => {
    expect(sent([message])).toEqual([spoken("a")]);
  });
});

test("no lone surrogate leaves, wherever it was", () => {
  const half = "a\ud83d";
  const messages = [
    user(half),
    assistant([text(half), call("c1", "write", { path: half })]),
    result("c1", "write", half),
  ];
  const request = body({ system: half, messages });
  expect(JSON.stringify(request)).not.toContain("\\ud83d");
  expect(request.input[2].arguments).toBe(JSON.stringify({ path: "a\ufffd" }));
});
