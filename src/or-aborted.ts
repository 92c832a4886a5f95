/** Waiting that an abort ends, whether or not what is waited for heeds it. */
import type { Clock } from "./clock.ts";

/** What came instead of a value. */
export const ABORTED = Symbol("aborted");

/** The promise's value, or ABORTED when it is still not there `graceMs` after the signal aborted. */
export function orAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  clock: Clock,
  graceMs = 0,
): Promise<T | typeof ABORTED> {
  return new Promise((resolve, reject) => {
    let cancel = () => {};
    const stop = () => {
      if (graceMs === 0) resolve(ABORTED);
      else cancel = clock.after(graceMs, () => resolve(ABORTED));
    };
    const settled = () => {
      signal.removeEventListener("abort", stop);
      cancel();
    };
    promise.then(resolve, reject).finally(settled);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
