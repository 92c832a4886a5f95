import { expect, test } from "vitest";
import { arrange } from "../../src/sessions/arrange.ts";
import { assistant, result, user } from "./place.ts";

const TEXT = "Interrupted before a result was known; it may or may not have run.";

const interruption = (call: string) => ({
  id: expect.stringMatching(/^i[0-9a-f]{11}$/),
  timestamp: 2,
  role: "tool_result",
  tool_call_id: call,
  tool_name: "ls",
  content: [{ type: "text", text: TEXT }],
  is_error: true,
});

test("results stand behind their answer in the order of its calls, however they were written", () => {
  const answer = assistant("a", "c1", "c2", "c3");
  const [one, two, three] = [result("r1", "c1"), result("r2", "c2"), result("r3", "c3")];
  const steer = user("u2");
  expect(arrange([user("u"), answer, three, one, steer, two])).toEqual({
    messages: [user("u"), answer, one, two, three, steer],
    unfinished: [],
  });
});

test("a call without a result gets one that says so, owed to the file at the transcript's end only", () => {
  const cut = assistant("a", "c1", "c2");
  const last = assistant("b", "c3", "c4");
  expect(arrange([cut, result("r1", "c1"), user("u"), last, result("r4", "c4")])).toEqual({
    messages: [
      cut,
      result("r1", "c1"),
      interruption("c2"),
      user("u"),
      last,
      interruption("c3"),
      result("r4", "c4"),
    ],
    unfinished: [interruption("c3")],
  });
});

test("a made-up result is the same at every load, and another for every call", () => {
  const written = [assistant("a", "c1", "c2")];
  expect(arrange(written)).toEqual(arrange(written));
  const ids = arrange(written).unfinished.map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  expect(ids.every((id) => id.length <= 12)).toBe(true);
});

test("results nobody called for, and second ones, stay where they are", () => {
  const messages = [
    user("u"),
    result("r0", "lost"),
    assistant("a", "c"),
    result("r1", "c"),
    user("v"),
    result("r2", "c"),
  ];
  expect(arrange(messages)).toEqual({ messages, unfinished: [] });
});
