/** Whoever listens to a conversation, in order. */
import { errorText } from "../errors.ts";
import type { Event } from "../wire/events.ts";
import type { Sink } from "./agent-options.ts";

/** The subscribers of one agent. One that throws is reported and skipped. */
export class Subscribers {
  #sinks: readonly Sink[] = [];
  readonly #report: (line: string) => void;

  constructor(report: (line: string) => void) {
    this.#report = report;
  }

  /** Adds one behind those there already; the function returned removes it. */
  add(sink: Sink): () => void {
    this.#sinks = [...this.#sinks, sink];
    return () => {
      this.#sinks = this.#sinks.filter((other) => other !== sink);
    };
  }

  /** Resolves when every one has had the event; those that need no time have had it when this returns. */
  async tell(event: Event): Promise<void> {
    for (const sink of this.#sinks) {
      try {
        const pending = sink(event);
        if (pending) await pending;
      } catch (thrown) {
        this.#report(`a subscriber failed on ${event.type} and was skipped: ${errorText(thrown)}`);
      }
    }
  }
}
