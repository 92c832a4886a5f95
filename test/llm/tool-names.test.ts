import { expect, test } from "vitest";
import { offeredToolName, wireToolName } from "../../src/llm/tool-names.ts";

test("a name that every provider takes is kept", () => {
  for (const name of ["read", "server__tool", "_x-1", "a".repeat(64)]) expect(wireToolName(name)).toBe(name);
});

test("other names are made acceptable, always the same, and stay apart", () => {
  const names = ["", "a b", "a.b", "a:b", "ä", "9lives", "-x", "a".repeat(65), "a".repeat(66), "\ud83d"];
  const made = names.map(wireToolName);
  expect(made.filter((name) => !/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name))).toEqual([]);
  expect(new Set(made).size).toBe(names.length);
  expect(names.map(wireToolName)).toEqual(made);
});

test("the model's word for a tool is turned back; an unknown one stays", () => {
  const offered = ["read", "a.b", "a:b"];
  expect(offered.map((name) => offeredToolName(wireToolName(name), offered))).toEqual(offered);
  expect(offeredToolName("write", offered)).toBe("write");
});
