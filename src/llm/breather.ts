/** Fairness: a stream that is drained from a full buffer runs in microtasks, and nothing else would get a turn. */
import type { Clock } from "../clock.ts";

const LONGEST_HOLD_MS = 8;

/** A function to call between two pieces of work: every 8 ms it gives the rest of the process a turn. */
export function createBreather(clock: Clock): () => Promise<void> | undefined {
  let last = clock.now();
  return () => {
    if (clock.now() - last < LONGEST_HOLD_MS) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        last = clock.now();
        resolve();
      }),
    );
  };
}
