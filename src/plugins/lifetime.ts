/** How long a conversation lasts, for the contexts that plugins keep of it. */

/** One conversation's. When it ends, every signal it gave out aborts. */
export class Lifetime {
  readonly #whole = new AbortController();
  readonly #given = new Set<AbortController>();

  /** Aborts at the end of the conversation. */
  get signal(): AbortSignal {
    return this.#whole.signal;
  }

  get ended(): boolean {
    return this.#whole.signal.aborted;
  }

  /** One that aborts at the end, or before. */
  controller(): AbortController {
    const controller = new AbortController();
    if (this.ended) controller.abort();
    else this.#given.add(controller);
    return controller;
  }

  /** Ends it. Twice is once. */
  end(): void {
    this.#whole.abort();
    for (const controller of this.#given) controller.abort();
    this.#given.clear();
  }
}
