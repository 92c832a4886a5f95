import { expect, it } from "vitest";
import type { Clock } from "../../src/clock.ts";
import { createFindTool } from "../../src/tools/find.ts";
import { createGrepTool } from "../../src/tools/grep.ts";
import { startSearch } from "../../src/tools/search-run.ts";
import { call, createWorkspace } from "./workspace.ts";

/** A clock whose timers are long over, and what they were set to. */
function lateClock(): Clock & { set: number[] } {
  const set: number[] = [];
  return {
    set,
    now: () => 0,
    after(ms, run) {
      set.push(ms);
      run();
      return () => {};
    },
  };
}

it("a search that takes more than 60 s ends with what it has, and says so", async () => {
  const { environment, file } = await createWorkspace();
  await file("a", "x");
  const clock = lateClock();
  const late = { ...environment, clock };
  for (const tool of [createGrepTool(late), createFindTool(late)])
    expect(await call(tool, { pattern: "x" })).toEqual({
      content: [{ type: "text", text: "[stopped after 60 s: narrow the path]" }],
      details: expect.objectContaining({ truncated: true }),
    });
  expect(clock.set).toEqual([60_000, 60_000]);
  expect(createGrepTool(late).timeLimitMs?.({ pattern: "x" })).toBe(60_000);
});

it("a search's time ends with its call, and leaves no timer or listener behind", () => {
  let timers = 0;
  const clock: Clock = {
    now: () => 0,
    after() {
      timers++;
      return () => {
        timers--;
      };
    },
  };
  const abort = new AbortController();
  const one = startSearch(clock, abort.signal);
  abort.abort();
  expect([one.signal.aborted, one.isOver, timers]).toEqual([true, false, 0]);
  const two = startSearch(clock, new AbortController().signal);
  expect([two.signal.aborted, timers]).toEqual([false, 1]);
  two.stop();
  expect([two.signal.aborted, two.isOver, timers]).toEqual([true, false, 0]);
  expect(startSearch(clock, AbortSignal.abort()).signal.aborted).toBe(true);
});
