/** Fairness: however many sessions stream at once, the process comes to everything else every few milliseconds. */
import type { Clock } from "../clock.ts";

/** How long all sessions together may hold the event loop in one of its turns. */
const LONGEST_HOLD_MS = 8;

/** The turns of the event loop, as all sessions of a server share them. */
export class FairTurns {
  readonly #clock: Clock;
  #began = 0;
  #next: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Undefined while there is time left in this turn; otherwise resolves in the next one. */
  room(): Promise<void> | undefined {
    const now = this.#clock.now();
    if (!this.#next) {
      this.#began = now;
      this.#next = new Promise((resolve) =>
        setImmediate(() => {
          this.#next = undefined;
          resolve();
        }),
      );
    }
    return now - this.#began < LONGEST_HOLD_MS ? undefined : this.#next;
  }
}
