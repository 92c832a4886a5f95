/** How long a conversation lasts, for the contexts that plugins keep of it. */

/** One conversation's. When it ends, every signal it gave out aborts. */
export class Lifetime {
  readonly #given = new Set<AbortController>();
  readonly #listeners = new Set<() => void>();
  #whole: AbortController | undefined;
  #ended = false;

  /** Aborts at the end of the conversation. Made when it is first asked for: most conversations never need it. */
  get signal(): AbortSignal {
    this.#whole ??= this.controller();
    return this.#whole.signal;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Calls the listener at the end, unless what it returns is called before. */
  onEnd(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** One that aborts at the end, or before. */
  controller(): AbortController {
    const controller = new AbortController();
    if (this.#ended) controller.abort();
    else this.#given.add(controller);
    return controller;
  }

  /** Ends it. Twice is once. */
  end(): void {
    this.#ended = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
    for (const controller of this.#given) controller.abort();
    this.#given.clear();
  }
}
