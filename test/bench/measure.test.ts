import { expect, test } from "vitest";
import { ticks } from "../../bench/axis.mjs";
import { interleave, summary } from "../../bench/measure.mjs";

test("a summary holds the median and the middle half, and leaves out what could not be measured", () => {
  expect(summary([5, 1, null, 3, 2, 4])).toEqual({ median: 3, low: 2, high: 4, n: 5 });
  expect(summary([1, 2])).toEqual({ median: 1.5, low: 1.25, high: 1.75, n: 2 });
  expect(summary([null])).toBe(null);
});

test("tasks take turns, each round in another order", async () => {
  const order: string[] = [];
  const task = (name: string) => async () => void order.push(name);
  await interleave(3, [task("a"), task("b"), task("c")], (round) => void order.push(`${round}`));
  expect(order.join(" ")).toBe("1 a b c 2 b c a 3 c a b");
});

test("an axis has round numbers from zero to the largest value", () => {
  expect(ticks(83)).toEqual([0, 25, 50, 75, 100]);
  expect(ticks(100)).toEqual([0, 25, 50, 75, 100]);
  expect(ticks(0.7)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  expect(ticks(20_000)).toEqual([0, 5000, 10_000, 15_000, 20_000]);
});
