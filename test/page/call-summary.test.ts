import { describe, expect, test } from "vitest";
import { callSummary, resultFacts } from "../../src/page/call-summary.ts";
import type { Json, JsonObject, ToolCallBlock } from "../../src/wire/messages.ts";
import { ran, result } from "./sample-conversation.ts";

function summary(name: string, args: JsonObject, more: Partial<ToolCallBlock> = {}): string {
  return callSummary({ type: "tool_call", tool_call_id: "c", name, arguments: args, ...more });
}

describe("a call in one line", () => {
  test.each<[string, JsonObject, string]>([
    ["bash", { command: "make\n  test", timeout: 5 }, "make test"],
    ["read", { path: "src/a.ts", offset: 5 }, "src/a.ts"],
    ["grep", { pattern: "a+", path: "src" }, "a+ in src"],
    ["find", { pattern: "**/*.ts" }, "**/*.ts"],
    ["ask", { options: [1], question: "Why?" }, "question: Why?"],
    ["ask", { options: [1] }, ""],
    ["ask", {}, ""],
    ["bash", { command: "x".repeat(200) }, `${"x".repeat(120)}…`],
  ])("of %s %j", (name, args, expected) => {
    expect(summary(name, args)).toBe(expected);
  });

  test("of arguments that are no JSON", () => {
    expect(summary("read", {}, { arguments_text: '{"path":\n"a' })).toBe('{"path": "a');
  });
});

describe("what is known of a result", () => {
  const facts = (details?: Json) => resultFacts(result("r", 0, ["c", "x"], "", details));
  const nothing = { diff: undefined, exitCode: undefined, durationMs: undefined, words: [] };

  test("of a command", () => {
    expect(facts(ran(1, 4210))).toEqual({
      ...nothing,
      exitCode: 1,
      durationMs: 4210,
      words: ["exit 1", "4.2 s"],
    });
  });

  test("of a command that was ended", () => {
    const details = {
      exit_code: null,
      signal: "SIGKILL",
      timed_out: true,
      aborted: true,
      duration_ms: 60_000,
    };
    expect(facts(details)).toEqual({
      ...nothing,
      durationMs: 60_000,
      words: ["SIGKILL", "timed out", "aborted", "1 min"],
    });
  });

  test("of a changed file, and of a new one", () => {
    const diff = "@@ -1 +1,2 @@\n-a\n+b\n+c";
    expect(facts({ diff, replacements: 1 })).toEqual({ ...nothing, diff, words: ["+2 −1"] });
    expect(facts({ created: true, bytes: 5, diff: null })).toEqual({ ...nothing, words: ["new file"] });
  });

  test.each<[Json | undefined]>([
    [undefined],
    [null],
    ["text"],
    [[1]],
    [{ diff: 5, exit_code: "1", duration_ms: "5", signal: 9, timed_out: "yes" }],
  ])("of others is nothing: %j", (details) => {
    expect(facts(details)).toEqual(nothing);
  });
});
