import { expect, test } from "vitest";
import { LastCalls } from "../../src/terminal/last-call.ts";
import type { JsonObject, Message } from "../../src/wire/messages.ts";

/** A call with its result, as a conversation keeps them. */
function called(id: string, args: JsonObject, output: string, failed = false): Message[] {
  const base = { timestamp: 0 };
  const call = { type: "tool_call" as const, tool_call_id: id, tool_name: "bash", arguments: args };
  const result = { tool_call_id: id, tool_name: "bash", is_error: failed };
  return [
    { ...base, id: `a${id}`, role: "assistant", content: [call] } as unknown as Message,
    {
      ...base,
      ...result,
      id: `r${id}`,
      role: "tool_result",
      content: [{ type: "text", text: output }],
    } as Message,
  ];
}

test("the last call is shown whole, then those before it, and a new one first again", () => {
  const calls = new LastCalls();
  expect(calls.next([])).toBeUndefined();
  const one = called("1", { command: "echo a\nb\u001b[8m", timeout: 5 }, "a\nb\n");
  const two = called("2", { command: "false" }, "", true);
  const first = "✓ bash\ncommand: echo a\nb\\u{1b}[8m\ntimeout: 5\n\na\nb";
  const second = "✗ bash\ncommand: false\n\nno output";
  const shown = [1, 2, 3].map(() => calls.next([...one, ...two]));
  expect(shown).toEqual([second, first, second]);
  const three = called("3", {}, "c");
  expect(calls.next([...one, ...two, ...three])).toBe("✓ bash\n\nc");
  expect(calls.next([...one, ...two, ...three])).toBe(second);
});

test("of a very long output the beginning is shown, and how much there is more", () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `${at + 1}`);
  const text = new LastCalls().next(called("1", {}, lines.join("\n"))) ?? "";
  expect(text.split("\n").slice(-2)).toEqual(["3000", "… 2000 more lines"]);
  const wide = new LastCalls().next(called("1", {}, "x".repeat(400_000))) ?? "";
  expect(wide.split("\n").slice(2)).toEqual(["x".repeat(300_000), "… 100000 more characters"]);
});
