/** The events of one session on their way to those who read them: its run, and whoever watches. */
import type { SessionEventParams, SessionEventsResult } from "../wire/methods.ts";
import type { NumberedClientEvent } from "./client-event.ts";
import { Feed } from "./feed.ts";
import type { OpenRun } from "./run.ts";

/** What they need of the session. */
export interface SessionEventsOptions {
  maxChars: number;
  fetch(after: number): Promise<SessionEventsResult>;
}

/** Heeds what letscode says of a session. */
export class SessionEvents {
  readonly #options: SessionEventsOptions;
  readonly #watching = new Set<Feed>();
  /** The number of the newest event. */
  #seq = 0;
  #run: OpenRun | undefined;
  #over: { error: Error | undefined } | undefined;

  constructor(options: SessionEventsOptions) {
    this.#options = options;
  }

  /** The number of the newest event. */
  get seq(): number {
    return this.#seq;
  }

  /** The run that this program began and that goes on. */
  get run(): OpenRun | undefined {
    return this.#run;
  }

  /** A queue for one reader, of what comes after the event of this number. */
  feed(after = this.#seq, maxChars = this.#options.maxChars): Feed {
    return new Feed({ after, maxChars, fetch: this.#options.fetch });
  }

  /** From now on the events belong to this run. */
  begin(run: OpenRun): void {
    this.#run = run;
  }

  /** They belong to it no more. */
  end(run: OpenRun): void {
    if (this.#run === run) this.#run = undefined;
  }

  /** Takes an event that came. */
  receive({ seq, event }: SessionEventParams): void {
    this.#seq = Math.max(this.#seq, seq);
    this.#run?.receive(seq, event);
    for (const feed of this.#watching) feed.push(seq, event);
  }

  /** Events were left out. */
  leaveOut(): void {
    this.#run?.leaveOut();
    for (const feed of this.#watching) feed.leaveOut();
  }

  /** Every event after this number, past and to come, until the signal aborts. `after` absent: from `seq` on, however late the loop begins. */
  async *watch(
    after: number | undefined,
    seq: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<NumberedClientEvent, void, undefined> {
    const feed = this.feed(after ?? seq);
    const stop = () => feed.stop();
    if (after !== undefined || seq < this.#seq) feed.leaveOut();
    if (this.#over) finish(feed, this.#over.error, this.#seq);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    this.#watching.add(feed);
    try {
      yield* feed.read();
    } finally {
      this.#watching.delete(feed);
      signal?.removeEventListener("abort", stop);
    }
  }

  /** Nothing more comes: the session was closed here, or there is an error that says why. */
  close(error?: Error): void {
    this.#over ??= { error };
    for (const feed of this.#watching) finish(feed, error, this.#seq);
  }
}

function finish(feed: Feed, error: Error | undefined, seq: number): void {
  if (error) feed.fail(error);
  else feed.finish(seq);
}
