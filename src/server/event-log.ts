/** The last events of a session, for those who missed some. */
import { mergeableSize } from "../agent/merge-events.ts";
import { textSize } from "../framing/text-size.ts";
import type { Event } from "../wire/events.ts";
import type { NumberedEvent } from "../wire/methods.ts";

/** So many dropped entries are cleared away at once. */
const CLEAR_AFTER = 1024;
/** What an entry takes beside its texts. */
const ENTRY_BYTES = 200;

/** Holds the newest events up to a bound, numbered without a gap. */
export class EventLog {
  readonly #maxBytes: () => number;
  #entries: { numbered: NumberedEvent; size: number }[] = [];
  #head = 0;
  #size = 0;
  #seq: number;

  /**
   * `maxBytes` is asked anew each time, about how much memory the events may take. The newest event is always held. `seq` is
   * the number behind which this log goes on, of events that it does not hold.
   */
  constructor(maxBytes: () => number, seq = 0) {
    this.#maxBytes = maxBytes;
    this.#seq = seq;
  }

  /** The number of the newest event; 0 before the first of all. */
  get seq(): number {
    return this.#seq;
  }

  /** Numbers an event and holds it. */
  add(event: Event): number {
    const seq = ++this.#seq;
    const size = ENTRY_BYTES + (mergeableSize(event) ?? textSize(event));
    this.#entries.push({ numbered: { seq, event }, size });
    this.#size += size;
    this.trim();
    return seq;
  }

  /** Every event behind a number; undefined when some of them are no longer held. */
  after(seq: number): NumberedEvent[] | undefined {
    const held = this.#entries.length - this.#head;
    const missing = this.#seq - seq;
    if (missing <= 0) return [];
    if (missing > held) return undefined;
    return this.#entries.slice(this.#entries.length - missing).map(({ numbered }) => numbered);
  }

  /** Drops what is over the bound. */
  trim(): void {
    const max = this.#maxBytes();
    while (this.#size > max && this.#head < this.#entries.length - 1) {
      this.#size -= this.#entries[this.#head]?.size ?? 0;
      this.#entries[this.#head++] = DROPPED;
    }
    if (this.#head <= CLEAR_AFTER) return;
    this.#entries = this.#entries.slice(this.#head);
    this.#head = 0;
  }
}

/** Stands where an entry was, which must not be kept. */
const DROPPED = { numbered: { seq: 0, event: { type: "turn_start", turn: 0 } }, size: 0 } as const;
