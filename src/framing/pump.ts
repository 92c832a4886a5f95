/**
 * The one way out for every pipe: queues that keep order, count what they hold, write each record in the turn of
 * the event loop that produced it, and stay small while the reader is slow.
 */
import { Buffer } from "node:buffer";
import { type Encoded, Lane, type Merging } from "./lane.ts";
import { Waiters } from "./waiters.ts";

/** Where the bytes go: a Node stream, or anything that takes bytes and says when they are gone. */
export interface PumpTarget {
  write(bytes: Uint8Array, done: (error?: Error | null) => void): unknown;
}

/** What a pump needs to know of its records. */
export interface PumpOptions<R> {
  /** The record as text, or a long one as bytes, which are written as they are. Called once for each record that leaves. */
  encode(record: R): Encoded;
  merging?: Merging<R> | undefined;
  /** The most handed to the pipe at once, in bytes. Absent: 16 KiB, so that a slow reader's progress shows. */
  sliceBytes?: number;
  /** Bytes were taken by the pipe. */
  onTaken?(): void;
  /** The pipe is gone. Called once; everything after is dropped. */
  onClosed?(error: Error): void;
}

const SLICE_BYTES = 16 * 1024;
/** How many encoded characters are joined into one buffer. */
const BATCH_CHARS = 256 * 1024;
/** How many characters a lane may take in its turn, its last record whole. */
const TURN_CHARS = 4 * 1024;

/**
 * A bounded outbound queue over one pipe. Records of one lane keep their order; lanes that have something to say are
 * served in turn, so that what waits in one never holds back another. Whoever names no lane uses the same one.
 */
export class Pump<R> {
  readonly #target: PumpTarget;
  readonly #options: PumpOptions<R>;
  /** The lanes in which something waits, by name and in the order of their turns. */
  #lanes = new Map<string, Lane<R>>();
  #turns: Lane<R>[] = [];
  #size = 0;
  #writing = false;
  #scheduled = false;
  #closed = false;
  readonly #waiters = new Waiters();

  constructor(target: PumpTarget, options: PumpOptions<R>) {
    this.#target = target;
    this.#options = options;
  }

  /** Characters waiting, or bytes of what waits as bytes, those in flight included. */
  get size(): number {
    return this.#size;
  }

  /** The pipe is gone. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Puts a record at the end of its lane. Never fails, never waits. */
  send(record: R, lane = ""): void {
    if (this.#closed) return;
    const size = this.#writing ? this.#options.merging?.size(record) : undefined;
    if (size !== undefined) {
      const queue = this.#lane(lane);
      const before = queue.size;
      queue.addMergeable(record, size, this.#options.merging as Merging<R>);
      this.#size += queue.size - before;
      return;
    }
    const encoded = this.#options.encode(record);
    this.#lane(lane).add(encoded);
    this.#size += encoded.length;
    this.#schedule();
  }

  /**
   * Undefined when at most `mark` characters wait, those in flight included; otherwise resolves as soon as that is so, or the
   * pipe is gone. With `lane`: what waits in that lane, and what is in flight no longer counts.
   */
  room(mark: number, lane?: string): Promise<void> | undefined {
    if (lane !== undefined) return this.#lanes.get(lane)?.room(mark);
    if (this.#closed || this.#size <= mark) return undefined;
    return this.#waiters.until(() => this.#size <= mark);
  }

  /** Undefined when nothing waits in the lane; otherwise resolves when all that waits there now is on its way. */
  passed(lane: string): Promise<void> | undefined {
    return this.#lanes.get(lane)?.passed();
  }

  /** Resolves when everything sent so far and since is with the pipe, or the pipe is gone. */
  flush(): Promise<void> {
    return this.room(0) ?? Promise.resolve();
  }

  #lane(name: string): Lane<R> {
    const known = this.#lanes.get(name);
    if (known) return known;
    const lane = new Lane<R>(name);
    this.#lanes.set(name, lane);
    this.#turns.push(lane);
    return lane;
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
    let long: Uint8Array | undefined;
    while (text.length < BATCH_CHARS && !long) {
      const lane = this.#turns.shift();
      if (!lane) break;
      const end = Math.min(text.length + TURN_CHARS, BATCH_CHARS);
      while (text.length < end && !lane.empty && !long) {
        const encoded = this.#take(lane);
        if (typeof encoded === "string") text += encoded;
        else long = encoded;
      }
      if (lane.empty) this.#lanes.delete(lane.name);
      else this.#turns.push(lane);
      lane.wake();
    }
    if (this.#closed || (text === "" && !long)) return;
    this.#writing = true;
    if (text !== "") this.#writeSlice(Buffer.from(text, "utf8"), 0, text.length, long);
    else if (long) this.#writeSlice(long, 0, long.length);
  }

  #take(lane: Lane<R>): Encoded {
    const before = lane.size;
    const encoded = lane.take((record) => this.#options.encode(record));
    this.#size += encoded.length - (before - lane.size);
    return encoded;
  }

  #writeSlice(bytes: Uint8Array, from: number, chars: number, next?: Uint8Array): void {
    const slice = bytes.subarray(from, from + (this.#options.sliceBytes ?? SLICE_BYTES));
    const last = from + slice.length >= bytes.length;
    const share = last ? chars : Math.floor((chars * slice.length) / (bytes.length - from));
    this.#target.write(slice, (error) => {
      if (this.#closed) return;
      if (error) return this.#fail(error);
      this.#size -= share;
      this.#options.onTaken?.();
      this.#waiters.wake();
      if (!last) return this.#writeSlice(bytes, from + slice.length, chars - share, next);
      if (next) return this.#writeSlice(next, 0, next.length);
      this.#writing = false;
      this.#writeBatch();
    });
  }

  #fail(error: Error): void {
    this.close();
    this.#options.onClosed?.(error);
  }

  /** Drops what waits and everything after; whoever waits for room goes on. */
  close(): void {
    this.#closed = true;
    this.#size = 0;
    for (const lane of this.#turns) lane.wake(true);
    this.#lanes = new Map();
    this.#turns = [];
    this.#waiters.wake(true);
  }
}
