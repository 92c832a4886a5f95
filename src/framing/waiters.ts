/** Whoever waits for a queue to come so far. */

/** Waits, each for something of its own to be so. */
export class Waiters {
  #waiting: { ready(): boolean; resolve(): void }[] = [];

  /** Resolves at the first `wake` at which this is so. */
  until(ready: () => boolean): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ ready, resolve }));
  }

  /** Lets those go on for whom it is so now; `all`: everybody. */
  wake(all = false): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const waiter of waiting)
      if (all || waiter.ready()) waiter.resolve();
      else this.#waiting.push(waiter);
  }
}
