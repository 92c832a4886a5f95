/** Events as they come, to be read by their numbers. */
import { EventEmitter, once } from "node:events";
import type { Json } from "../../src/wire/messages.ts";

const PATIENCE_MS = 15_000;

/** A list that grows until its end. */
export class EventList {
  readonly #events: Json[] = [];
  readonly #general: (text: string) => string;
  readonly #changes = new EventEmitter();
  #ended = false;

  /** `general` puts placeholders for what is particular to this machine. */
  constructor(general: (text: string) => string) {
    this.#general = general;
  }

  add(event: Json): void {
    this.#events.push(JSON.parse(this.#general(JSON.stringify(event))));
    this.#changes.emit("change");
  }

  /** Nothing more will come. */
  end(): void {
    this.#ended = true;
    this.#changes.emit("change");
  }

  /** The event with this number, from 0; undefined when there is none. Rejects when it does not come. */
  async message(number: number): Promise<Json | undefined> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    while (this.#events.length <= number && !this.#ended)
      await once(this.#changes, "change", { signal }).catch(() => {
        throw new Error(`nothing more came behind ${JSON.stringify(this.#events.at(-1))}`);
      });
    return this.#events[number];
  }
}
