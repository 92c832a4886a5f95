import { describe, expect, test } from "vitest";
import { createHostTool, hostToolsProblem } from "../../src/tools/host-tool.ts";
import type { ToolInvokeResult } from "../../src/wire/host-methods.ts";

const LOOKUP = { name: "lookup", description: "Looks up.", parameters: { properties: { a: {} } } };
const context = { toolCallId: "c1", signal: new AbortController().signal, update: () => {} };
const answered = (answer: ToolInvokeResult) =>
  createHostTool(LOOKUP, async () => answer).execute({}, context);

describe("a tool of a host", () => {
  test("is offered as it was declared, as a tool whose arguments are an object", () => {
    const tool = createHostTool({ ...LOOKUP, description: "up \ud800" }, async () => ({ content: "" }));
    expect([tool.name, tool.description, tool.parameters]).toEqual([
      "lookup",
      "up \ufffd",
      { type: "object", properties: { a: {} } },
    ]);
  });

  test("leaves for the host, alone, unless it was declared otherwise", () => {
    const traits = (more: object) => {
      const tool = createHostTool({ ...LOOKUP, ...more }, async () => ({ content: "" }));
      return [tool.concurrency?.({}), tool.access?.({})];
    };
    expect(traits({})).toEqual(["exclusive", { kind: "external" }]);
    expect(traits({ parallel: true, needs_permission: true })).toEqual(["parallel", { kind: "external" }]);
    expect(traits({ parallel: false, needs_permission: false })).toEqual(["exclusive", { kind: "read" }]);
  });

  test("has the host run the call, in the words of the wire", async () => {
    const asked: unknown[] = [];
    const tool = createHostTool(LOOKUP, async (...call) => {
      asked.push(call);
      return { content: "found" };
    });
    await tool.execute({ a: 1 }, context);
    const call = { tool_call_id: "c1", tool_name: "lookup", arguments: { a: 1 } };
    expect(asked).toEqual([[call, context.signal]]);
  });

  test("gives the model what the host answered, well-formed", async () => {
    const image = { type: "image" as const, mime_type: "image/png", data: "AAAA" };
    expect(await answered({ content: "x\ud800" })).toEqual({
      content: [{ type: "text", text: "x\ufffd" }],
      isError: false,
    });
    expect(await answered({ content: "", is_error: true })).toEqual({ content: [], isError: true });
    expect(
      await answered({ content: [{ type: "text", text: "\udc00" }, image], details: { a: null } }),
    ).toEqual({
      content: [{ type: "text", text: "\ufffd" }, image],
      isError: false,
      details: { a: null },
    });
  });

  test("fails with what kept the host from answering", async () => {
    const tool = createHostTool(LOOKUP, () => Promise.reject(new Error("the host is gone")));
    await expect(tool.execute({}, context)).rejects.toThrow("the host is gone");
  });
});

describe("what a host declares", () => {
  test("is right, or wrong at a place that is named", () => {
    const problem = (tool: object) => hostToolsProblem([LOOKUP, { ...LOOKUP, name: "b", ...tool }], ["bash"]);
    expect(problem({})).toBeUndefined();
    expect(problem({ parameters: {} })).toBeUndefined();
    expect(problem({ name: "bash" })).toMatch(/^tools\[1\]\.name: "bash" is a built-in tool/);
    expect(problem({ name: "lookup" })).toBe('tools[1].name: "lookup" is there twice');
    expect(problem({ name: "" })).toMatch(
      /^tools\[1\]\.name: expected 1 to 64 of the characters .*, got ""$/,
    );
    expect(problem({ name: "x".repeat(65) })).toMatch(/^tools\[1\]\.name: expected 1 to 64/);
    expect(problem({ description: "" })).toBe("tools[1].description: expected a text for the model");
    expect(problem({ parameters: { type: ["object"] } })).toBe(
      'tools[1].parameters.type: expected "object", got ["object"]',
    );
  });
});
