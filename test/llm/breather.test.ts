import { expect, test } from "vitest";
import { createBreather } from "../../src/llm/breather.ts";
import { createManualClock } from "./manual-clock.ts";

test("others get a turn once 8 ms have passed, and not before", async () => {
  const clock = createManualClock();
  const breathe = createBreather(clock);
  const turns: string[] = [];
  clock.pass(7);
  expect(breathe()).toBeUndefined();
  clock.pass(1);
  setImmediate(() => turns.push("another"));
  await breathe();
  turns.push("the stream");
  expect(turns).toEqual(["another", "the stream"]);
  expect(breathe()).toBeUndefined();
});
