import { describe, expect, test } from "vitest";
import { validatorModule } from "../../scripts/schema/validators.mjs";

const text = { type: "string" };
const command = (name: string, properties: object, required: string[] = []) => ({
  type: "object",
  properties: { cmd: { type: "string", const: name }, ...properties },
  required: ["cmd", ...required],
});
const schema = {
  definitions: {
    Json: { anyOf: [{ type: "null" }, { type: "array", items: { $ref: "#/definitions/Json" } }] },
    Level: { type: "string", enum: ["low", "medium", "high"], description: "How much." },
    Text: { type: "object", properties: { type: { const: "text" }, text }, required: ["type", "text"] },
    Image: {
      type: "object",
      properties: { type: { const: "image" }, data: text },
      required: ["type", "data"],
    },
    Answer: command("answer", {
      content: {
        anyOf: [
          text,
          {
            type: "array",
            items: { anyOf: [{ $ref: "#/definitions/Text" }, { $ref: "#/definitions/Image" }] },
          },
        ],
      },
      level: { $ref: "#/definitions/Level" },
      count: { type: "integer" },
      cost: { type: ["number", "null"] },
      data: { $ref: "#/definitions/Json" },
      description: text,
    }),
    Command: { anyOf: [{ $ref: "#/definitions/Answer" }, { $ref: "#/definitions/Wait" }] },
    Wait: command("wait", { on: { $ref: "#/definitions/Level" }, data: { $ref: "#/definitions/Json" } }, [
      "on",
      "data",
    ]),
  },
};

const source = validatorModule(schema, { union: "Command", tag: "cmd", names: "COMMAND_NAMES" });
const { validateCommand } = await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
);

describe("a generated validator", () => {
  test.each<[object, string | null]>([
    [{ cmd: "answer", content: "x", description: "y", data: [[[1]]], cost: null }, null],
    [
      {
        cmd: "answer",
        content: [
          { type: "text", text: "x" },
          { type: "image", data: "y" },
        ],
      },
      null,
    ],
    [{ cmd: "answer", content: 5 }, "answer.content: expected a string or a list, got a number"],
    [{ cmd: "answer", content: ["x"] }, 'answer.content[0]: expected an object, got "x"'],
    [{ cmd: "answer", content: [{}] }, 'answer.content[0].type: expected "text" or "image", it is missing'],
    [
      { cmd: "answer", content: [{ type: "video" }] },
      'answer.content[0].type: expected "text" or "image", got "video"',
    ],
    [
      { cmd: "answer", content: [{ type: "text", text: "x" }, { type: "image" }] },
      "answer.content[1].data: expected a string, it is missing",
    ],
    [
      { cmd: "answer", content: [{ type: "text", text: 1 }] },
      "answer.content[0].text: expected a string, got a number",
    ],
    [{ cmd: "answer", level: "max" }, 'answer.level: expected "low", "medium" or "high", got "max"'],
    [{ cmd: "answer", count: 1.5 }, "answer.count: expected a whole number, got a number"],
    [{ cmd: "answer", cost: "1" }, 'answer.cost: expected a number or null, got "1"'],
    [{ cmd: "answer", description: 1 }, "answer.description: expected a string, got a number"],
    [{ cmd: "wait" }, 'wait.on: expected "low", "medium" or "high", it is missing'],
    [{ cmd: "wait", on: "low" }, "wait.data: expected any JSON value, it is missing"],
    [{ cmd: "leave" }, 'cmd: expected "answer" or "wait", got "leave"'],
    [{}, 'cmd: expected "answer" or "wait", it is missing'],
    [["answer"], "command: expected an object, got a list"],
  ])("answers %j", (value, answer) => {
    expect(validateCommand(value)).toBe(answer);
  });
});
