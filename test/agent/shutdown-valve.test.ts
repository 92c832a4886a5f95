import { describe, expect, test } from "vitest";
import { ShutdownValve } from "../../src/agent/shutdown-valve.ts";
import { manualClock } from "../../src/testing/manual-clock.ts";
import type { Event } from "../../src/wire/events.ts";
import type { ToolResultMessage } from "../../src/wire/messages.ts";

const call = { tool_call_id: "c1", tool_name: "bash" };
const START: Event = { type: "tool_execution_start", ...call, arguments: {} };

const RESULT: ToolResultMessage = {
  role: "tool_result",
  id: "m",
  timestamp: 0,
  content: [],
  is_error: false,
  ...call,
};

/** A valve that opens after 10 s of silence, 1,000 s in all, with a call that may take 60 s. */
function valveWithCall() {
  const clock = manualClock();
  const fired: string[] = [];
  const valve = new ShutdownValve({
    clock,
    graceMs: 10_000,
    maxMs: 1_000_000,
    timeLimit: () => 60_000,
    onSilence: (why) => fired.push(why),
  });
  valve.onEvent(START);
  valve.open();
  return { clock, fired, valve };
}

describe("the safety valve", () => {
  test("lets a call take as long as its tool says, and no longer", () => {
    const { clock, fired } = valveWithCall();
    clock.pass(69_999);
    expect(fired).toEqual([]);
    clock.pass(1);
    expect(fired).toEqual(["it was silent for 10 s (--shutdown-grace)"]);
  });

  test("counts silence from the end of a call that was faster", () => {
    const { clock, fired, valve } = valveWithCall();
    clock.pass(20_000);
    valve.onEvent({ type: "tool_execution_end", ...call, result: RESULT });
    clock.pass(9_999);
    expect(fired).toEqual([]);
    clock.pass(1);
    expect(fired).toEqual(["it was silent for 10 s (--shutdown-grace)"]);
  });

  test("does not count a call that waits for the host, and gives it its whole time afterwards", () => {
    const { clock, fired, valve } = valveWithCall();
    valve.hold("c1");
    clock.pass(500_000);
    valve.release("c1");
    clock.pass(69_999);
    expect(fired).toEqual([]);
    clock.pass(1);
    expect(fired).toEqual(["it was silent for 10 s (--shutdown-grace)"]);
  });

  test("ends also a call that waits for the host when the whole shutdown has taken too long", () => {
    const { clock, fired, valve } = valveWithCall();
    valve.hold("c1");
    clock.pass(999_999);
    expect(fired).toEqual([]);
    clock.pass(1);
    expect(fired).toEqual(["it went on for 1000 s (--shutdown-max)"]);
  });

  test("stays shut once the run is over", () => {
    const { clock, fired, valve } = valveWithCall();
    valve.hold("c1");
    valve.close();
    valve.release("c1");
    clock.pass(2_000_000);
    expect(fired).toEqual([]);
    expect(clock.pending).toEqual([]);
  });
});
