/** The way out of a connection: messages as frames, in lanes, never over the limit. */
import { errorText, LetscodeError } from "../errors.ts";
import { encodeFrame } from "../framing/content-length.ts";
import type { Encoded, Merging } from "../framing/lane.ts";
import { fits } from "../framing/ndjson.ts";
import { Pump, type PumpTarget } from "../framing/pump.ts";
import { errorObject } from "./errors.ts";
import {
  type NotificationMessage,
  type Outgoing,
  quoted,
  type RequestMessage,
  type ResponseMessage,
} from "./messages.ts";

/** What an outbox needs. */
export interface OutboxOptions {
  maxFrameBytes: number;
  stringify(message: Outgoing): string;
  merging: Merging<NotificationMessage> | undefined;
  report(line: string): void;
  onTaken(): void;
  /** The pipe is gone. Called once. */
  onClosed(error: Error): void;
}

/** A frame, or a notification that may still be merged. */
type Record = Encoded | NotificationMessage;

/** Notifications are merged up to this part of the largest frame: a character may take six bytes. */
const MERGED_PART = 8;

/**
 * With so many characters waiting, and so many of answers among what was sent meanwhile, no more is asked for. Only answers
 * count: two ends that flood each other with anything else would wait for each other for ever.
 */
const ANSWERS_MARK = 32 * 1024 * 1024;
/** With so few waiting it is asked for again. */
const ROOM_MARK = 1024 * 1024;

/** Writes messages to one pipe. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #pump: Pump<Record>;
  /** Characters of answers since few characters waited. */
  #answered = 0;
  /** Batches that wait for their lanes. */
  readonly #batches = new Set<Promise<void>>();

  constructor(target: PumpTarget, options: OutboxOptions) {
    this.#options = options;
    const { merging, maxFrameBytes } = options;
    this.#pump = new Pump<Record>(target, {
      // A frame is one write.
      sliceBytes: Number.POSITIVE_INFINITY,
      encode: (record) => (isEncoded(record) ? record : this.#encode(record)),
      merging: merging && mergingOf(merging, maxFrameBytes / MERGED_PART),
      onTaken: options.onTaken,
      onClosed: options.onClosed,
    });
  }

  /** The pipe is gone, or `close` was called. */
  get closed(): boolean {
    return this.#pump.closed;
  }

  /** Queues a request. Throws when it cannot be written. */
  request(message: RequestMessage, lane: string): void {
    this.#pump.send(encodeFrame(this.#body(message)), lane);
  }

  /** Queues a notification. One that cannot be written is reported and dropped. */
  notification(message: NotificationMessage, lane: string): void {
    this.#pump.send(message, lane);
  }

  /** Queues an answer; an error in its place when it cannot be written. */
  response(message: ResponseMessage, lane: string): void {
    this.#sendAnswer(this.#answer(message), lane);
  }

  /** Queues the answers of a batch, after all that was sent in their lanes. Those that fit no frame together leave one by one. */
  batch(messages: readonly ResponseMessage[], lanes: ReadonlySet<string>): void {
    const left = this.#batch(messages, lanes).finally(() => this.#batches.delete(left));
    this.#batches.add(left);
  }

  async #batch(messages: readonly ResponseMessage[], lanes: ReadonlySet<string>): Promise<void> {
    await Promise.all([...lanes].map((lane) => this.#pump.passed(lane)));
    const answers = messages.map((message) => this.#answer(message));
    const body = `[${answers.join(",")}]`;
    const bodies = fits(body, this.#options.maxFrameBytes) ? [body] : answers;
    for (const one of bodies) this.#sendAnswer(one, "");
  }

  /** See Pump. */
  room(mark: number, lane?: string): Promise<void> | undefined {
    return this.#pump.room(mark, lane);
  }

  /** Undefined while the other side reads its answers, or there are few; otherwise resolves when that is so. */
  answerRoom(): Promise<void> | undefined {
    const { size } = this.#pump;
    if (size <= ROOM_MARK) this.#answered = 0;
    return size > ANSWERS_MARK && this.#answered > ANSWERS_MARK ? this.#pump.room(ROOM_MARK) : undefined;
  }

  /** Resolves when everything is with the pipe, or the pipe is gone. */
  async flush(): Promise<void> {
    await Promise.all(this.#batches);
    await this.#pump.flush();
  }

  /** Drops what waits; nothing more is written. */
  close(): void {
    this.#pump.close();
  }

  #sendAnswer(body: string, lane: string): void {
    const frame = encodeFrame(body);
    this.#answered += frame.length;
    this.#pump.send(frame, lane);
  }

  #body(message: Outgoing): string {
    const { stringify, maxFrameBytes } = this.#options;
    const body = stringify(message);
    if (fits(body, maxFrameBytes)) return body;
    throw new LetscodeError(`it is longer than ${maxFrameBytes} bytes`);
  }

  #answer(message: ResponseMessage): string {
    try {
      return this.#body(message);
    } catch (thrown) {
      const why = `the answer cannot be written: ${errorText(thrown)}`;
      return this.#body({ jsonrpc: "2.0", id: message.id, error: errorObject("internal_error", why) });
    }
  }

  #encode(message: NotificationMessage): Encoded {
    try {
      return encodeFrame(this.#body(message));
    } catch (thrown) {
      this.#options.report(`notification ${quoted(message.method)} was dropped: ${errorText(thrown)}`);
      return "";
    }
  }
}

function isEncoded(record: Record): record is Encoded {
  return typeof record === "string" || record instanceof Uint8Array;
}

function mergingOf(merging: Merging<NotificationMessage>, most: number): Merging<Record> {
  const size = (record: Record) => (isEncoded(record) ? undefined : merging.size(record));
  return {
    size,
    merge(earlier, later) {
      if (isEncoded(earlier) || isEncoded(later)) return undefined;
      if ((size(earlier) ?? most) + (size(later) ?? most) > most) return undefined;
      return merging.merge(earlier, later);
    },
  };
}
