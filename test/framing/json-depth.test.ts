import fc from "fast-check";
import { expect, it } from "vitest";
import { isDeeperThan } from "../../src/framing/json-depth.ts";

/** The depth of a parsed value. */
function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

it("tells how deep any JSON is nested, whatever its strings hold", () => {
  const strings = fc.constantFrom('"', "\\", "[[[", "}{", '\\"', "a", "");
  const json = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      strings,
      fc.integer(),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(strings, tie("value"), { maxKeys: 3 }),
    ),
  })).value;
  fc.assert(
    fc.property(json, fc.nat(6), (value, limit) => {
      const text = JSON.stringify(value) + " ".repeat(20);
      expect(isDeeperThan(text, limit)).toBe(depthOf(value) > limit);
    }),
    { numRuns: 500 },
  );
});

it("takes no more than one pass over text of any size", () => {
  expect(isDeeperThan("[".repeat(5_000_000), 500)).toBe(true);
  expect(isDeeperThan(`"${"\\".repeat(1_000_000)}"`, 1)).toBe(false);
});
