/** A letter that means something only where it stands alone: it may as well be the first one of a word. */
import type { Clock } from "../clock.ts";
import type { Key } from "./keys.ts";

/** For so long no other key comes behind one that stands alone. */
export const ALONE_MS = 250;

/** Runs what waits for the time, unless cancelled; keys that have come by then but were not read yet come first. */
export function later(clock: Clock, ms: number, run: () => void): () => void {
  let isOff = false;
  const cancel = clock.after(ms, () => setImmediate(() => isOff || run()));
  return () => {
    isOff = true;
    cancel();
  };
}

/** Holds at most one key until it is known. */
export class LoneKey {
  readonly #clock: Clock;
  #held: { key: Key; cancel: () => void } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `alone` when no other key has come in time. */
  hold(key: Key, alone: () => void): void {
    const cancel = later(this.#clock, ALONE_MS, () => {
      this.#held = undefined;
      alone();
    });
    this.#held = { key, cancel };
  }

  /** Another key has come: gives back the one that was held, which does not stand alone; undefined when there is none. */
  release(): Key | undefined {
    const held = this.#held;
    held?.cancel();
    this.#held = undefined;
    return held?.key;
  }
}
