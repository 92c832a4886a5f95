/** The `r` that runs again, which may as well be the first letter of a word. */
import type { Clock } from "../clock.ts";
import type { Key } from "./keys.ts";
import { isKey } from "./panel.ts";
import type { Runs } from "./runs.ts";
import type { Typing } from "./typing.ts";

/** For so long no other key comes behind one that stands alone. */
const ALONE_MS = 250;

/** Holds an `r` until it is known whether it stands alone; it goes into `typing` when it does not. */
export class RetryKey {
  readonly #clock: Clock;
  readonly #runs: Runs;
  readonly #typing: Typing;
  #held: { key: Key; cancel: () => void } | undefined;

  constructor(clock: Clock, runs: Runs, typing: Typing) {
    this.#clock = clock;
    this.#runs = runs;
    this.#typing = typing;
  }

  /** Sees every key first; true when it was the one, or may be. `isFree`: the draft gets keys, and is empty. */
  takes(key: Key, isFree: boolean): boolean {
    const held = this.#release();
    if (held && isKey(key, "enter")) {
      this.#runs.retry();
      return true;
    }
    if (held) this.#typing.key(held.key);
    else if (key.type === "text" && key.text === "r" && isFree && this.#runs.mayRetry) {
      this.#held = { key, cancel: this.#clock.after(ALONE_MS, () => this.#alone()) };
      return true;
    }
    return false;
  }

  #alone(): void {
    // Keys that have come by then but were not read yet come first.
    setImmediate(() => this.#release() && this.#runs.retry());
  }

  #release() {
    const held = this.#held;
    held?.cancel();
    this.#held = undefined;
    return held;
  }
}
