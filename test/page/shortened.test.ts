import { expect, test } from "vitest";
import { MAX_SHOWN, shortened } from "../../src/page/shortened.ts";

test("a text is whole up to the limit", () => {
  const text = "x".repeat(MAX_SHOWN);
  expect(shortened(text)).toEqual({ head: text, omitted: undefined, tail: "" });
});

test("a longer one loses its middle, and says how much that is", () => {
  const text = `${"a".repeat(160_000)}${"b".repeat(1234)}${"c".repeat(40_000)}`;
  expect(shortened(text)).toEqual({
    head: "a".repeat(160_000),
    omitted: "1,234 characters left out",
    tail: "c".repeat(40_000),
  });
});

test("no character is cut in half", () => {
  const { head, omitted, tail } = shortened(`a${"😀".repeat(150_000)}`);
  expect([head.isWellFormed(), omitted, tail.isWellFormed()]).toEqual([
    true,
    "100,002 characters left out",
    true,
  ]);
});
