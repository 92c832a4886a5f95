import { expect, test } from "vitest";
import { answer } from "./chunks.ts";
import { startProviderServer } from "./provider-server.ts";
import { complaintAbout } from "./strict-chat.ts";

const post = (baseUrl: string, body: unknown) =>
  fetch(`${baseUrl}/chat/completions`, { method: "POST", body: JSON.stringify(body) });
const complain = (messages: unknown[], more = {}) =>
  complaintAbout(Buffer.from(JSON.stringify({ model: "m", stream: true, messages, ...more })))?.message;
const user = { role: "user", content: "hi" };
const call = (id: string, text = "{}") => ({
  id,
  type: "function",
  function: { name: "ls", arguments: text },
});

test("a scripted reply is sent byte for byte and the request is recorded", async () => {
  const server = await startProviderServer();
  server.reply(answer("hello"));
  const response = await post(server.baseUrl, { model: "m", stream: true, messages: [user] });
  expect(await response.text()).toBe(answer("hello").join(""));
  expect((await server.received(1)).json).toEqual({ model: "m", stream: true, messages: [user] });
  const models = await (await fetch(`${server.baseUrl}/models`)).json();
  expect(models).toEqual({ object: "list", data: [{ id: "test-model", object: "model" }] });
  await server.close();
});

test("a strict server refuses what strict servers refuse", () => {
  expect(complain([user])).toBeUndefined();
  expect(complain([{ role: "user", content: " \n" }])).toBe("messages[0].content is blank");
  expect(complain([{ role: "user", content: [] }])).toBe("messages[0].content is empty");
  expect(complain([{ role: "developer", content: "x" }])).toBe("messages[0]: unknown role developer");
  expect(complain([user, { role: "assistant", content: "" }])).toBe("messages[1].content is blank");
  expect(complain([user, { role: "assistant", tool_calls: [call("a")] }, user])).toBe(
    "messages[2]: no tool result for a",
  );
  expect(complain([user, { role: "assistant", tool_calls: [call("a")] }])).toBe("no tool result for a");
  expect(complain([user, { role: "tool", tool_call_id: "a", content: "x" }])).toBe(
    'messages[1]: no open tool call "a"',
  );
  expect(complain([user, { role: "assistant", tool_calls: [call("a", '{"x')] }])).toBe(
    'messages[1].tool_calls[0].arguments is not a JSON object: {"x',
  );
  expect(complain([user, { role: "assistant", content: "x", reasoning_content: "y" }])).toBe(
    "messages[1]: unknown field reasoning_content",
  );
  expect(complain([{ role: "user", content: "\ud83d" }])).toBe("lone surrogate in body.messages.0.content");
  expect(complain([user], { max_tokens: 1, max_completion_tokens: 1 })).toBe(
    "max_tokens and max_completion_tokens exclude each other",
  );
});
