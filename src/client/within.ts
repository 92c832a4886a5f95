/** Waiting, but not for ever. */
import type { Clock } from "../clock.ts";

/** True when the promise was settled within `ms` milliseconds, whatever it came to. */
export function within(clock: Clock, ms: number, promise: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve(false));
    const settled = () => {
      cancel();
      resolve(true);
    };
    promise.then(settled, settled);
  });
}
