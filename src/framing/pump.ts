/**
 * The one way out for every pipe: a queue that keeps order, counts what it holds, writes each record in the turn of
 * the event loop that produced it, and stays small while the reader is slow.
 */
import { Buffer } from "node:buffer";

/** Where the bytes go: a Node stream, or anything that takes bytes and says when they are gone. */
export interface PumpTarget {
  write(bytes: Uint8Array, done: (error?: Error | null) => void): unknown;
}

/** How records shrink while the reader is behind; a fast reader gets every record as it was. */
export interface Merging<R> {
  /** About how many characters the record takes, or undefined when it must stay as it is. */
  size(record: R): number | undefined;
  /** One record in place of two, or undefined when both must stay. */
  merge(earlier: R, later: R): R | undefined;
}

/** What a pump needs to know of its records. */
export interface PumpOptions<R> {
  /** The record as text. Called once for each record that leaves. */
  encode(record: R): string;
  merging?: Merging<R>;
  /** Bytes were taken by the pipe. */
  onTaken?(): void;
  /** The pipe is gone. Called once; everything after is dropped. */
  onClosed?(error: Error): void;
}

/** What waits: text, or a record that may still be merged and is encoded when it leaves. */
type Entry<R> = { text: string; size: number } | { text: null; record: R; size: number };

/** Stands where an entry was. */
const TAKEN = { text: "", size: 0 } as const;
/** The most handed to the pipe at once: small, so that a slow reader's progress shows. */
const SLICE_BYTES = 16 * 1024;
/** How many encoded characters are joined into one buffer. */
const BATCH_CHARS = 256 * 1024;
/** How far back a record may merge, past others that may merge too: usage between deltas, tools side by side. */
const LOOK_BACK = 4;

/** A bounded, ordered outbound queue over one pipe. */
export class Pump<R> {
  readonly #target: PumpTarget;
  readonly #options: PumpOptions<R>;
  #queue: Entry<R>[] = [];
  #head = 0;
  #size = 0;
  #writing = false;
  #scheduled = false;
  #closed = false;
  #waiting: { mark: number; resolve: () => void }[] = [];

  constructor(target: PumpTarget, options: PumpOptions<R>) {
    this.#target = target;
    this.#options = options;
  }

  /** Characters waiting, those in flight included. */
  get size(): number {
    return this.#size;
  }

  /** The pipe is gone. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Puts a record at the end of the queue. Never fails, never waits. */
  send(record: R): void {
    if (this.#closed) return;
    const size = this.#writing ? this.#options.merging?.size(record) : undefined;
    if (size !== undefined) {
      if (this.#mergeIntoTail(record, size)) return;
      this.#queue.push({ text: null, record, size });
      this.#size += size;
      return;
    }
    const text = this.#options.encode(record);
    this.#queue.push({ text, size: text.length });
    this.#size += text.length;
    this.#schedule();
  }

  /** Undefined when at most `mark` characters wait; otherwise resolves as soon as that is so, or the pipe is gone. */
  room(mark: number): Promise<void> | undefined {
    if (this.#closed || this.#size <= mark) return undefined;
    return new Promise((resolve) => this.#waiting.push({ mark, resolve }));
  }

  /** Resolves when everything sent so far and since is with the pipe, or the pipe is gone. */
  flush(): Promise<void> {
    return this.room(0) ?? Promise.resolve();
  }

  #mergeIntoTail(record: R, size: number): boolean {
    const oldest = Math.max(this.#head, this.#queue.length - LOOK_BACK);
    for (let at = this.#queue.length - 1; at >= oldest; at--) {
      const entry = this.#queue[at];
      if (!entry || entry.text !== null) return false;
      const merged = this.#options.merging?.merge(entry.record, record);
      if (merged === undefined) continue;
      const mergedSize = this.#options.merging?.size(merged) ?? entry.size + size;
      this.#size += mergedSize - entry.size;
      this.#queue[at] = { text: null, record: merged, size: mergedSize };
      return true;
    }
    return false;
  }

  #schedule(): void {
    if (this.#scheduled || this.#writing) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (!this.#writing) this.#writeBatch();
    });
  }

  #writeBatch(): void {
    let text = "";
    while (this.#head < this.#queue.length && text.length < BATCH_CHARS) {
      const entry = this.#queue[this.#head] as Entry<R>;
      // What was taken must not be kept until the queue is shortened: an entry may be megabytes.
      this.#queue[this.#head++] = TAKEN;
      const encoded = entry.text ?? this.#options.encode(entry.record);
      this.#size += encoded.length - entry.size;
      text += encoded;
    }
    if (this.#head === this.#queue.length || this.#head > 4096) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    if (text === "" || this.#closed) return;
    this.#writing = true;
    this.#writeSlice(Buffer.from(text, "utf8"), 0, text.length);
  }

  #writeSlice(bytes: Buffer, from: number, chars: number): void {
    const slice = bytes.subarray(from, from + SLICE_BYTES);
    const last = from + slice.length >= bytes.length;
    const share = last ? chars : Math.floor((chars * slice.length) / (bytes.length - from));
    this.#target.write(slice, (error) => {
      if (this.#closed) return;
      if (error) return this.#fail(error);
      this.#size -= share;
      this.#options.onTaken?.();
      this.#wake();
      if (!last) return this.#writeSlice(bytes, from + slice.length, chars - share);
      this.#writing = false;
      this.#writeBatch();
    });
  }

  #wake(): void {
    if (this.#waiting.length === 0) return;
    const ready = this.#waiting.filter(({ mark }) => this.#size <= mark);
    this.#waiting = this.#waiting.filter(({ mark }) => this.#size > mark);
    for (const { resolve } of ready) resolve();
  }

  #fail(error: Error): void {
    this.close();
    this.#options.onClosed?.(error);
  }

  /** Drops what waits and everything after; whoever waits for room goes on. */
  close(): void {
    this.#closed = true;
    this.#queue = [];
    this.#head = 0;
    this.#size = 0;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { resolve } of waiting) resolve();
  }
}
