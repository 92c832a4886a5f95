/**
 * Events on their way to one reader, who may be slow or never come. Nothing waits for the reader, since what they wait for may
 * come through the same pipe; instead a feed holds a bounded amount, leaves out what comes after, and when the reader is there
 * again gets from letscode what was left out.
 */
import { textSize } from "../framing/text-size.ts";
import type { SessionEventsResult } from "../wire/methods.ts";
import type { ClientEvent, NumberedClientEvent } from "./client-event.ts";

/** What a feed needs. */
export interface FeedOptions {
  /** About how many characters of events may wait. One event may be longer. */
  maxChars: number;
  /** The number of the last event that does not belong to the feed. */
  after: number;
  /** Gets the events behind a number. */
  fetch(after: number): Promise<SessionEventsResult>;
}

/** A bounded queue of events with a single reader. */
export class Feed {
  readonly #options: FeedOptions;
  #waiting: { numbered: NumberedClientEvent; chars: number }[] = [];
  #head = 0;
  #chars = 0;
  /** The number of the last event that was put in. */
  #last: number;
  /** The highest number that was seen. */
  #newest = 0;
  /** What comes is left out, until what was left out is fetched. */
  #behind = false;
  /** The number of the last event there is. */
  #end: number | undefined;
  #error: Error | undefined;
  #wake: (() => void)[] = [];

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#last = options.after;
  }

  /** Puts in an event that came. */
  push(seq: number, event: ClientEvent): void {
    this.#newest = Math.max(this.#newest, seq);
    if (this.#behind || seq <= this.#last) return;
    const chars = charsOf(event);
    if (this.#chars > 0 && this.#chars + chars > this.#options.maxChars) this.#behind = true;
    else this.#put(seq, event, chars);
  }

  /** Events are missing here: they are fetched before what comes after. */
  leaveOut(): void {
    this.#behind = true;
    this.#wakeAll();
  }

  /** Nothing comes after the event of this number. */
  finish(end: number): void {
    this.#end = end;
    this.#newest = Math.min(this.#newest, end);
    this.#wakeAll();
  }

  /** The reader wants no more. */
  stop(): void {
    this.#waiting = [];
    this.#head = 0;
    this.finish(0);
  }

  /** Nothing more comes, for this reason. What is there can be read. */
  fail(error: Error): void {
    this.#error ??= error;
    this.#wakeAll();
  }

  /** The events, once each. A reader who leaves may come again and goes on with the next. */
  async *read(): AsyncGenerator<NumberedClientEvent, void, undefined> {
    for (;;) {
      const next = this.#waiting[this.#head];
      if (next) {
        this.#take(next.chars);
        yield next.numbered;
      } else if (this.#end !== undefined && this.#last >= this.#end) return;
      else if (this.#error) throw this.#error;
      else if (this.#behind) await this.#catchUp();
      else if (this.#end !== undefined) return;
      else await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  async #catchUp(): Promise<void> {
    const before = this.#last;
    const result = await this.#options.fetch(before);
    if ("gap" in result)
      this.#put(result.seq, { type: "gap", messages: result.messages, running: result.running }, 0);
    else
      for (const { seq, event } of result.events)
        if (seq > this.#last && seq <= (this.#end ?? seq)) this.#put(seq, event, charsOf(event));
    this.#behind = this.#last > before && this.#last < this.#newest;
  }

  #put(seq: number, event: ClientEvent, chars: number): void {
    this.#last = Math.max(this.#last, seq);
    this.#chars += chars;
    this.#waiting.push({ numbered: { seq, event }, chars });
    this.#wakeAll();
  }

  #take(chars: number): void {
    this.#chars = Math.max(0, this.#chars - chars);
    this.#waiting[this.#head++] = TAKEN;
    if (this.#head < this.#waiting.length && this.#head < CLEAR_AFTER) return;
    this.#waiting = this.#waiting.slice(this.#head);
    this.#head = 0;
  }

  #wakeAll(): void {
    for (const resolve of this.#wake.splice(0)) resolve();
  }
}

/** Stands where an event was: what was taken must not be kept. */
const TAKEN = {
  numbered: { seq: 0, event: { type: "gap" as const, messages: [], running: false } },
  chars: 0,
};
/** So many taken places are cleared away at once. */
const CLEAR_AFTER = 1024;
/** What an event costs beside its texts. */
const BASE_CHARS = 200;

/** About how much memory an event takes, in characters. */
function charsOf(event: ClientEvent): number {
  return BASE_CHARS + textSize(event);
}
