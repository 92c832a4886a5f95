import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { manualClock } from "../../src/testing/manual-clock.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import { testConversation } from "../../src/testing/test-conversation.ts";
import { said } from "../plugins/talk.ts";

const REQUEST = { system: "", messages: [], tools: [], thinking: "off" as const };
const OPTIONS = { signal: new AbortController().signal, purpose: "turn" };

/** The events of one call, and what it ended with. */
async function ask(model: ReturnType<typeof scriptedModel>) {
  const events = [];
  const stream = model.stream(REQUEST, OPTIONS);
  for (;;) {
    const step = await stream.next();
    if (step.done) return { events, usage: step.value.usage };
    events.push(step.value);
  }
}

describe("a scripted model", () => {
  test("answers call by call: texts, thinking, tool calls, functions, failures", async () => {
    const model = scriptedModel(
      [
        "Hello",
        { thinking: "Hm", calls: [{ name: "ls" }, { name: "read", arguments: { path: "a" } }] },
        async ({ thinking }, { purpose }) => `${purpose} ${thinking}`,
        { text: "Half", stop_reason: "max_tokens", usage: { input_tokens: 7 } },
        { fail: "HTTP 503", status: 503 },
      ],
      { contextWindow: 100 },
    );
    expect((await ask(model)).events).toEqual([
      { type: "text_delta", delta: "Hello", index: 0 },
      { type: "stop", stop_reason: "end_turn" },
    ]);
    expect((await ask(model)).events).toEqual([
      { type: "thinking_delta", delta: "Hm", index: 0 },
      { type: "tool_call_start", tool_call_id: "call_1", name: "ls", index: 1 },
      { type: "tool_call_args_delta", tool_call_id: "call_1", delta: "{}" },
      { type: "tool_call_end", tool_call_id: "call_1", arguments: {} },
      { type: "tool_call_start", tool_call_id: "call_2", name: "read", index: 2 },
      { type: "tool_call_args_delta", tool_call_id: "call_2", delta: '{"path":"a"}' },
      { type: "tool_call_end", tool_call_id: "call_2", arguments: { path: "a" } },
      { type: "stop", stop_reason: "tool_use" },
    ]);
    expect((await ask(model)).events[0]).toMatchObject({ delta: "turn off" });
    expect(await ask(model)).toMatchObject({
      events: [{ delta: "Half" }, { stop_reason: "max_tokens" }],
      usage: { input_tokens: 7, output_tokens: 0 },
    });
    await expect(ask(model)).rejects.toMatchObject({ message: "HTTP 503", status: 503, recoverable: true });
    await expect(ask(model)).rejects.toThrow("the script has 5 answers, and this is call 6");
    expect(model.calls).toEqual(Array(6).fill({ ...REQUEST, purpose: "turn" }));
    expect(model.contextWindow).toBe(100);
  });
});

describe("a manual clock", () => {
  test("runs what is due, in order, when time passes", () => {
    const clock = manualClock(1000);
    const seen: string[] = [];
    clock.after(20, () => seen.push(`late at ${clock.now()}`));
    clock.after(10, () => {
      seen.push(`early at ${clock.now()}`);
      clock.after(5, () => seen.push(`nested at ${clock.now()}`));
    });
    const cancel = clock.after(12, () => seen.push("never"));
    cancel();
    expect(clock.pending).toEqual([10, 20]);
    clock.pass(15);
    expect([seen, clock.now(), clock.pending]).toEqual([["early at 1010", "nested at 1015"], 1015, [5]]);
    clock.pass(100);
    expect([seen.at(-1), clock.now()]).toEqual(["late at 1020", 1115]);
  });
});

describe("testConversation", () => {
  test("is a whole conversation in a folder of its own, with the built-in tools and more", async () => {
    const conversation = await testConversation({
      plugins: [],
      tools: [{ name: "word", description: "d", execute: () => "bird" }],
      script: [
        { calls: [{ name: "word" }, { name: "write", arguments: { path: "a.txt", content: "key-123456" } }] },
        "Done.",
        "Hello again.",
      ],
      keys: ["key-123456"],
    });
    expect(await conversation.prompt("Go on.")).toEqual({ error: null, stop_reason: "end_turn" });
    expect(conversation.messages.map(said)).toEqual([
      "user: Go on.",
      "assistant: tool_call tool_call",
      "tool_result: bird",
      expect.stringMatching(/^tool_result: .*a\.txt/),
      "assistant: Done.",
    ]);
    expect(readFileSync(join(conversation.workspace, "a.txt"), "utf8")).toBe("key-123456");
    expect(conversation.events.map(({ type }) => type).at(-1)).toBe("agent_end");
    await conversation.reset();
    await conversation.prompt("Hi.");
    expect(conversation.calls[2]?.messages.map(said)).toEqual(["user: Hi."]);
    await conversation.end();
    expect([existsSync(conversation.workspace), conversation.lines]).toEqual([false, []]);
  });

  test("loads a plugin from a file, as letscode does, and says what is wrong with it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "letscode-kit-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "bad.mjs"), "throw new Error('boom');");
    const bad = pathToFileURL(join(folder, "bad.mjs"));
    const conversation = await testConversation({
      plugins: [bad, { name: "typo", plugin: { letscode_tool: () => [] } as object }],
      script: [],
      workspace: folder,
    });
    await conversation.end();
    expect(conversation.lines).toEqual([
      `plugin bad: not loaded: boom (${join(folder, "bad.mjs")})`,
      expect.stringMatching(/^plugin typo: its export letscode_tool is no hook; the hooks are /),
    ]);
    expect(existsSync(folder)).toBe(true);
    const gone = testConversation({
      plugins: [pathToFileURL(join(folder, "gone.mjs"))],
      script: [],
      workspace: folder,
    });
    await expect(gone).rejects.toThrow(`testConversation: there is no plugin at ${join(folder, "gone.mjs")}`);
  });
});
