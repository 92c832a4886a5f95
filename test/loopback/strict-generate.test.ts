import { expect, test } from "vitest";
import { complaintAboutGenerate } from "./strict-generate.ts";

const sentence = { text: "hi" };
const user = (...parts: object[]) => ({ role: "user", parts });
const model = (...parts: object[]) => ({ role: "model", parts });
const call = (name: string, more: object = {}) => ({ functionCall: { name, args: {}, ...more } });
const response = (name: string, more: object = {}) => ({ functionResponse: { name, response: {}, ...more } });
const picture = (mimeType = "image/png", data = "AAAA") => ({ inlineData: { mimeType, data } });
const signed = (thoughtSignature: unknown) => ({ text: "a", thoughtSignature });
const conversation = (...contents: object[]) => ({ contents: [user(sentence), ...contents] });
const turn = (...results: object[]) => conversation(model(call("a"), call("b")), user(...results));
const schema = (parametersJsonSchema: unknown) =>
  declared({ name: "x", description: "X.", parametersJsonSchema });
const declared = (...functionDeclarations: object[]) => ({
  ...conversation(),
  tools: [{ functionDeclarations }],
});
const property = (p: unknown) => schema({ type: "object", properties: { p } });
const thinking = (thinkingConfig: object) => ({ ...conversation(), generationConfig: { thinkingConfig } });
const complaint = (body: object, name: string) =>
  complaintAboutGenerate(Buffer.from(JSON.stringify(body)), name, { ownSignature: /^own/ })?.message;

test.each<[string, object, string]>([
  ["a word", conversation(), "gemini-2.5-flash"],
  ["a turn", turn(response("a"), response("b")), "gemini-2.5-flash"],
  [
    "a word after results",
    conversation(model(call("a")), user(response("a")), user(sentence)),
    "gemini-2.5-pro",
  ],
  ["a signature", conversation(model(signed("ownA")), user(sentence)), "gemini-2.5-pro"],
  [
    "an image in a result",
    conversation(
      model({ ...call("a"), thoughtSignature: "ownA" }),
      user(response("a", { parts: [picture()] })),
    ),
    "gemini-3-pro",
  ],
  ["no thinking", thinking({ thinkingBudget: 0 }), "gemini-2.5-flash"],
  ["a level", thinking({ thinkingLevel: "low", includeThoughts: true }), "gemini-3-pro"],
])("%s is taken", (_, body, name) => {
  expect(complaint(body, name)).toBeUndefined();
});

test.each<[string, object, string?]>([
  ["no contents", { contents: [] }],
  ["an unknown field", { ...conversation(), stream: true }],
  ["an unknown role", conversation(model(sentence), { role: "tool", parts: [sentence] })],
  ["no parts", conversation(model())],
  ["a blank part", { contents: [user({ text: " " })] }],
  ["an empty part", { contents: [user({})] }],
  ["two kinds of data in one part", { contents: [user({ ...sentence, ...picture() })] }],
  ["an unknown part", { contents: [user({ video: {} })] }],
  ["the model first", { contents: [model(sentence), user(sentence)] }],
  ["the model last", conversation(model(sentence))],
  ["the user twice", conversation(user(sentence))],
  ["the model twice", conversation(model(sentence), model(sentence), user(sentence))],
  ["a result missing", turn(response("a"))],
  ["a result too many", turn(response("a"), response("b"), response("b"))],
  ["results out of order", turn(response("b"), response("a"))],
  ["an id on one side only", turn(response("a", { id: "1" }), response("b"))],
  ["a word beside results", turn(response("a"), response("b"), sentence)],
  ["no results", conversation(model(call("a")), user(sentence))],
  ["results without calls", { contents: [user(response("a"))] }],
  ["a response that is no object", turn(response("a", { response: "x" }), response("b"))],
  [
    "text in a result",
    conversation(
      model({ ...call("a"), thoughtSignature: "ownA" }),
      user(response("a", { parts: [sentence] })),
    ),
    "gemini-3-pro",
  ],
  ["an image in an older model's result", turn(response("a", { parts: [picture()] }), response("b"))],
  ["a call of the user", { contents: [user(call("a"))] }],
  ["arguments that are no object", conversation(model(call("a", { args: [] })), user(response("a")))],
  ["a bad name", conversation(model(call("a b")), user(response("a b")))],
  ["a call without signature", turn(response("a"), response("b")), "gemini-3-pro"],
  ["a signature of no base64", conversation(model(signed("own A!")), user(sentence))],
  ["a foreign signature", conversation(model(signed("foreign")), user(sentence))],
  ["no need of a signature", conversation(model(signed("skip_thought_signature_validator")), user(sentence))],
  ["another image format", { contents: [user(picture("image/gif"))] }],
  ["an image of no base64", { contents: [user(picture("image/png", "AAA"))] }],
  ["a blank system prompt", { ...conversation(), systemInstruction: { parts: [{ text: "" }] } }],
  ["no tools", { ...conversation(), tools: [] }],
  ["two tools of one name", declared({ name: "x", description: "X." }, { name: "x", description: "X." })],
  ["a tool's bad name", declared({ name: "9", description: "X." })],
  ["a tool's blank description", declared({ name: "x", description: "" })],
  ["the older parameters", declared({ name: "x", description: "X.", parameters: {} })],
  ["no properties", schema({ type: "object", properties: {} })],
  ["no object", schema({ properties: { a: {} } })],
  ["a keyword", property({ pattern: "x" })],
  ["a reference", property({ $ref: "#" })],
  ["a format", property({ format: "uri" })],
  ["a type", property({ type: "any" })],
  ["a choice", property({ enum: [true] })],
  ["an empty choice", property({ enum: [""] })],
  ["no branches", property({ anyOf: [] })],
  ["a branch", property({ anyOf: [{ not: {} }] })],
  ["what is required and not there", schema({ type: "object", properties: { p: {} }, required: ["q"] })],
  ["thinking", thinking({ thinkingBudget: 1024 }), "gemini-2.0-flash"],
  ["a level", thinking({ thinkingLevel: "low" })],
  ["an unknown level", thinking({ thinkingLevel: "minimal" }), "gemini-3-pro"],
  ["a budget and a level", thinking({ thinkingLevel: "low", thinkingBudget: 1 }), "gemini-3-pro"],
  ["a budget of nothing", thinking({ thinkingBudget: 0 }), "gemini-2.5-pro"],
  ["a budget too large", thinking({ thinkingBudget: 30_000 })],
  ["thoughts without thinking", thinking({ thinkingBudget: 0, includeThoughts: true })],
  ["a limit of nothing", { ...conversation(), generationConfig: { maxOutputTokens: 0 } }],
])("%s is refused", (_, body, name = "gemini-2.5-flash") => {
  expect(complaint(body, name)).toEqual(expect.any(String));
});
