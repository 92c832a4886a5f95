import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Command } from "../src/wire/commands.ts";
import { COMMAND_NAMES, validateCommand } from "../src/wire/generated/validate-command.gen.js";
import { validateMessage } from "../src/wire/generated/validate-message.gen.js";
import type { RpcInput, RpcOutput } from "../src/wire/rpc.ts";

const schema = JSON.parse(
  readFileSync(new URL("../schema/letscode-rpc-1.schema.json", import.meta.url), "utf8"),
);
const ajv = new Ajv({ strictTypes: false, schemas: [schema] });
const fits = (type: "RpcInput" | "RpcOutput", value: unknown) =>
  ajv.validate(`${schema.$id}#/definitions/${type}`, value);

describe("the published schema", () => {
  test("names its protocol and its major version", () => {
    expect({ id: schema.$id, title: schema.title }).toEqual({
      id: "urn:letscode:rpc:1",
      title: "letscode-rpc/1",
    });
  });

  test("describes every definition in words", () => {
    const silent = Object.keys(schema.definitions).filter((name) => !schema.definitions[name].description);
    expect(silent).toEqual([]);
  });

  test("holds nothing that no line needs", () => {
    expect(schema.definitions).not.toHaveProperty("CommandBase");
    expect(Object.keys(schema.definitions).filter((name) => name.includes("<"))).toEqual([]);
  });

  test("accepts lines in both directions, with fields of later versions", () => {
    const input: RpcInput & { later: number } = {
      cmd: "prompt",
      id: { any: ["json"] },
      text: "hi",
      later: 1,
    };
    const output: RpcOutput & { later: number } = { type: "ack", id: null, later: 1 };
    expect([fits("RpcInput", input), fits("RpcOutput", output)]).toEqual([true, true]);
    expect([ajv.validate(schema.$id, input), ajv.validate(schema.$id, output)]).toEqual([true, true]);
  });

  test("refuses a line with a missing or ill-typed field", () => {
    expect([
      fits("RpcInput", { cmd: "prompt" }),
      fits("RpcInput", { cmd: "jump" }),
      fits("RpcOutput", { type: "ack" }),
      fits("RpcOutput", { type: "turn_start", turn: "1" }),
    ]).toEqual([false, false, false, false]);
  });

  test("leaves no object closed", () => {
    expect(JSON.stringify(schema)).not.toContain('"additionalProperties":false');
  });
});

describe("validateCommand", () => {
  test("knows the commands of the wire", () => {
    const known: Record<Command["cmd"], true> = {
      hello: true,
      prompt: true,
      steer: true,
      follow_up: true,
      abort: true,
      reset: true,
      get_state: true,
      get_messages: true,
      set_model: true,
      set_thinking: true,
      compact: true,
      permission: true,
      tool_result: true,
      bye: true,
    };
    expect([...COMMAND_NAMES].sort()).toEqual(Object.keys(known).sort());
  });

  test.each<[string, object, string | null]>([
    ["a whole prompt", { text: "", images: [{ mime_type: "image/png", data: "AA==" }] }, null],
    ["any id", { id: [{ deep: null }], text: "x" }, null],
    ["unknown fields", { text: "x", later: { text: 1 } }, null],
    ["a missing text", {}, "prompt.text: expected a string, it is missing"],
    ["a number", { text: 5 }, "prompt.text: expected a string, got a number"],
    ["a null", { text: null }, "prompt.text: expected a string, got null"],
    ["a boolean", { text: true }, "prompt.text: expected a string, got true"],
    ["a list", { text: ["x"] }, "prompt.text: expected a string, got a list"],
    ["an object", { text: {} }, "prompt.text: expected a string, got an object"],
    ["no list of images", { text: "", images: "x" }, 'prompt.images: expected a list, got "x"'],
    ["no image", { text: "", images: [7] }, "prompt.images[0]: expected an object, got a number"],
    [
      "an image cut short",
      { text: "", images: [{ mime_type: "a", data: "" }, { mime_type: "b" }] },
      "prompt.images[1].data: expected a string, it is missing",
    ],
  ])("answers a prompt with %s", (_what, fields, answer) => {
    expect(validateCommand({ cmd: "prompt", ...fields })).toBe(answer);
  });

  test("tells the words a field may hold, and repeats no long text", () => {
    const hello = { cmd: "hello", protocol: "letscode-rpc/1" };
    expect(validateCommand({ ...hello, message_updates: "all" } as never)).toBe(
      'hello.message_updates: expected "reference" or "full", got "all"',
    );
    expect(validateCommand({ ...hello, message_updates: "x".repeat(41) } as never)).toBe(
      'hello.message_updates: expected "reference" or "full", got a string',
    );
  });

  test("refuses a command it does not know, also one named like a thing every object has", () => {
    const names = COMMAND_NAMES.map((name) => JSON.stringify(name));
    const expected = `cmd: expected ${names.slice(0, -1).join(", ")} or ${names.at(-1)}, got `;
    for (const cmd of ["", "jump", "constructor", "__proto__", "toString"])
      expect(validateCommand({ cmd })).toBe(`${expected}${JSON.stringify(cmd)}`);
  });

  test("counts own properties only and pollutes nothing", () => {
    const inherited = Object.assign(Object.create({ text: "inherited" }), { cmd: "prompt" });
    expect(validateCommand(inherited)).toMatch(/^prompt\.text: expected a string/);
    const hostile = JSON.parse('{"cmd":"prompt","__proto__":{"text":"x","polluted":1}}');
    expect(validateCommand(hostile)).toBe("prompt.text: expected a string, it is missing");
    expect({}).not.toHaveProperty("polluted");
  });

  test("walks into no value that may be any JSON, however deep", () => {
    let deep: unknown = null;
    for (let depth = 0; depth < 200_000; depth++) deep = [deep];
    expect(validateCommand({ cmd: "bye", id: deep } as never)).toBeNull();
  });

  test("needs nothing at run time", () => {
    const module = new URL("../src/wire/generated/validate-command.gen.js", import.meta.url);
    expect(readFileSync(module, "utf8")).not.toMatch(/\bimport\b|\brequire\(/);
  });

  test("agrees with the published schema on any command", () => {
    const value = fc.oneof(
      fc.constantFrom("", "full", "letscode-rpc/1"),
      fc.constantFrom(0, true, null, {}),
      fc.array(
        fc.record(
          { mime_type: fc.constantFrom("a", 1), data: fc.constantFrom("b", null) },
          { requiredKeys: [] },
        ),
      ),
    );
    const command = fc.record(
      {
        cmd: fc.constantFrom(...COMMAND_NAMES),
        id: value,
        text: value,
        images: value,
        protocol: value,
        message_updates: value,
        clear_queue: value,
      },
      { requiredKeys: ["cmd"] },
    );
    fc.assert(
      fc.property(command, (one) => {
        expect(validateCommand(one) === null).toBe(fits("RpcInput", one));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("validateMessage", () => {
  const base = { id: "m1", timestamp: 1 };
  const text = { type: "text", text: "hi" };
  const usage = {
    input_tokens: 1,
    output_tokens: 1,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    cost_usd: null,
  };
  const assistant = { ...base, role: "assistant", content: [text], provider: "p", model: "m", usage };
  const call = { type: "tool_call", tool_call_id: "c", name: "read", arguments: { deep: [{}] } };

  test.each<[string, unknown, string | null]>([
    ["a user message", { ...base, role: "user", content: [text] }, null],
    ["an answer", { ...assistant, content: [text, call], stop_reason: "tool_use" }, null],
    ["an answer that has not ended", { ...assistant, stop_reason: null }, null],
    ["a custom message with any data", { ...base, role: "custom", kind: "k", data: [null, { a: 1 }] }, null],
    ["fields of a later version", { ...base, role: "user", content: [], later: 1 }, null],
    ["null", null, "message: expected an object, got null"],
    ["a list", [], "message: expected an object, got a list"],
    ["no role", base, 'role: expected "user", "assistant", "tool_result" or "custom", it is missing'],
    ["no content", { ...base, role: "user" }, "user.content: expected a list, it is missing"],
    [
      "a block that belongs elsewhere",
      { ...base, role: "user", content: [call] },
      'user.content[0].type: expected "text" or "image", got "tool_call"',
    ],
    [
      "a call without arguments",
      { ...assistant, content: [{ ...call, arguments: "{}" }], stop_reason: "tool_use" },
      'assistant.content[0].arguments: expected an object, got "{}"',
    ],
    [
      "a custom message without data",
      { ...base, role: "custom", kind: "k" },
      "custom.data: expected any JSON value, it is missing",
    ],
  ])("answers %s", (_what, value, answer) => {
    expect(validateMessage(value)).toBe(answer);
  });
});
