import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPatience } from "../../src/llm/patience.ts";
import { createManualClock } from "./manual-clock.ts";

const failure = () => new Error("too long");

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test("waiting adds up over several waits until it is used up", async () => {
  const clock = createManualClock();
  const patience = createPatience(clock, 1000, failure);
  const first = deferred<string>();
  const waited = patience.wait(first.promise);
  clock.pass(600);
  first.resolve("a ping");
  expect(await waited).toBe("a ping");
  const second = patience.wait(new Promise(() => {}));
  clock.pass(400);
  await expect(second).rejects.toThrow("too long");
  expect(clock.asked).toEqual([1000, 400]);
});

test("time between two waits does not count", async () => {
  const clock = createManualClock();
  const patience = createPatience(clock, 1000, failure);
  await patience.wait(Promise.resolve());
  clock.pass(5000);
  await patience.wait(Promise.resolve());
  expect(clock.asked).toEqual([1000, 1000]);
});

test("a sign of life gives the whole limit again, or a new one", async () => {
  const clock = createManualClock();
  const patience = createPatience(clock, 1000, failure);
  const wait = async (ms: number) => {
    const work = deferred<void>();
    const waited = patience.wait(work.promise);
    clock.pass(ms);
    work.resolve();
    await waited;
  };
  await wait(900);
  patience.renew();
  await wait(900);
  patience.renew(50);
  await wait(0);
  expect(clock.asked).toEqual([1000, 1000, 50]);
});

test("a limit of 0 never ends the wait", async () => {
  const clock = createManualClock();
  expect(await createPatience(clock, 0, failure).wait(Promise.resolve(1))).toBe(1);
  expect(clock.asked).toEqual([]);
});

test("what has arrived when the limit is noticed still counts", async () => {
  const clock = createManualClock();
  const work = deferred<string>();
  const waited = createPatience(clock, 1000, failure).wait(work.promise);
  clock.pass(100_000);
  work.resolve("in time");
  expect(await waited).toBe("in time");
  await turn();
});

test("work that fails fails the wait", async () => {
  const clock = createManualClock();
  const patience = createPatience(clock, 1000, failure);
  await expect(patience.wait(Promise.reject(new Error("reset")))).rejects.toThrow("reset");
});
