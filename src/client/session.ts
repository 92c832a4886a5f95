/** One conversation in a letscode. */
import type { Clock } from "../clock.ts";
import { rpcError } from "../jsonrpc/errors.ts";
import type { ImageInput, ThinkingLevel } from "../wire/commands.ts";
import type { CompactionReport, QueueLengths } from "../wire/control.ts";
import type { Message } from "../wire/messages.ts";
import type { ClientRequests } from "../wire/methods.ts";
import type { Call } from "./call.ts";
import type { NumberedClientEvent } from "./client-event.ts";
import { OpenRun, type Run } from "./run.ts";
import type { RunResult } from "./run-outcome.ts";
import { imagesOf, type SendOptions } from "./send-options.ts";
import type { SessionEvents } from "./session-events.ts";
import { wholeTranscript } from "./whole-transcript.ts";

/** What a session needs of its client. */
export interface SessionParts {
  id: string;
  /** `PROVIDER/ID`. */
  model: string;
  /** Every tool the model has. */
  tools: readonly string[];
  events: SessionEvents;
  call: Call;
  clock: Clock;
  abortTimeoutMs: number;
  /** The program goes on while this is waited for. */
  hold<T>(promise: Promise<T>): Promise<T>;
  /** Nobody hears of it any more. */
  forget(): void;
}

const ACTIVITY_TIMEOUT_MS = 600_000;

/** One conversation. Every method that talks to letscode rejects with its error. */
export class Session {
  readonly #parts: SessionParts;
  /** Names it for `resumeSession`. */
  readonly id: string;
  /** The model it began with, `PROVIDER/ID`. */
  readonly model: string;
  /** Every tool the model has. */
  readonly tools: readonly string[];

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.id = parts.id;
    this.model = parts.model;
    this.tools = parts.tools;
  }

  /** Begins a run with this prompt. While one goes on the new one fails as busy: use `steer` or `followUp`. */
  send(text: string, options: SendOptions = {}): Run {
    return this.#begin(text, options);
  }

  /** Runs a prompt and resolves when the run has ended. */
  sendAndWait(text: string, options: SendOptions = {}): Promise<RunResult> {
    return this.#begin(text, { activityTimeoutMs: ACTIVITY_TIMEOUT_MS, ...options }, 0).result;
  }

  /** Speaks to the running turn: delivered before the next model call. */
  async steer(text: string, images?: readonly ImageInput[]): Promise<void> {
    await this.#call("session.steer", { text, ...imagesOf(images) });
  }

  /** Waits until the run would end, then goes on with this. */
  async followUp(text: string, images?: readonly ImageInput[]): Promise<void> {
    await this.#call("session.follow_up", { text, ...imagesOf(images) });
  }

  /** Stops whatever runs, whoever began it; resolves when letscode has heard it, with what waits in its queues. */
  async abort({ clearQueue }: { clearQueue?: boolean } = {}): Promise<QueueLengths> {
    const { abortTimeoutMs: timeoutMs } = this.#parts;
    const params = clearQueue === undefined ? {} : { clear_queue: clearQueue };
    return (await this.#call("session.abort", params, timeoutMs)).queued;
  }

  /** Forgets the conversation; only when nothing runs. Resolves with the id under which the new one is kept, null when it is not. */
  async reset(): Promise<string | null> {
    return (await this.#call("session.reset", {})).saved_as;
  }

  /** Summarises the older part of the conversation for the model; null when there was nothing to summarise. */
  async compact(instructions?: string): Promise<CompactionReport | null> {
    const params = instructions === undefined ? {} : { instructions };
    return (await this.#call("session.compact", params)).compaction;
  }

  /** Changes the model, from the next model call on. */
  async setModel(model: string): Promise<void> {
    await this.#call("session.set_model", { model });
  }

  /** Changes how much the model thinks, from the next model call on. */
  async setThinking(level: ThinkingLevel): Promise<void> {
    await this.#call("session.set_thinking", { level });
  }

  /** The transcript, oldest first; with `after`, what comes behind that message. */
  messages({ after }: { after?: string } = {}): Promise<Message[]> {
    return wholeTranscript(after, (from) => this.#call("session.messages", from));
  }

  /**
   * Every event of the session, of runs that others began too, from now on; with `after`, those behind the event of that number
   * first. Ends when the signal aborts and when the session is closed here; throws when letscode is gone.
   */
  watch({
    after,
    signal,
  }: {
    after?: number;
    signal?: AbortSignal;
  } = {}): AsyncIterable<NumberedClientEvent> {
    const { events, hold } = this.#parts;
    const source = events.watch(after, events.seq, signal);
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => hold(source.next()),
        return: () => source.return(),
      }),
    };
  }

  /** Ends the session in letscode, as an abort does a run. It stays on disk and can be resumed. */
  async close(): Promise<void> {
    try {
      await this.#call("session.close", {});
    } finally {
      this.#parts.forget();
      this.#parts.events.close();
    }
  }

  #begin(text: string, { images, signal, activityTimeoutMs }: SendOptions, maxChars?: number): OpenRun {
    const { events, clock, abortTimeoutMs } = this.#parts;
    const stop = () => this.abort();
    const feed = events.feed(events.seq, maxChars);
    const run = new OpenRun({ feed, clock, signal, activityTimeoutMs, abortTimeoutMs, stop });
    if (signal?.aborted) run.fail(signal.reason);
    else if (events.run)
      run.fail(rpcError("busy", "a run goes on in this session: steer it, or send a follow-up"));
    else void this.#run(run, { text, ...imagesOf(images) });
    return run;
  }

  async #run(run: OpenRun, params: { text: string; images?: ImageInput[] }): Promise<void> {
    const { events } = this.#parts;
    events.begin(run);
    try {
      const answer = await this.#call("session.send", params);
      if (run.missed && answer.message_id !== null)
        run.restore(await this.messages({ after: answer.message_id }));
      events.end(run);
      run.end(events.seq, {
        messageId: answer.message_id,
        lastMessageId: answer.last_message_id,
        stopReason: answer.stop_reason,
        error: answer.error,
        ...(answer.output === undefined ? {} : { output: answer.output }),
      });
    } catch (thrown) {
      events.end(run);
      run.fail(thrown);
    }
  }

  #call<M extends SessionMethod>(
    method: M,
    params: Omit<ClientRequests[M]["params"], "session_id">,
    timeoutMs?: number,
  ): Promise<ClientRequests[M]["result"]> {
    const whole = { session_id: this.id, ...params } as ClientRequests[M]["params"];
    return this.#parts.call(method, whole, timeoutMs === undefined ? {} : { timeoutMs });
  }
}

/** The methods that take a session. */
type SessionMethod = {
  [M in keyof ClientRequests]: ClientRequests[M]["params"] extends { session_id: string } ? M : never;
}[keyof ClientRequests];
