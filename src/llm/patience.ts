/** How long a model call waits for the network, counted only while it does. */
import type { Clock } from "../clock.ts";

/** A limit on silence. Time the consumer takes between two waits does not count. */
export interface Patience {
  /** Settles as `work` does, or rejects when waiting has used up the limit. `work` itself goes on. */
  wait<T>(work: Promise<T>): Promise<T>;
  /** A sign of life: the whole limit again, or from now on a new one. */
  renew(limitMs?: number): void;
}

/** A patience of `limitMs` (0: endless) that rejects with what `failure` makes. */
export function createPatience(clock: Clock, limitMs: number, failure: () => Error): Patience {
  let limit = limitMs;
  let used = 0;
  return {
    wait(work) {
      if (limit === 0) return work;
      const began = clock.now();
      return new Promise((resolve, reject) => {
        // One more turn of the event loop: after a pause of the whole process what has arrived meanwhile counts.
        const cancel = clock.after(Math.max(limit - used, 0), () => setImmediate(() => reject(failure())));
        const settle = () => {
          cancel();
          used += clock.now() - began;
        };
        work.then(
          (value) => {
            settle();
            resolve(value);
          },
          (thrown) => {
            settle();
            reject(thrown);
          },
        );
      });
    },
    renew(limitMs = limit) {
      limit = limitMs;
      used = 0;
    },
  };
}
