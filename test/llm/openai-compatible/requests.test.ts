import { describe, expect, test } from "vitest";
import type { LLMRequest } from "../../../src/llm/client.ts";
import { toRequest } from "../../../src/llm/openai-compatible/to-request.ts";
import { DEFAULT_QUIRKS, type Quirks } from "../../../src/llm/quirks.ts";
import { wellFormedJson } from "../../../src/llm/well-formed-json.ts";
import type { AssistantMessage, ModelMessage, UserContent } from "../../../src/wire/messages.ts";
import { complaintAbout } from "../../loopback/strict-chat.ts";
import { assistant, call, result, text, user } from "../ask.ts";

interface Shape {
  quirks?: Partial<Quirks>;
  maxOutputTokens?: number;
}

/** The parsed body; a strict server takes it. */
function body(request: Partial<LLMRequest>, { quirks, ...more }: Shape = {}) {
  const shape = { provider: "openai-compatible", model: "m", ...more };
  const whole = {
    system: "Be brief.",
    messages: [user("hi")],
    tools: [],
    thinking: "off",
    ...request,
  } as const;
  const json = wellFormedJson(toRequest(whole, { ...shape, quirks: { ...DEFAULT_QUIRKS, ...quirks } }));
  const reasoningContent =
    quirks?.echoThinking === undefined ? {} : ({ reasoningContent: "allowed" } as const);
  expect(complaintAbout(Buffer.from(json), reasoningContent)).toBeUndefined();
  return JSON.parse(json);
}

const sent = (messages: ModelMessage[], shape: Shape = {}) => body({ messages, system: "" }, shape).messages;
const image = (data: string): UserContent => ({ type: "image", mime_type: "image/png", data });
const said = (content: UserContent[]): ModelMessage => ({ id: "u", timestamp: 0, role: "user", content });
const own = (content: AssistantMessage["content"]) =>
  assistant(content, { provider: "openai-compatible", model: "m" });
const wireCall = (id: string, name: string, args = "{}") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});
const picture = (data: string) => ({
  type: "image_url",
  image_url: { url: `data:image/png;base64,${data}` },
});

test("a plain request asks for a stream and its usage, and sets no limit", () => {
  expect(body({})).toEqual({
    model: "m",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "hi" },
    ],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test("tools are functions whose parameters are an object", () => {
  const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
  const tools = [
    { name: "ls", description: "Lists.", parameters },
    { name: "now", description: "Tells the time.", parameters: {} },
  ];
  expect(body({ tools }).tools).toEqual([
    { type: "function", function: { name: "ls", description: "Lists.", parameters } },
    {
      type: "function",
      function: {
        name: "now",
        description: "Tells the time.",
        parameters: { type: "object", properties: {} },
      },
    },
  ]);
});

test("thinking is asked for only when it is on", () => {
  expect(body({ thinking: "high" }).reasoning_effort).toBe("high");
  expect(body({})).not.toHaveProperty("reasoning_effort");
});

test("a configured limit is sent once, under the configured name", () => {
  const field = { limitField: "max_completion_tokens" } as const;
  const limits = ({ max_tokens, max_completion_tokens }: Record<string, unknown>) => [
    max_tokens,
    max_completion_tokens,
  ];
  expect(limits(body({}, { maxOutputTokens: 1234 }))).toEqual([1234, undefined]);
  expect(limits(body({}, { maxOutputTokens: 1234, quirks: field }))).toEqual([undefined, 1234]);
});

test("usage is not asked for where that is configured", () => {
  expect(body({}, { quirks: { usageOption: false } })).not.toHaveProperty("stream_options");
});

describe("user messages", () => {
  test("of text are one string, without blank blocks", () => {
    const blocks = [text("a"), text("  \n"), text("b")] as UserContent[];
    expect(sent([said(blocks)])).toEqual([{ role: "user", content: "a\nb" }]);
  });

  test("with images are parts", () => {
    expect(sent([said([text("look") as UserContent, image("AAAA"), text(" ") as UserContent])])).toEqual([
      { role: "user", content: [{ type: "text", text: "look" }, picture("AAAA")] },
    ]);
    expect(sent([said([image("AAAA")])])).toEqual([{ role: "user", content: [picture("AAAA")] }]);
  });

  test("with images that no server can read say so", () => {
    const drawing: UserContent = { type: "image", mime_type: "image/svg+xml", data: "AAAA" };
    const nameless: UserContent = { type: "image", mime_type: "", data: "AAAA" };
    expect(sent([said([image(""), image("no base64"), drawing, nameless, image("AAAA")])])).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "(an image, which this model cannot see)" },
          { type: "text", text: "(an image, which this model cannot see)" },
          { type: "text", text: "(an image of type image/svg+xml, which this model cannot see)" },
          { type: "text", text: "(an image of type unknown, which this model cannot see)" },
          picture("AAAA"),
        ],
      },
    ]);
  });

  test("with images for a model that sees none say so", () => {
    expect(sent([said([text("look") as UserContent, image("AAAA")])], { quirks: { images: false } })).toEqual(
      [{ role: "user", content: "look\n(an image, which this model cannot see)" }],
    );
  });

  test("that are blank, or follow each other, are taken", () => {
    expect(sent([user(" "), user("a"), said([])])).toEqual([
      { role: "user", content: "(empty message)" },
      { role: "user", content: "a" },
      { role: "user", content: "(empty message)" },
    ]);
  });
});

describe("assistant messages", () => {
  test("hold text and calls", () => {
    const message = assistant([text("a"), text(""), text("b"), call("c1", "read", { path: "x" })]);
    expect(sent([user("hi"), message, result("c1", "read", "x")]).slice(1)).toEqual([
      { role: "assistant", content: "a\nb", tool_calls: [wireCall("c1", "read", '{"path":"x"}')] },
      { role: "tool", tool_call_id: "c1", content: "x" },
    ]);
  });

  test("of calls alone, with blank text, have no text", () => {
    const message = assistant([text("\n"), call("c1", "ls")]);
    expect(sent([user("hi"), message, result("c1", "ls", "x")])[1]).toEqual({
      role: "assistant",
      content: null,
      tool_calls: [wireCall("c1", "ls")],
    });
  });

  test("of thinking alone, or of nothing, are left out", () => {
    const thought = assistant([{ type: "thinking", thinking: "hm" }]);
    expect(sent([user("a"), thought, user("b"), assistant([]), assistant([text(" ")])])).toEqual([
      { role: "user", content: "a" },
      { role: "user", content: "b" },
    ]);
  });

  test("repeat calls whose arguments did not parse as an empty object", () => {
    const broken = {
      ...call("c1", "write"),
      arguments_text: '{"path":"a',
    } as AssistantMessage["content"][number];
    expect(
      sent([user("hi"), assistant([broken]), result("c1", "write", "not JSON", true)])[1].tool_calls,
    ).toEqual([wireCall("c1", "write")]);
  });
});

describe("tool results", () => {
  const calls = assistant([call("c1", "read"), call("c2", "read")]);
  const withBlocks = (id: string, content: UserContent[]) => ({ ...result(id, "read", ""), content });

  test("have a body even when there was no output", () => {
    expect(sent([user("hi"), calls, result("c1", "read", ""), withBlocks("c2", [])]).slice(2)).toEqual([
      { role: "tool", tool_call_id: "c1", content: "(no output)" },
      { role: "tool", tool_call_id: "c2", content: "(no output)" },
    ]);
  });

  test("show their images in a user message after the last of them", () => {
    const first = withBlocks("c1", [image("AAAA")]);
    const second = withBlocks("c2", [text("two") as UserContent, image("BBBB")]);
    expect(sent([user("hi"), calls, first, second, user("well?")]).slice(2)).toEqual([
      { role: "tool", tool_call_id: "c1", content: "(an image; it follows)" },
      { role: "tool", tool_call_id: "c2", content: "two" },
      {
        role: "user",
        content: [
          { type: "text", text: "The images of these tool results:" },
          picture("AAAA"),
          picture("BBBB"),
        ],
      },
      { role: "user", content: "well?" },
    ]);
    expect(sent([user("hi"), calls, first, result("c2", "read", "x")]).at(-1)).toEqual({
      role: "user",
      content: [{ type: "text", text: "The images of these tool results:" }, picture("AAAA")],
    });
  });

  test("say where an image was that the model cannot see", () => {
    const first = withBlocks("c1", [image("AAAA")]);
    const shown = sent([user("hi"), calls, first, result("c2", "read", "x")], { quirks: { images: false } });
    expect(shown.slice(2)).toEqual([
      { role: "tool", tool_call_id: "c1", content: "(an image, which this model cannot see)" },
      { role: "tool", tool_call_id: "c2", content: "x" },
    ]);
  });
});

describe("earlier thinking", () => {
  const thought = { type: "thinking", thinking: "hm" } as const;
  const hidden = { type: "thinking", thinking: "", redacted: true, provider_data: "secretly" } as const;
  const turn = (message: AssistantMessage) => [user("hi"), message, result("c1", "ls", "x")];
  const echo = { quirks: { echoThinking: "reasoning_content" } } as const;

  test("is not sent", () => {
    expect(sent(turn(own([thought, call("c1", "ls")])))[1]).not.toHaveProperty("reasoning_content");
  });

  test("goes back to the model that needs it, shown or not", () => {
    expect(sent(turn(own([thought, call("c1", "ls")])), echo)[1].reasoning_content).toBe("hm");
    expect(sent(turn(own([hidden, call("c1", "ls")])), echo)[1].reasoning_content).toBe("secretly");
  });

  test("never goes to another model", () => {
    const other = assistant([thought, call("c1", "ls")], { provider: "openai-compatible", model: "other" });
    expect(sent(turn(other), echo)[1]).not.toHaveProperty("reasoning_content");
    const elsewhere = assistant([thought, call("c1", "ls")], { provider: "anthropic", model: "m" });
    expect(sent(turn(elsewhere), echo)[1]).not.toHaveProperty("reasoning_content");
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
  expect(request.messages[0].content).toBe("a\ufffd");
  expect(request.messages[2].tool_calls[0].function.arguments).toBe(JSON.stringify({ path: "a\ufffd" }));
});
