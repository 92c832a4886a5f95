/** Time that passes only when a test says so. */
import type { Clock } from "../../src/clock.ts";

/** A clock at 0, and what was asked of it. */
export interface ManualClock extends Clock {
  /** Every pause asked for so far, in milliseconds. */
  readonly asked: number[];
  /** Lets time pass, running what is due, in order. */
  pass(ms: number): void;
  /** Resolves when the next pause is asked for. */
  waiting(): Promise<void>;
}

/** Makes one; with `instant` each pause is over at once. */
export function createManualClock({ instant = false } = {}): ManualClock {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  let wake: (() => void) | undefined;
  const asked: number[] = [];
  return {
    asked,
    now: () => now,
    after(ms, run) {
      asked.push(ms);
      wake?.();
      const timer = { at: now + ms, run };
      timers.push(timer);
      if (instant)
        setImmediate(() => {
          now = Math.max(now, timer.at);
          if (timers.includes(timer)) run();
        });
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    pass(ms) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
    waiting: () =>
      new Promise((resolve) => {
        wake = resolve;
      }),
  };
}
