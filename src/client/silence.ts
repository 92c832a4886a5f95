/** A time limit that counts only while nothing happens. */
import type { Clock } from "../clock.ts";

/** Calls `onSilent` once, when nothing was told of for `ms` milliseconds. Costs one timer, however much happens. */
export class Silence {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #onSilent: () => void;
  #due: number;
  #held = 0;
  #stopTimer: (() => void) | undefined;

  constructor(clock: Clock, ms: number, onSilent: () => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#onSilent = onSilent;
    this.#due = clock.now() + ms;
    this.#watch();
  }

  /** Something happened; the next silence may be longer by `extraMs`. */
  touch(extraMs = 0): void {
    this.#due = this.#clock.now() + this.#ms + extraMs;
  }

  /** Something goes on that has limits of its own: until as many `release`, nothing is silence. */
  hold(): void {
    this.#held++;
  }

  /** One thing less goes on. */
  release(): void {
    if (this.#held > 0) this.#held--;
    this.touch();
  }

  /** Ends the watch. */
  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  #watch(): void {
    const left = this.#held > 0 ? this.#ms : this.#due - this.#clock.now();
    if (left <= 0) return this.#onSilent();
    this.#stopTimer = this.#clock.after(left, () => this.#watch());
  }
}
