/** The `r` that runs again, which may as well be the first letter of a word. */
import type { Clock } from "../clock.ts";
import type { Key } from "./keys.ts";
import { LoneKey } from "./lone-key.ts";
import { isKey } from "./panel.ts";
import type { Runs } from "./runs.ts";
import type { Typing } from "./typing.ts";

/** Holds an `r` until it is known whether it stands alone; it goes into `typing` when it does not. */
export class RetryKey {
  readonly #lone: LoneKey;
  readonly #runs: Runs;
  readonly #typing: Typing;

  constructor(clock: Clock, runs: Runs, typing: Typing) {
    this.#lone = new LoneKey(clock);
    this.#runs = runs;
    this.#typing = typing;
  }

  /** Sees every key first; true when it was the one, or may be. `isFree`: the draft gets keys, and is empty. */
  takes(key: Key, isFree: boolean): boolean {
    const held = this.#lone.release();
    if (held && isKey(key, "enter")) this.#runs.retry();
    else if (!held && key.type === "text" && key.text === "r" && isFree && this.#runs.mayRetry)
      this.#lone.hold(key, () => this.#runs.retry());
    else {
      if (held) this.#typing.key(held);
      return false;
    }
    return true;
  }
}
