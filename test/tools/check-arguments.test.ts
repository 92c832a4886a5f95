import { describe, expect, test } from "vitest";
import type { ToolSpec } from "../../src/llm/client.ts";
import { checkArguments } from "../../src/tools/check-arguments.ts";
import { createEditTool } from "../../src/tools/edit.ts";
import { createReadTool } from "../../src/tools/read.ts";
import type { ToolEnvironment } from "../../src/tools/tool-environment.ts";
import type { JsonObject } from "../../src/wire/messages.ts";

const edit = createEditTool({} as ToolEnvironment);
const read = createReadTool({} as ToolEnvironment);
const edits = [{ old_text: "a", new_text: "b" }];

/** A tool with these properties, none required. */
function tool(properties: JsonObject, rest: JsonObject = {}): ToolSpec {
  return { name: "t", description: "", parameters: { type: "object", properties, ...rest } };
}

describe("arguments that fit", () => {
  test("come back as they are, the same object", async () => {
    const given = { path: "f", edits };
    const checked = await checkArguments(edit, given);
    expect("arguments" in checked && checked.arguments).toBe(given);
  });

  test.each([
    ["text that looks like JSON", { s: "[1]" }, { s: { type: "string" } }],
    ["a key nobody declared, where any may come", { x_y: 1, xY: 2 }, { x_y: { type: "number" } }],
    ["null where it is a value", { s: null }, { s: { type: ["string", "null"] } }],
  ])("are not touched: %s", async (_, given, properties) => {
    expect(await checkArguments(tool(properties as JsonObject), given)).toEqual({ arguments: given });
  });
});

describe("arguments are put right", () => {
  const fits = { arguments: { path: "f", edits } };
  test.each([
    ["an array sent as a JSON string", { path: "f", edits: JSON.stringify(edits) }],
    ["keys in another spelling", { path: "f", edits: [{ oldText: "a", "new-text": "b" }] }],
    ["both", { path: "f", edits: '[{"oldText":"a","newText":"b"}]' }],
    ["the items as JSON strings", { path: "f", edits: [JSON.stringify(edits[0])] }],
    ["one object where a list is expected", { path: "f", edits: edits[0] }],
    ["that object as a JSON string", { path: "f", edits: JSON.stringify(edits[0]) }],
    ["the whole encoded twice", JSON.stringify(JSON.stringify({ path: "f", edits }))],
    ["the whole as text", `\n${JSON.stringify({ path: "f", edits })}`],
    ["the whole in a list", JSON.stringify([{ path: "f", edits }])],
    ["extra keys, at any depth", { path: "f", reason: "x", edits: [{ ...edits[0], note: 1 }] }],
    ["null for what is not given", { path: "f", edits: [{ ...edits[0], replace_all: null }] }],
    ["JSON with a comma too many", '{"path":"f","edits":[{"old_text":"a","new_text":"b"},],}'],
    [
      "JSON with a bracket forgotten inside",
      "{\"path\":\"f\",\"edits\":\"[{'old_text':'a','new_text':'b'}]\"}",
    ],
  ])("%s", async (_, given) => {
    expect(await checkArguments(edit, given)).toEqual(fits);
  });

  test("raw line breaks and tabs inside JSON strings", async () => {
    const lines = [{ old_text: 'a\n\t"b"\\n', new_text: "c\r\nd, e: [1]" }];
    const raw = JSON.stringify(lines).replaceAll("\\n\\t", "\n\t").replaceAll("\\r\\n", "\r\n");
    expect(await checkArguments(edit, { path: "f", edits: raw })).toEqual({
      arguments: { path: "f", edits: lines },
    });
    const whole = `{"path":"f","edits":${raw}}`;
    expect(await checkArguments(edit, whole)).toEqual({ arguments: { path: "f", edits: lines } });
    const twice = JSON.stringify(`{"path":"f",\n"edits":${JSON.stringify(lines)}}`).replace(",\\n", ",\n");
    expect(await checkArguments(edit, twice)).toEqual({ arguments: { path: "f", edits: lines } });
  });

  test.each([
    [
      { path: "f", offset: "12" },
      { path: "f", offset: 12 },
    ],
    [
      { path: "f", offset: " 12 ", limit: "3.0" },
      { path: "f", offset: 12, limit: 3 },
    ],
    [
      { path: 12, line_numbers: "True" },
      { path: "12", line_numbers: true },
    ],
    [
      { path: "f", lineNumbers: "false", offset: null },
      { path: "f", line_numbers: false },
    ],
  ])("numbers, words and text in each other's place: %j", async (given, expected) => {
    expect(await checkArguments(read, given)).toEqual({ arguments: expected });
  });

  test("what a schema says by anyOf and by reference", async () => {
    const schema = tool(
      {
        tags: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] },
        place: { $ref: "#/$defs/place" },
        count: { type: "number" },
      },
      { $defs: { place: { type: "object", properties: { x: { type: "number" } } } } },
    );
    expect(await checkArguments(schema, { tags: '["a","b"]', place: '{"x":"1.5"}', count: "2e3" })).toEqual({
      arguments: { tags: ["a", "b"], place: { x: 1.5 }, count: 2000 },
    });
    expect(await checkArguments(schema, { tags: "a", count: "1" })).toEqual({
      arguments: { tags: ["a"], count: 1 },
    });
  });

  test("nothing for a tool without parameters, whatever stands for it", async () => {
    for (const given of ["", "null", "[]", null, {}, "{}"])
      expect(await checkArguments(tool({}), given)).toEqual({ arguments: {} });
  });
});

describe("what cannot be put right is one sentence that names the field", () => {
  test.each([
    [{ edits }, "path is missing, expected string"],
    [
      "null",
      "path is missing, expected string; edits is missing, expected array of object with old_text, new_text",
    ],
    [{ path: "f", edits: [{ old_text: "a" }] }, "edits[0].new_text is missing, expected string"],
    [
      { path: "f", edits: [edits[0], { old_text: "a", new_text: null }] },
      "edits[1].new_text: expected string, got null",
    ],
    [{ path: ["f"], edits }, "path: expected string, got an array"],
    [
      { path: "f", edits: "replace a by b" },
      'edits: expected array of object with old_text, new_text, got the string "replace a by b"',
    ],
    [
      { path: "f", edits: `[{"old_text":"a","new_text":"${"b".repeat(99)}` },
      'edits: expected array of object with old_text, new_text, got the string "[{\\"old_text\\":\\"a\\",\\"new_text\\":\\"bbbbbbbbbbb" …',
    ],
    ["[1,2]", "expected one JSON object, got an array"],
    [7, "expected one JSON object, got 7"],
    ["read f", 'expected one JSON object, got text that is no JSON: the string "read f"'],
    [
      '{"path":"f","edi',
      'expected one JSON object, got text that is no JSON: the string "{\\"path\\":\\"f\\",\\"edi"',
    ],
  ])("%j", async (given, problem) => {
    expect(await checkArguments(edit, given)).toEqual({
      problem: `Invalid arguments for edit: ${problem}. The tool was not run.`,
    });
  });

  test.each([
    [{ mode: "c" }, 'mode: expected one of "a", "b", got the string "c"'],
    [{ count: 1.5 }, "count: expected integer, got 1.5"],
    [{ count: 11 }, "count: must be <= 10, got 11"],
    [{ either: {} }, "either: expected number or array of string, got an object"],
    [{ "a/b": {} }, "a/b: expected string, got an object"],
    [
      { list: [1, 2, 3, 4, 5].map((value) => [value]) },
      "list[0]: expected number, got an array; list[1]: expected number, got an array; list[2]: expected number, got an array; and 2 more",
    ],
  ])("%j", async (given, problem) => {
    const schema = tool({
      mode: { enum: ["a", "b"] },
      count: { type: "integer", maximum: 10 },
      either: { anyOf: [{ type: "number" }, { type: "array", items: { type: "string" } }] },
      "a/b": { type: "string" },
      list: { type: "array", items: { type: "number" } },
    });
    expect(await checkArguments(schema, given)).toEqual({
      problem: `Invalid arguments for t: ${problem}. The tool was not run.`,
    });
  });
});

describe("the check", () => {
  test("never changes what it is given", async () => {
    const given = { path: "f", note: null, edits: [{ oldText: "a", newText: 1, x: { y: [1] } }] };
    const copy = structuredClone(given);
    deepFreeze(given);
    const checked = await checkArguments(edit, given);
    expect(checked).toEqual({ arguments: { path: "f", edits: [{ old_text: "a", new_text: "1" }] } });
    expect(given).toEqual(copy);
  });

  test("keeps a key called __proto__ a key", async () => {
    const given = JSON.parse('{"__proto__":{"polluted":1},"n":"1","constructor":"x"}');
    const checked = await checkArguments(tool({ n: { type: "number" } }), given);
    expect("arguments" in checked && Object.keys(checked.arguments)).toEqual([
      "__proto__",
      "n",
      "constructor",
    ]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test("takes the dialects that tools bring, and trusts a schema it cannot read", async () => {
    const properties: JsonObject = { n: { type: "number", format: "whatever", "x-own": true } };
    for (const $schema of [
      "http://json-schema.org/draft-04/schema#",
      "http://json-schema.org/draft-07/schema#",
      "https://json-schema.org/draft/2020-12/schema",
    ])
      expect(await checkArguments(tool(properties, { $schema, $id: "same" }), { n: "1" })).toEqual({
        arguments: { n: 1 },
      });
    const broken = tool({ n: { type: "no such type" }, s: { pattern: "(" } });
    expect(await checkArguments(broken, { n: 1, s: "x" })).toEqual({ arguments: { n: 1, s: "x" } });
  });

  test("ends for a schema that contains itself", async () => {
    const nested = tool(
      { tree: { $ref: "#/$defs/tree" }, loop: { $ref: "#/$defs/loop" }, n: { type: "number" } },
      {
        $defs: {
          tree: { type: "array", items: { $ref: "#/$defs/tree" } },
          loop: { anyOf: [{ type: "boolean" }, { $ref: "#/$defs/loop" }, { $ref: "#/$defs/loop" }] },
        },
      },
    );
    expect(await checkArguments(nested, { tree: "[[],[[]]]" })).toEqual({ arguments: { tree: [[], [[]]] } });
    expect(await checkArguments(nested, { loop: 1 })).toEqual({ arguments: { loop: 1 } });
    const needed = tool(
      { loop: { $ref: "#/$defs/loop" } },
      { required: ["loop"], $defs: nested.parameters.$defs ?? {} },
    );
    expect(await checkArguments(needed, {})).toEqual({
      problem: "Invalid arguments for t: loop is missing, expected boolean. The tool was not run.",
    });
    expect(await checkArguments(nested, { tree: "x" })).toEqual({
      problem:
        'Invalid arguments for t: tree: expected array of array of array of array of value, got the string "x". The tool was not run.',
    });
  });

  test("compiles a schema once for each tool", async () => {
    let reads = 0;
    const counted = tool({});
    Object.defineProperty(counted, "parameters", {
      get() {
        reads++;
        return { type: "object" };
      },
    });
    await checkArguments(counted, {});
    await checkArguments(counted, {});
    expect(reads).toBe(1);
  });
});

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const item of Object.values(value)) deepFreeze(item);
}
