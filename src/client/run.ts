/** One run, as the program that began it sees it. */
import type { Clock } from "../clock.ts";
import type { Message } from "../wire/messages.ts";
import { AnswerText } from "./answer-text.ts";
import type { ClientEvent } from "./client-event.ts";
import { SilenceError } from "./errors.ts";
import type { Feed } from "./feed.ts";
import { RunOutcome, type RunResult } from "./run-outcome.ts";
import { Silence } from "./silence.ts";

/**
 * A run that was begun: a loop over its events, and what it comes to. Both may be used, or one, or none; whoever is slow, or
 * leaves the loop early, holds up nothing. To stop the run takes `abort`.
 */
export interface Run extends AsyncIterable<ClientEvent> {
  /** Resolves when the run has ended, also when it failed or was aborted; rejects when that cannot be known or nothing was run. */
  readonly result: Promise<RunResult>;
  /**
   * The text of the answers as it comes, an empty line between two of them; none of it is missing, however slow the loop is.
   * Takes the events out of the loop.
   */
  text(): AsyncIterable<string>;
  /** Stops the run; resolves when it has ended, and rejects with a SilenceError when it does not end. */
  abort(): Promise<void>;
}

/** What a run is given. */
export interface RunParts {
  feed: Feed;
  clock: Clock;
  /** Aborts the run. */
  signal: AbortSignal | undefined;
  /** So many milliseconds without an event end it, those not counted in which a tool runs or a retry waits. */
  activityTimeoutMs: number | undefined;
  /** How long it may be silent after an abort before it is given up. */
  abortTimeoutMs: number;
  /** Asks letscode to stop it. */
  stop(): Promise<unknown>;
}

/** A run with what only those who hear letscode may do. */
export class OpenRun implements Run {
  readonly result: Promise<RunResult>;
  readonly #parts: RunParts;
  readonly #outcome = new RunOutcome();
  readonly #silences: Silence[] = [];
  readonly #text = new AnswerText();
  /** What the event that was read last adds to the text. */
  #pieces: string[] = [];
  #settle: { resolve(result: RunResult): void; reject(error: unknown): void } | undefined;
  #begun = false;
  #missed = false;
  #stopping = false;
  /** Why it was stopped, when that makes it a failure. */
  #cause: Error | undefined;
  /** It did not end after its abort. */
  #gaveUp: Error | undefined;
  /** What letscode said of it when it had ended. */
  #said: Partial<RunResult> = {};
  #onAbort = () => void this.abort().catch(() => {});

  constructor(parts: RunParts) {
    this.#parts = parts;
    const { signal, activityTimeoutMs } = parts;
    this.result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // The loop throws the same; a program that uses only that has heard of it.
    this.result.catch(() => {});
    if (activityTimeoutMs !== undefined) this.#endAfter(activityTimeoutMs);
    signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ClientEvent, void, undefined> {
    const bounds = () => {
      const { messageId, lastMessageId } = this.#outcome.result(this.#said);
      return { messageId, lastMessageId: this.#settle ? null : lastMessageId };
    };
    for await (const { event } of this.#parts.feed.read()) {
      this.#pieces = this.#text.take(event, bounds);
      yield event;
    }
  }

  async *text(): AsyncGenerator<string, void, undefined> {
    const events = this[Symbol.asyncIterator]();
    do for (let piece = this.#pieces.shift(); piece !== undefined; piece = this.#pieces.shift()) yield piece;
    while (!(await events.next()).done);
  }

  async abort(): Promise<void> {
    if (!this.#settle) return;
    const over = this.result.then(
      () => {},
      () => {},
    );
    if (!this.#stopping) {
      this.#stopping = true;
      const { abortTimeoutMs, clock, stop } = this.#parts;
      const giveUp = () => {
        const why = `the run did not end: silent for ${abortTimeoutMs} ms since its abort`;
        this.#gaveUp = this.#cause ?? new SilenceError(why);
        this.fail(this.#gaveUp);
      };
      this.#silences.push(new Silence(clock, abortTimeoutMs, giveUp));
      await Promise.race([stop(), over]);
    }
    await over;
    if (this.#gaveUp) throw this.#gaveUp;
  }

  /** An event of it has come. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Events were missed, which may tell of the run's end. */
  get missed(): boolean {
    return this.#missed;
  }

  /** Takes the next event of the session. Those before the run began are not its own. */
  receive(seq: number, event: ClientEvent): void {
    this.#begun ||= event.type === "agent_start";
    if (!this.#begun) return;
    this.#live(event);
    this.#outcome.add(event);
    this.#parts.feed.push(seq, event);
  }

  /** Events are missing here. */
  leaveOut(): void {
    this.#begun = true;
    this.#missed = true;
    this.#parts.feed.leaveOut();
  }

  /** The messages of the run, when events were missed. */
  restore(messages: readonly Message[]): void {
    this.#outcome.restart(messages);
  }

  /** It has ended, with the event of this number. */
  end(lastSeq: number, said: Partial<RunResult>): void {
    if (this.#cause) return this.fail(this.#cause);
    this.#said = said;
    this.#parts.feed.finish(lastSeq);
    this.#close()?.resolve(this.#outcome.result(said));
  }

  /** Nothing more will be heard of it, or nothing was run. */
  fail(error: unknown): void {
    this.#parts.feed.fail(error as Error);
    this.#close()?.reject(error);
  }

  #close() {
    const settle = this.#settle;
    this.#settle = undefined;
    for (const silence of this.#silences) silence.stop();
    this.#parts.signal?.removeEventListener("abort", this.#onAbort);
    return settle;
  }

  #endAfter(ms: number): void {
    const end = () => {
      this.#cause = new SilenceError(`nothing happened for ${ms} ms; the run was aborted`);
      this.#onAbort();
    };
    this.#silences.push(new Silence(this.#parts.clock, ms, end));
  }

  #live(event: ClientEvent): void {
    for (const silence of this.#silences) {
      if (event.type === "tool_execution_start") silence.hold();
      else if (event.type === "tool_execution_end") silence.release();
      else silence.touch(event.type === "retry" ? event.delay_seconds * 1000 : 0);
    }
  }
}
