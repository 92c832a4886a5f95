/** One ordered queue of what waits for a pipe. */
import { Waiters } from "./waiters.ts";

/** How records shrink while the reader is behind; a fast reader gets every record as it was. */
export interface Merging<R> {
  /** About how many characters the record takes, or undefined when it must stay as it is. */
  size(record: R): number | undefined;
  /** One record in place of two, or undefined when both must stay. */
  merge(earlier: R, later: R): R | undefined;
}

/** A record on its way: text, or the bytes of a long one. */
export type Encoded = string | Uint8Array;

/** What waits: an encoded record, or one that may still be merged and is encoded when it leaves. */
type Entry<R> = { encoded: Encoded; size: number } | { encoded: null; record: R; size: number };

/** Stands where an entry was: what was taken must not be kept, an entry may be megabytes. */
const TAKEN = { encoded: "", size: 0 } as const;
/** How far back a record may merge, past others that may merge too: usage between deltas, tools side by side. */
const LOOK_BACK = 4;
/** So many taken entries are cleared away at once. */
const CLEAR_AFTER = 4096;

/** A queue that keeps order, counts what it holds, and merges what may be merged. */
export class Lane<R> {
  readonly name: string;
  #entries: Entry<R>[] = [];
  #head = 0;
  #size = 0;
  #added = 0;
  #taken = 0;
  readonly #waiters = new Waiters();

  constructor(name: string) {
    this.name = name;
  }

  /** Characters waiting, or bytes of what waits as bytes. */
  get size(): number {
    return this.#size;
  }

  /** Nothing waits. */
  get empty(): boolean {
    return this.#head === this.#entries.length;
  }

  /** Puts an encoded record at the end. */
  add(encoded: Encoded): void {
    this.#entries.push({ encoded, size: encoded.length });
    this.#size += encoded.length;
    this.#added++;
  }

  /** Puts a record at the end, or into one that waits there. */
  addMergeable(record: R, size: number, merging: Merging<R>): void {
    if (this.#mergeIntoTail(record, size, merging)) return;
    this.#entries.push({ encoded: null, record, size });
    this.#size += size;
    this.#added++;
  }

  /** Takes the oldest record out, encoded. */
  take(encode: (record: R) => Encoded): Encoded {
    const entry = this.#entries[this.#head] as Entry<R>;
    this.#entries[this.#head++] = TAKEN;
    this.#size -= entry.size;
    this.#taken++;
    if (this.empty || this.#head > CLEAR_AFTER) {
      this.#entries = this.empty ? [] : this.#entries.slice(this.#head);
      this.#head = 0;
    }
    return entry.encoded ?? encode(entry.record);
  }

  /** Undefined when at most `mark` characters wait; otherwise resolves as soon as that is so. */
  room(mark: number): Promise<void> | undefined {
    return this.#size <= mark ? undefined : this.#waiters.until(() => this.#size <= mark);
  }

  /** Resolves when all that is in the lane now has been taken. */
  passed(): Promise<void> {
    const target = this.#added;
    return this.#waiters.until(() => this.#taken >= target);
  }

  /** Lets those go on who wait for what is so now; `all`: whoever waits. */
  wake(all = false): void {
    this.#waiters.wake(all);
  }

  #mergeIntoTail(record: R, size: number, merging: Merging<R>): boolean {
    const oldest = Math.max(this.#head, this.#entries.length - LOOK_BACK);
    for (let at = this.#entries.length - 1; at >= oldest; at--) {
      const entry = this.#entries[at];
      if (!entry || entry.encoded !== null) return false;
      const merged = merging.merge(entry.record, record);
      if (merged === undefined) continue;
      const mergedSize = merging.size(merged) ?? entry.size + size;
      this.#size += mergedSize - entry.size;
      this.#entries[at] = { encoded: null, record: merged, size: mergedSize };
      return true;
    }
    return false;
  }
}
