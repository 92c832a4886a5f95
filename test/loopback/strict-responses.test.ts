import { describe, expect, test } from "vitest";
import { type ResponsesStrictness, responsesComplaint } from "./strict-responses.ts";

const user = { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] };
const said = { type: "message", role: "assistant", content: [{ type: "output_text", text: "a" }] };
const call = { type: "function_call", call_id: "a", name: "ls", arguments: "{}" };
const output = { type: "function_call_output", call_id: "a", output: "x" };
const reasoning = { type: "reasoning", summary: [], encrypted_content: "E" };

function complain(fields: object, strict?: ResponsesStrictness) {
  const body = { model: "m", store: false, stream: true, input: [user], ...fields };
  return responsesComplaint(Buffer.from(JSON.stringify(body)), strict);
}
const ofInput = (...input: object[]) => complain({ input });
const ofSchema = (parameters: object, strict = false) =>
  complain({ tools: [{ type: "function", name: "t", description: "", parameters, strict }] });

test("a strict server takes what is right", () => {
  expect(ofInput(user, reasoning, said, reasoning, call, output)).toBeUndefined();
  expect(ofSchema({ type: "object", properties: {} })).toBeUndefined();
});

describe("a strict server refuses", () => {
  const refused = (param: string, status = 400) => ({ status, param });
  test.each<[string, unknown, object]>([
    ["no input", ofInput(), refused("input")],
    ["an unknown parameter", complain({ temperature: 1 }), refused("temperature")],
    [
      "blank text",
      ofInput({ ...user, content: [{ type: "input_text", text: " " }] }),
      refused("input[0].content[0]"),
    ],
    ["text of the other side", ofInput({ ...user, role: "assistant" }), refused("input[0].content[0]")],
    [
      "an odd image",
      ofInput({ ...user, content: [{ type: "input_image", image_url: "data:image/bmp;base64,AA" }] }),
      refused("input[0].content[0].image_url"),
    ],
    ["the id of what it did not store", ofInput({ ...said, id: "msg_1" }), refused("input", 404)],
    [
      "a field of an item that it does not know",
      ofInput({ ...reasoning, status: null }, said),
      refused("input[0]"),
    ],
    [
      "reasoning without a summary",
      ofInput({ type: "reasoning", encrypted_content: "E" }, said),
      refused("input[0].summary"),
    ],
    ["reasoning without what follows it", ofInput(reasoning, user), refused("input")],
    ["a call without an output", ofInput(call), refused("input")],
    ["an output without a call", ofInput(output), refused("input")],
    ["a long call id", ofInput({ ...call, call_id: "a".repeat(65) }), refused("input[0].call_id")],
    ["an odd name", ofInput({ ...call, name: "a.b" }), refused("input[0].name")],
    ["arguments that are no object", ofInput({ ...call, arguments: "{" }), refused("input[0].arguments")],
    ["a small limit", complain({ max_output_tokens: 15 }), refused("max_output_tokens")],
    ["a schema of no object", ofSchema({ type: "null" }), refused("tools[0].parameters")],
    [
      "a choice at the top of a schema",
      ofSchema({ type: "object", properties: {}, anyOf: [] }),
      refused("tools[0].parameters"),
    ],
    [
      "an array of nothing said",
      ofSchema({ type: "object", properties: { a: { type: "array" } } }),
      refused("tools[0].parameters"),
    ],
    [
      "a strict schema with a choice",
      ofSchema({ type: "object", properties: { a: {} } }, true),
      refused("tools[0].parameters"),
    ],
    [
      "half a character",
      responsesComplaint(Buffer.from('{"input":"\\ud83d"}')),
      { status: 400, message: "lone surrogate in body.input" },
    ],
  ])("%s", (_, complaint, expected) => {
    expect(complaint).toMatchObject(expected);
  });

  test("what its model or account cannot have", () => {
    const thinking = { effort: "low", summary: "auto" };
    expect(complain({ include: [] }, { reasons: false })?.param).toBe("include");
    expect(complain({ reasoning: thinking }, { reasons: false })?.param).toBe("reasoning.effort");
    expect(complain({ reasoning: thinking }, { verified: false })?.param).toBe("reasoning.summary");
    expect(complain({}, { verified: false })?.param).toBe("stream");
    expect(complain({ input: [reasoning, said] }, { decrypts: () => false })?.code).toBe(
      "invalid_encrypted_content",
    );
  });
});
