/** The one who appends to a conversation's file: in order, whole lines, and never in the way of the run. */
import { closeSync, fdatasync, fstatSync, writeSync } from "node:fs";
import { errorText } from "../errors.ts";
import { systemErrorText } from "../system-errors.ts";

/** What a journal needs. */
export interface JournalOptions {
  /** How messages name the file. */
  file: string;
  /** Opens the file for appending and returns its descriptor; asked again after it threw. */
  open(): number;
  /** What goes before the first line. */
  first: string;
  /** A value as a line, its LF included. */
  encode(value: object): string;
  /** Told, in one line, when writing fails and when it works again. */
  report(line: string): void;
  /** Writes to the descriptor and returns how many bytes it took; absent: the system. */
  write?(descriptor: number, bytes: Uint8Array): number;
}

/** How many lines go into one write at most. */
const BATCH = 64;

/**
 * Appends lines. A line is with the system when `add` returns, unless writing fails: then it waits with what comes behind
 * it, and the next line tries again. What a failed write left half is completed, never repeated.
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly #waiting: object[] = [];
  /** The bytes that come next, or the rest of them. */
  #rest: Uint8Array;
  /** How many lines are in `rest`. */
  #begun = 0;
  #descriptor: number | undefined;
  #failing = false;
  #closed = false;
  #syncing = false;
  #hasWritten = false;
  /** How long the file is as far as we know. */
  #size: number | undefined;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#rest = Buffer.from(options.first);
  }

  /** Whether it has written anything whole. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** How many lines are not in the file. */
  get unsaved(): number {
    return this.#begun + this.#waiting.length;
  }

  /** Opens the file now and not with the first line; throws as `open` does. */
  prepare(): void {
    this.#descriptor ??= this.#options.open();
  }

  /** Appends the values in order. Never throws. */
  add(...values: readonly object[]): void {
    if (this.#closed) return;
    this.#waiting.push(...values);
    this.#flush();
  }

  /** Asks the system to bring everything to the disk; waits for nothing. */
  sync(): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined || this.#syncing || this.#closed) return;
    this.#syncing = true;
    fdatasync(descriptor, () => {
      this.#syncing = false;
      if (this.#closed) closeSync(descriptor);
    });
  }

  /** Tries once more what waits, and ends. Twice is once. */
  close(): void {
    if (this.#closed) return;
    if (this.unsaved > 0) this.#flush();
    this.#closed = true;
    if (this.unsaved > 0) this.#options.report(`${this.#options.file}: ${messages(this.unsaved)} not saved`);
    if (this.#descriptor !== undefined && !this.#syncing) closeSync(this.#descriptor);
  }

  #flush(): void {
    const { file, report } = this.#options;
    const waited = this.unsaved;
    try {
      const descriptor = this.#descriptor ?? this.#options.open();
      this.#descriptor = descriptor;
      if (this.#isLost(descriptor)) return;
      for (;;) {
        this.#writeRest(descriptor);
        if (this.#waiting.length === 0) break;
        const batch = this.#waiting.splice(0, BATCH).flatMap((value) => this.#encode(value));
        this.#begun = batch.length;
        this.#rest = Buffer.from(batch.join(""));
      }
      if (this.#failing) report(`${file} can be written again: ${messages(waited)} saved now`);
      this.#failing = false;
    } catch (thrown) {
      if (!this.#failing)
        report(
          `cannot save the conversation in ${file}: ${systemErrorText(thrown)}; it goes on, and each message tries again`,
        );
      this.#failing = true;
    }
  }

  /** Whether somebody took the file away or cut it short: told once, and nothing more is written to what is left. */
  #isLost(descriptor: number): boolean {
    const { nlink, size } = fstatSync(descriptor);
    this.#size ??= size;
    if (nlink > 0 && size >= this.#size) return false;
    const what = nlink === 0 ? "was removed" : "was cut short";
    this.#options.report(
      `${this.#options.file} ${what} while the conversation was open; what is said from now on is not saved`,
    );
    this.#waiting.length = 0;
    this.#rest = new Uint8Array(0);
    this.#begun = 0;
    this.close();
    return true;
  }

  #writeRest(descriptor: number): void {
    const write = this.#options.write ?? writeSync;
    while (this.#rest.length > 0) {
      const taken = write(descriptor, this.#rest);
      this.#rest = this.#rest.subarray(taken);
      if (this.#size !== undefined) this.#size += taken;
    }
    this.#begun = 0;
    this.#hasWritten = true;
  }

  /** What cannot be written as JSON costs nothing but itself. */
  #encode(value: object): string[] {
    try {
      return [this.#options.encode(value)];
    } catch (thrown) {
      this.#options.report(`${this.#options.file}: a message cannot be saved: ${errorText(thrown)}`);
      return [];
    }
  }
}

function messages(count: number): string {
  return count === 1 ? "1 message is" : `${count} messages are`;
}
