/** Time that passes only when a test says so. */
import type { Clock } from "../clock.ts";

/** A clock that stands still until it is told otherwise. */
export interface ManualClock extends Clock {
  /** Lets so many milliseconds pass, running what is due, in order. */
  pass(ms: number): void;
  /** The pauses that are waited for now, in milliseconds from now, the shortest first. */
  readonly pending: readonly number[];
}

/** A clock at `now`, in milliseconds since the epoch. */
export function manualClock(now = 0): ManualClock {
  let time = now;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => time,
    after(ms, run) {
      const timer = { at: time + ms, run };
      timers = [...timers, timer].sort((a, b) => a.at - b.at);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    pass(ms) {
      const until = time + ms;
      for (let next = timers[0]; next && next.at <= until; next = timers[0]) {
        timers = timers.slice(1);
        time = Math.max(time, next.at);
        next.run();
      }
      time = until;
    },
    get pending() {
      return timers.map(({ at }) => at - time);
    },
  };
}
