import { expect, test } from "vitest";
import { type MessagesStrictness, messagesComplaint } from "./strict-messages.ts";

const words = (text: string) => ({ type: "text", text });
const from = (role: string, ...content: object[]) => ({ role, content });
const user = from("user", words("hi"));
const said = from("assistant", words("a"));
const use = (id: string, more: object = {}) => ({ type: "tool_use", id, name: "ls", input: {}, ...more });
const came = (tool_use_id: string, more: object = {}) => ({
  type: "tool_result",
  tool_use_id,
  content: [words("x")],
  ...more,
});
const thought = { type: "thinking", thinking: "hm", signature: "own-1" };
const tools = [{ name: "ls", input_schema: { type: "object" } }];
const PNG = "iVBORw0KGgoAAAAN";
const picture = (media_type: string, data: string) => ({
  type: "image",
  source: { type: "base64", media_type, data },
});
const budget = { thinking: { type: "enabled", budget_tokens: 1024 } };
const mark = { cache_control: { type: "ephemeral" } };

function complain(
  fields: object,
  strict?: MessagesStrictness,
  headers = { "anthropic-version": "2023-06-01" },
) {
  const body = { model: "m", max_tokens: 2000, stream: true, messages: [user], tools, ...fields };
  return messagesComplaint({ bytes: Buffer.from(JSON.stringify(body)), headers }, strict)?.message;
}
const inChat = (...messages: object[]) => complain({ messages });
const inTurn = (blocks: object[], fields: object = {}, strict?: MessagesStrictness) =>
  complain(
    { messages: [user, from("assistant", ...blocks, use("a")), from("user", came("a"))], ...fields },
    strict,
  );
const shown = (media_type: string, data: string) => inChat(from("user", picture(media_type, data)));
const ofSchema = (input_schema: object) => complain({ tools: [{ name: "t", input_schema }] });

test("a strict server takes what is right", () => {
  expect(inChat(user, said, user)).toBeUndefined();
  expect(inTurn([thought, words("b")], budget, { signed: "own" })).toBeUndefined();
  expect(inTurn([thought], { thinking: { type: "adaptive" } }, { thinks: "adaptive" })).toBeUndefined();
  expect(shown("image/png", PNG)).toBeUndefined();
});

test.each<[string, string | undefined, RegExp]>([
  ["no version", complain({}, {}, { "anthropic-version": "" }), /anthropic-version/],
  ["an unknown field", complain({ top: 1 }), /unknown field top/],
  ["no limit", complain({ max_tokens: undefined }), /max_tokens: Field required/],
  ["more than the model can give", complain({}, { maxTokens: 1000 }), /max_tokens: 2000 > 1000, which/],
  ["a blank system prompt", complain({ system: [words(" ")] }), /non-whitespace/],
  ["no message", inChat(), /at least one message/],
  ["a first message of the assistant", inChat(said, user), /roles must alternate/],
  ["two messages of the user", inChat(user, user, user), /roles must alternate/],
  ["a last message of the assistant", inChat(user, said), /prefill/],
  ["no content", inChat(from("user")), /must have non-empty content/],
  ["a blank text", inChat(from("user", words("\n"))), /non-whitespace/],
  ["a block of the other side", inChat(from("user", use("a"))), /Input tag/],
  ["an unknown field of a block", inChat(from("user", { ...words("a"), index: 0 })), /unknown field index/],
  ["an image of another type", shown("image/bmp", "Qk0="), /media_type: image\/bmp/],
  ["an image that is none of its type", shown("image/jpeg", PNG), /does not match the provided media type/],
  ["an empty image", shown("image/png", ""), /cannot be empty/],
  ["no base64", shown("image/png", "a b"), /invalid base64/],
  ["a large image", shown("image/png", PNG.padEnd(6e6, "A")), /exceeds 5 MB/],
  ["an odd id", inChat(user, from("assistant", use("a|b"))), /id: String should match/],
  ["an odd name", inChat(user, from("assistant", use("a", { name: "a.b" }))), /name: String should match/],
  [
    "arguments that are no object",
    inChat(user, from("assistant", use("a", { input: [] }))),
    /valid dictionary/,
  ],
  ["a repeated id", inChat(user, from("assistant", use("a"), use("a"))), /must be unique/],
  ["a call without a result", inChat(user, from("assistant", use("a")), user), /found without `tool_result`/],
  ["a result without a call", inChat(from("user", came("a"))), /unexpected `tool_use_id`/],
  [
    "two results",
    inChat(user, from("assistant", use("a")), from("user", came("a"), came("a"))),
    /unexpected/,
  ],
  [
    "a result behind text",
    inChat(user, from("assistant", use("a")), from("user", words("b"), came("a"))),
    /come first/,
  ],
  ["text behind a call", inChat(user, from("assistant", use("a"), words("b"))), /nothing may follow/],
  [
    "an image of a failure",
    inChat(
      user,
      from("assistant", use("a")),
      from("user", came("a", { is_error: true, content: [picture("image/png", PNG)] })),
    ),
    /Input tag does not match text/,
  ],
  ["calls without tools", inTurn([], { tools: undefined }), /must define tools/],
  ["tools of one name", complain({ tools: [...tools, ...tools] }), /must be unique/],
  [
    "a tool of an odd name",
    complain({ tools: [{ name: "a b", input_schema: { type: "object" } }] }),
    /name: String/,
  ],
  ["a schema of no object", ofSchema({ type: "string" }), /should be 'object'/],
  ["a union at the top", ofSchema({ type: "object", anyOf: [] }), /oneOf, allOf, or anyOf/],
  ["an odd property", ofSchema({ type: "object", properties: { "a b": {} } }), /Property keys/],
  [
    "a schema of an older draft",
    ofSchema({ type: "object", properties: { a: { items: [{}] } } }),
    /draft 2020-12/,
  ],
  [
    "a small budget",
    complain({ thinking: { type: "enabled", budget_tokens: 1 } }),
    /greater than or equal to 1024/,
  ],
  ["a budget of all", complain({ ...budget, max_tokens: 1024 }), /must be greater than/],
  [
    "a budget for a model without",
    complain(budget, { thinks: "adaptive" }),
    /"thinking.type.enabled" is not supported/,
  ],
  ["an effort for a model without", complain({ output_config: { effort: "low" } }), /effort/],
  ["adaptive thinking for a model without", complain({ thinking: { type: "adaptive" } }), /adaptive/],
  [
    "no thinking for a model that always does",
    complain({ thinking: { type: "disabled" } }, { thinks: "always" }),
    /disabled/,
  ],
  ["thinking for a model without", complain(budget, { thinks: "none" }), /does not support thinking/],
  ["unsigned thinking", inTurn([{ ...thought, signature: "" }], budget), /Invalid `signature`/],
  ["foreign thinking", inTurn([thought], budget, { signed: "other" }), /Invalid `signature`/],
  ["thinking at the end", inChat(user, from("assistant", words("a"), thought), user), /final block/],
  ["thinking in the turn while it is off", inTurn([thought]), /When thinking is disabled/],
  ["a turn that does not begin with thinking", inTurn([words("b")], budget), /Expected `thinking`/],
  [
    "five marks",
    inChat(from("user", ...["a", "b", "c", "d", "e"].map((text) => ({ ...words(text), ...mark })))),
    /maximum of 4/,
  ],
  ["a mark on thinking", inTurn([{ ...thought, ...mark }], budget), /unknown field cache_control/],
])("a strict server refuses %s", (_, complaint, what) => {
  expect(complaint).toMatch(what);
});

test("a strict server refuses lone surrogates and what is too large", () => {
  expect(inChat(from("user", words("\ud83d")))).toMatch(/lone surrogate/);
  const bytes = Buffer.alloc(33 * 1024 * 1024);
  expect(messagesComplaint({ bytes, headers: { "anthropic-version": "2023-06-01" } })?.status).toBe(413);
});
