import { expect, test } from "vitest";
import { FairTurns } from "../../src/server/fair-turns.ts";
import { manualClock } from "../../src/testing/manual-clock.ts";

test("sessions share eight milliseconds of each turn of the event loop", async () => {
  const clock = manualClock();
  const turns = new FairTurns(clock);
  expect(turns.room()).toBeUndefined();
  clock.pass(7);
  expect(turns.room()).toBeUndefined();
  clock.pass(1);
  const [one, other] = [turns.room(), turns.room()];
  expect([one, one === other]).toEqual([expect.any(Promise), true]);
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  await one;
  expect(turns.room()).toBeUndefined();
  await new Promise((resolve) => setImmediate(resolve));
  expect(turned).toBe(true);
  clock.pass(100);
  expect(turns.room()).toBeUndefined();
});
