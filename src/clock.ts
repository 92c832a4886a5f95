/** Time as an argument: nothing below the command line reads a clock of its own. */

/** Where time comes from. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once after `ms` milliseconds, unless the returned function was called before. */
  after(ms: number, run: () => void): () => void;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms`, or at once when `signal` aborts; true means the whole time passed. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const stop = () => {
      cancel();
      resolve(false);
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve(true);
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}

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
