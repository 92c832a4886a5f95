import { expect, test } from "vitest";
import { counted, dollars, duration, largest, short, whole } from "../../src/page/amounts.ts";

test("token counts", () => {
  expect([0, 999, 1000, 12_345, 99_950, 123_456, 999_499, 999_500, 12_345_678].map(short)).toEqual([
    "0",
    "999",
    "1k",
    "12.3k",
    "100k",
    "123k",
    "999k",
    "1M",
    "12.3M",
  ]);
  expect(whole(1_234_567)).toBe("1,234,567");
});

test("dollars", () => {
  expect([null, 0, 0.00001, 0.0123, 0.1, 12.345].map(dollars)).toEqual([
    "–",
    "$0",
    "< $0.0001",
    "$0.0123",
    "$0.10",
    "$12.35",
  ]);
});

test("durations", () => {
  expect(
    [0, 999, 1000, 4210, 59_949, 59_950, 60_000, 3_599_400, 3_600_000, 86_399_999, 90_000_000].map(duration),
  ).toEqual([
    "0 ms",
    "999 ms",
    "1 s",
    "4.2 s",
    "59.9 s",
    "1 min",
    "1 min",
    "59 min 59 s",
    "1 h",
    "1 d",
    "1 d 1 h",
  ]);
});

test("numbers of things", () => {
  expect([counted(1, "turn"), counted(1200, "turn")]).toEqual(["1 turn", "1,200 turns"]);
  expect([largest([1, 3, 2], 2), largest([], 2)]).toEqual([3, 2]);
});
