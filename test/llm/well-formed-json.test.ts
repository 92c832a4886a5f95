import { expect, test } from "vitest";
import { wellFormedJson } from "../../src/llm/well-formed-json.ts";

test("no half of a pair leaves, neither in a value nor in a name; whole pairs do", () => {
  const half = "a\ud83d";
  const written = wellFormedJson({ [half]: [half, { [half]: 1 }, null, [2]], "🙂": "🙂" });
  expect(JSON.parse(written)).toEqual({ "a\ufffd": ["a\ufffd", { "a\ufffd": 1 }, null, [2]], "🙂": "🙂" });
});

test.each([
  ["a name alone", { "a\udc00": 1 }, '{"a\ufffd":1}'],
  ["a text deep inside", { list: [{ text: "\ud83d" }] }, '{"list":[{"text":"\ufffd"}]}'],
  ["nothing", { "🙂": ["\\ud83d", "🙂"] }, '{"🙂":["\\\\ud83d","🙂"]}'],
])("of half a pair in %s", (_, value, written) => {
  expect(wellFormedJson(value)).toBe(written);
});
