import { describe, expect, test } from "vitest";
import type { Plugin, PluginDecision } from "../../src/plugins/plugin.ts";
import { said, talk } from "./talk.ts";

const policy = (name: string, decide: Plugin["letscode_before_tool_call"]) => ({
  name,
  plugin: { letscode_before_tool_call: decide } as Plugin,
});
const LISTING = [{ calls: [{ name: "ls", arguments: { path: "." } }] }, "Done."];

async function resultOf(...plugins: ReturnType<typeof policy>[]) {
  const conversation = await talk({ plugins, script: LISTING });
  await conversation.prompt("Hello");
  return { result: said(conversation.messages[2] as never), lines: conversation.lines };
}

describe("letscode_before_tool_call", () => {
  test("gets the call, and nothing it does to it counts", async () => {
    const seen: unknown[] = [];
    const { result } = await resultOf(
      policy("p", (call) => {
        seen.push(structuredClone(call));
        Object.assign(call.arguments, { path: "/etc" });
        return undefined;
      }),
    );
    expect(seen).toEqual([{ tool_call_id: "call_1", name: "ls", arguments: { path: "." } }]);
    expect(result).toBe("tool_result: [. is empty.]");
  });

  test.each<[PluginDecision, string]>([
    [undefined, "[. is empty.]"],
    [null, "[. is empty.]"],
    [{ deny: "not today" }, "Denied: not today"],
    [{ deny: " " }, "Denied: plugin p denies it"],
    [{ arguments: { path: "gone" } }, expect.stringContaining("gone")],
    [{ arguments: { path: 7 } }, expect.stringContaining("path")],
  ])("returns %j", async (decision, text) => {
    const { result, lines } = await resultOf(policy("p", () => decision));
    expect([result.replace("tool_result: ", ""), lines]).toEqual([text, []]);
  });

  test.each([
    true,
    false,
    "allow",
    {},
    [],
    { allow: true },
    { deny: true },
    { deny: "x", arguments: {} },
    { arguments: [] },
    { arguments: { n: 1n } },
  ])("denies when it returns something else: %o", async (decision) => {
    const { result, lines } = await resultOf(policy("p", () => decision as never));
    expect(result).toMatch(/^tool_result: Denied: plugin p could not decide on this call: it returned /);
    expect(lines).toEqual([
      expect.stringMatching(
        /^plugin p: letscode_before_tool_call failed and denies the call: it returned .* expected nothing,/,
      ),
    ]);
  });

  test("denies when it throws, and says whose fault it is", async () => {
    expect(
      await resultOf(
        policy("p", () => {
          throw new Error("boom");
        }),
      ),
    ).toEqual({
      result: "tool_result: Denied: plugin p could not decide on this call: boom",
      lines: ["plugin p: letscode_before_tool_call failed and denies the call: boom"],
    });
  });

  test("the first denial is final; changed arguments are what later plugins see", async () => {
    const seen: unknown[] = [];
    const { result } = await resultOf(
      policy("one", () => ({ arguments: { path: "a" } })),
      policy("two", (call) => {
        seen.push(call.arguments);
        return { deny: "two says no" };
      }),
      policy("three", () => void seen.push("never")),
    );
    expect([seen, result]).toEqual([[{ path: "a" }], "tool_result: Denied: two says no"]);
  });

  test("comes before the permission mode, which still has its say", async () => {
    const conversation = await talk({
      plugins: [policy("p", () => undefined)],
      script: [{ calls: [{ name: "bash", arguments: { command: "true" } }] }, "Done."],
      permissionMode: "read-only",
    });
    await conversation.prompt("Hello");
    expect(said(conversation.messages[2] as never)).toMatch(/^tool_result: Denied: bash runs a command/);
  });
});

describe("letscode_after_tool_call", () => {
  test("changes content, is_error and details, each plugin what the one before left", async () => {
    const conversation = await talk({
      plugins: [
        {
          letscode_after_tool_call: (call, result) => ({
            ...result,
            id: "fake",
            tool_call_id: "fake",
            content: [{ type: "text", text: `${call.name}: ${said(result)}` }],
            details: { seen: true },
          }),
        },
        {
          letscode_after_tool_call(_call, result) {
            result.content = [];
            return { is_error: true };
          },
        },
      ],
      script: LISTING,
    });
    await conversation.prompt("Hello");
    const result = conversation.messages[2];
    expect(result).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{10}$/),
      timestamp: expect.any(Number),
      role: "tool_result",
      tool_call_id: "call_1",
      tool_name: "ls",
      content: [{ type: "text", text: "ls: tool_result: [. is empty.]" }],
      is_error: true,
      details: { seen: true },
    });
    expect(conversation.calls[1]?.messages[2]).toEqual(result);
  });
});

describe("letscode_system_prompt", () => {
  test("each plugin sees what the one before made of it", async () => {
    const conversation = await talk({
      plugins: [
        { letscode_system_prompt: () => "one" },
        { letscode_system_prompt: () => undefined },
        { letscode_system_prompt: async (prompt) => `${prompt}, two` },
      ],
    });
    await conversation.prompt("Hello");
    expect(conversation.calls[0]?.system).toBe("one, two");
  });
});
