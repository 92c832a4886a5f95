import { expect, test } from "vitest";
import { addUsage, countOf, readUsage, zeroUsage } from "../src/usage.ts";

test("whatever is no number of things counts as none", () => {
  expect([5, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, "5", null].map(countOf)).toEqual([
    5, 0, 0, 0, 0, 0, 0,
  ]);
});

test("usage that was written down is read, and anything else is none", () => {
  const written = { ...zeroUsage(), input_tokens: 3, cost_usd: 0.5 };
  expect(readUsage({ ...written, more: 1 })).toEqual(written);
  expect(readUsage({ input_tokens: "5", output_tokens: -1, cost_usd: "$5" })).toEqual(zeroUsage());
  expect([undefined, null, "much", [5]].map(readUsage)).toEqual(Array(4).fill(zeroUsage()));
});

test("a sum costs what is known of its parts", () => {
  const priced = { ...zeroUsage(), output_tokens: 1, cost_usd: 0.5 };
  const unpriced = { ...zeroUsage(), output_tokens: 2 };
  expect(addUsage(priced, unpriced)).toEqual({ ...zeroUsage(), output_tokens: 3, cost_usd: 0.5 });
  expect(addUsage(unpriced, priced)).toEqual({ ...zeroUsage(), output_tokens: 3, cost_usd: 0.5 });
  expect(addUsage(unpriced, unpriced)).toEqual({ ...zeroUsage(), output_tokens: 4 });
});
