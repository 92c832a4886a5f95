import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Clock } from "../../src/clock.ts";
import { Frames } from "../../src/terminal/frames.ts";
import { manualClock } from "../../src/testing/manual-clock.ts";

const START = 1_000_000;

/** Frames that are counted, and the time that passes for them. */
function start() {
  const clock = manualClock(START);
  let drawn = 0;
  const frames = new Frames(clock, () => {
    drawn++;
  });
  return { clock, frames, drawn: () => drawn };
}

test("a thousand changes a second are thirty frames, and the last of them is shown", () => {
  const { clock, frames, drawn } = start();
  for (let at = 0; at < 1000; at++) {
    frames.changed();
    clock.pass(1);
  }
  expect(drawn()).toBe(Math.ceil(1000 / 33));
  frames.changed();
  clock.pass(33);
  expect(drawn()).toBe(Math.ceil(1000 / 33) + 1);
  expect(clock.pending).toEqual([]);
});

test("a change after a rest waits for nothing", () => {
  const { clock, frames, drawn } = start();
  frames.now();
  clock.pass(1000);
  frames.changed();
  clock.pass(0);
  expect(drawn()).toBe(2);
});

test("keys that come together are drawn once, and wait for no frame", async () => {
  const { frames, drawn } = start();
  frames.now();
  frames.changed();
  frames.typed();
  frames.typed();
  await turn();
  expect(drawn()).toBe(2);
  await turn();
  expect(drawn()).toBe(2);
});

test("nothing moves and nothing is drawn while the terminal is somebody else's", async () => {
  const { clock, frames, drawn } = start();
  frames.again();
  frames.changed();
  frames.pause();
  frames.typed();
  frames.changed();
  frames.now();
  clock.pass(1000);
  await turn();
  expect(drawn()).toBe(0);
  frames.resume();
  clock.pass(0);
  expect(drawn()).toBe(1);
});

test("something that moves is drawn again, ten times a second", () => {
  const clock = manualClock(START);
  let drawn = 0;
  const frames = new Frames(clock, () => {
    drawn++;
    frames.again();
  });
  frames.now();
  clock.pass(1000);
  expect(drawn).toBe(11);
});

test("a clock that is set back holds up no frame", () => {
  const inner = manualClock(START);
  let offset = 0;
  const clock: Clock = { now: () => inner.now() + offset, after: inner.after };
  let drawn = 0;
  const frames = new Frames(clock, () => {
    drawn++;
  });
  frames.now();
  offset = -3_600_000;
  frames.changed();
  inner.pass(33);
  expect(drawn).toBe(2);
});
