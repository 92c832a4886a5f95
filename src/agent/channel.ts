/** Events from several tools at once, or from work that is waited for, as one ordered stream. */
import type { Event } from "../wire/events.ts";
import { mergeEvents } from "./merge-events.ts";

/** Yields what `work` tells of while it lasts, then returns or throws what it came to. */
export async function* whileTelling<T>(
  work: (emit: (event: Event) => void) => Promise<T>,
): AsyncGenerator<Event, T, void> {
  const channel = new EventChannel();
  const working = work((event) => channel.push(event));
  working.finally(() => channel.close()).catch(() => {});
  yield* channel.read();
  return await working;
}

/** A queue between running tools and the loop. Tool output merges while the loop is behind, so it stays small. */
class EventChannel {
  #events: Event[] = [];
  #closed = false;
  #wake: (() => void) | undefined;

  /** Adds an event; never waits. */
  push(event: Event): void {
    const last = this.#events.length - 1;
    const tail = this.#events[last];
    const merged = tail && mergeEvents(tail, event);
    if (merged) this.#events[last] = merged;
    else this.#events.push(event);
    this.#wake?.();
  }

  /** No event comes after those already there. */
  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  /** The events in order, until closed. */
  async *read(): AsyncGenerator<Event, void, void> {
    for (;;) {
      const events = this.#events;
      this.#events = [];
      yield* events;
      if (this.#events.length > 0) continue;
      if (this.#closed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
