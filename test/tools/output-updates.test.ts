import { describe, expect, it } from "vitest";
import type { Clock } from "../../src/clock.ts";
import { createOutputUpdates } from "../../src/tools/output-updates.ts";

/** A clock whose timers run when told. */
function handClock(): Clock & { tick(): void; timers(): number } {
  let waiting: (() => void)[] = [];
  return {
    now: () => 0,
    after(_ms, run) {
      waiting.push(run);
      return () => {
        waiting = waiting.filter((other) => other !== run);
      };
    },
    tick() {
      const due = waiting;
      waiting = [];
      for (const run of due) run();
    },
    timers: () => waiting.length,
  };
}

function setUp(characters = 1000, waiting?: () => string) {
  const clock = handClock();
  const deltas: string[] = [];
  const updates = createOutputUpdates(
    clock,
    { everyMs: 50, characters },
    (delta) => deltas.push(delta),
    waiting,
  );
  return { clock, deltas, updates };
}

describe("updates", () => {
  it("come at once first, then together at most every 50 ms", () => {
    const { clock, deltas, updates } = setUp();
    updates.push("a");
    updates.push("b");
    updates.push("c");
    expect(deltas).toEqual(["a"]);
    clock.tick();
    expect(deltas).toEqual(["a", "bc"]);
    updates.push("d");
    expect(deltas).toEqual(["a", "bc"]);
    clock.tick();
    clock.tick();
    expect(clock.timers()).toBe(0);
    updates.push("e");
    expect(deltas).toEqual(["a", "bc", "d", "e"]);
  });

  it("bring what waits when the command ends, and leave no timer", () => {
    const { clock, deltas, updates } = setUp();
    updates.push("a");
    updates.push("b");
    updates.end();
    expect(deltas).toEqual(["a", "b"]);
    expect(clock.timers()).toBe(0);
  });

  it("ask for an unfinished line when the time comes", () => {
    let held = "";
    const { clock, deltas, updates } = setUp(1000, () => {
      const text = held;
      held = "";
      return text;
    });
    held = "Password: ";
    updates.push("");
    expect(deltas).toEqual([]);
    clock.tick();
    expect(deltas).toEqual(["Password: "]);
  });

  it("collect no more than anybody is shown", () => {
    const { clock, deltas, updates } = setUp(6);
    for (const text of ["ab", "cdef", "more"]) updates.push(text);
    clock.tick();
    updates.push("still more");
    updates.end();
    expect(deltas).toEqual(["ab", "cdef"]);
  });
});
