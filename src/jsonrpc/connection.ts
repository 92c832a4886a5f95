/** JSON-RPC 2.0 over a pair of byte streams. It has no sides: both ends of a connection are this. */
import { errorText } from "../errors.ts";
import { type FrameFault, FrameReader, type FrameRecord } from "../framing/content-length.ts";
import { jsonText } from "../framing/ndjson.ts";
import type { Json } from "../wire/messages.ts";
import { Batch } from "./batch.ts";
import { type CallOptions, type ConnectionOptions, MAX_FRAME_BYTES } from "./connection-options.ts";
import { CallTimeoutError, ConnectionError, type EndReason, errorObject } from "./errors.ts";
import { Inbox } from "./inbox.ts";
import {
  type Answer,
  IncomingCalls,
  type NotificationHandler,
  type RequestHandler,
} from "./incoming-calls.ts";
import {
  type Incoming,
  type MessageId,
  paramsObject,
  parseBody,
  quoted,
  type ResponseMessage,
} from "./messages.ts";
import { Outbox } from "./outbox.ts";
import { OutgoingCalls } from "./outgoing-calls.ts";

const CANCEL = "$/cancelRequest";
const MAX_DEPTH = 500;

/** A message, the batch it came in, or what is to be done when all before it are heeded. */
type Item = { message: Incoming; batch: Batch | undefined } | { message: null; run: () => void };

/** One connection. It reads from `start` on; handlers may be set before and after. */
export class Connection {
  /** Resolves when nothing more will be heeded, with the reason. Answers may still leave, unless the reason is "closed" or "lost". */
  readonly ended: Promise<ConnectionError>;
  readonly #options: ConnectionOptions;
  readonly #frames: FrameReader;
  readonly #inbox: Inbox<Item>;
  readonly #outbox: Outbox;
  readonly #incoming: IncomingCalls;
  readonly #outgoing = new OutgoingCalls();
  /** Resolves, once no call can be answered any more, with what calls reject with. */
  readonly #explained: Promise<Error>;
  #over = false;
  #end: (end: ConnectionError) => void = () => {};
  #tellWhy: (error: Error) => void = () => {};

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { output, admit, merging, maxFrameBytes = MAX_FRAME_BYTES } = options;
    const report = (line: string) => options.report?.(line);
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#explained = new Promise((resolve) => {
      this.#tellWhy = resolve;
    });
    this.#frames = new FrameReader({ maxBytes: maxFrameBytes });
    this.#inbox = new Inbox({
      handle: (item) => this.#handle(item),
      isAnswer: ({ message }) => message?.kind === "response",
      room: () => this.#room(),
    });
    this.#outbox = new Outbox(output, {
      maxFrameBytes,
      stringify: options.stringify ?? jsonText,
      merging,
      report,
      onTaken: () => options.onTaken?.(),
      onClosed: (error) => this.#cutOff("lost", `the connection is lost: ${errorText(error)}`),
    });
    this.#incoming = new IncomingCalls({ admit, report });
  }

  /** Answers the requests of a method from now on. */
  onRequest(method: string, handler: RequestHandler): void {
    this.#incoming.onRequest(method, handler);
  }

  /** Heeds the notifications of a method from now on. */
  onNotification(method: string, handler: NotificationHandler): void {
    this.#incoming.onNotification(method, handler);
  }

  /** Begins to read. */
  start(): void {
    const { input } = this.#options;
    const atEnd = (run: () => void) => {
      this.#inbox.add({ message: null, run });
      this.#inbox.run();
    };
    input.on("data", (chunk) => {
      if (this.#outbox.closed) return;
      for (const record of this.#frames.push(chunk)) this.#receive(record);
      this.#inbox.run();
    });
    input.on("end", () => {
      for (const record of this.#frames.end()) this.#receive(record);
      atEnd(() => this.#finish("end", "the other side closed the connection"));
    });
    input.on("error", (error) =>
      atEnd(() => this.#finish("lost", `the connection is lost: ${errorText(error)}`)),
    );
    input.on("close", () => atEnd(() => this.#finish("lost", "the connection was closed")));
  }

  /**
   * Calls the other side. Rejects with a JsonRpcError when that is the answer, with what `explainEnd` says when there will be
   * none, and with a LetscodeError when the request cannot be written.
   */
  request(method: string, params?: object, options: CallOptions = {}): Promise<Json> {
    return new Promise((resolve, reject) => {
      const { signal, timeoutMs, lane = "" } = options;
      if (this.#over) return void this.#explained.then(reject);
      if (signal?.aborted) return reject(signal.reason);
      const id = this.#outgoing.open(resolve, reject);
      try {
        this.#outbox.request(
          params ? { jsonrpc: "2.0", id, method, params } : { jsonrpc: "2.0", id, method },
          lane,
        );
      } catch (thrown) {
        this.#outgoing.abandon(id, thrown);
        return;
      }
      if (signal || timeoutMs !== undefined) this.#watch(id, method, options);
    });
  }

  /** Tells the other side something. Never waits; `room` says when to wait. */
  notify(method: string, params?: object, { lane = "" }: Pick<CallOptions, "lane"> = {}): void {
    this.#outbox.notification(params ? { jsonrpc: "2.0", method, params } : { jsonrpc: "2.0", method }, lane);
  }

  /** Undefined when at most `mark` characters wait to leave, in one lane or in all; otherwise resolves when that is so, or the connection is gone. */
  room(mark: number, lane?: string): Promise<void> | undefined {
    return this.#outbox.room(mark, lane);
  }

  /** Resolves when everything sent so far is with the pipe, or the pipe is gone. */
  flush(): Promise<void> {
    return this.#outbox.flush();
  }

  /** Resolves when every request that came, or came before this one, is answered and everything is with the pipe, or the pipe is gone. */
  async drain(before?: MessageId): Promise<void> {
    const idle = () => (this.#outbox.closed ? undefined : this.#incoming.idle(before));
    for (let waits = idle(); waits; waits = idle()) await waits;
    await this.#outbox.flush();
  }

  /** Ends everything at once: calls reject, handlers are aborted, what waits to leave is dropped. The streams are the owner's to end. */
  close(message = "the connection was closed"): void {
    this.#cutOff("closed", message);
  }

  #receive(record: FrameRecord): void {
    if (record.type === "broken") {
      const { fault, message } = record;
      return this.#inbox.add({ message: null, run: () => this.#break(fault, message) });
    }
    if (record.type === "invalid_utf8") {
      const error = errorObject("parse_error", "the body is not UTF-8");
      return this.#inbox.add({ message: { kind: "invalid", to: null, error }, batch: undefined });
    }
    const body = parseBody(record.text, this.#options.maxDepth ?? MAX_DEPTH, (id) =>
      this.#outgoing.isAsked(id),
    );
    if (!Array.isArray(body)) return this.#inbox.add({ message: body, batch: undefined });
    const batch = new Batch(body, (answers, lanes) => this.#outbox.batch(answers, lanes));
    for (const message of body) this.#inbox.add({ message, batch });
  }

  #handle(item: Item): void {
    if (this.#outbox.closed) return;
    if (item.message === null) return item.run();
    const { message, batch } = item;
    if (message.kind === "request") {
      const { id, method, params } = message;
      return this.#incoming.start(id, method, params, (answer, lane) =>
        this.#answer(id, answer, lane, batch),
      );
    }
    if (message.kind === "response") {
      if (!this.#outgoing.settle(message.id, message.outcome)) this.#options.report?.(strayText(message));
    } else if (message.kind === "invalid") {
      if (message.to === undefined) this.#options.report?.(`dropped: ${message.error.message}`);
      else this.#answer(message.to, message, "", batch);
    } else if (message.method === CANCEL) this.#incoming.cancel(paramsObject(message.params)?.id);
    else this.#incoming.notify(message.method, message.params);
  }

  #answer(id: MessageId | null, answer: Answer, lane: string, batch?: Batch): void {
    const response: ResponseMessage =
      "error" in answer
        ? { jsonrpc: "2.0", id, error: answer.error }
        : { jsonrpc: "2.0", id, result: answer.result ?? null };
    if (batch) batch.add(response, lane);
    else this.#outbox.response(response, lane);
  }

  #watch(id: number, method: string, { signal, timeoutMs, lane }: CallOptions): void {
    const giveUp = (reason: unknown) => {
      if (this.#outgoing.abandon(id, reason)) this.notify(CANCEL, { id }, { lane });
    };
    const onAbort = () => giveUp(signal?.reason);
    const late = () => giveUp(new CallTimeoutError(`${method}: no answer within ${timeoutMs} ms`));
    const stopTimer = timeoutMs === undefined ? undefined : this.#options.clock.after(timeoutMs, late);
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#outgoing.watch(id, () => {
      stopTimer?.();
      signal?.removeEventListener("abort", onAbort);
    });
  }

  /** While too much that the other side asked for is unread, nothing more is heeded. */
  #room(): Promise<void> | undefined {
    const room = this.#outbox.answerRoom();
    if (!room) return undefined;
    const { input } = this.#options;
    input.pause();
    return room.then(() => void input.resume());
  }

  #break(fault: FrameFault, message: string): void {
    if (fault === "cut") return this.#finish("cut", message);
    this.#answer(null, { error: errorObject("invalid_request", message) }, "");
    this.#finish("broken", message);
  }

  #cutOff(reason: EndReason, message: string): void {
    this.#finish(reason, message);
    this.#incoming.abortAll(new ConnectionError(reason, message));
    this.#outbox.close();
  }

  #finish(reason: EndReason, message: string): void {
    if (this.#over) return;
    const end = new ConnectionError(reason, message);
    this.#over = true;
    this.#end(end);
    void this.#explain(end);
  }

  /** Rejects what waits, in this turn unless the owner needs longer to say why. */
  async #explain(end: ConnectionError): Promise<void> {
    let error: Error = end;
    try {
      const explained = this.#options.explainEnd?.(end) ?? end;
      error = explained instanceof Error ? explained : await explained;
    } catch (thrown) {
      this.#options.report?.(`the end could not be explained: ${errorText(thrown)}`);
    }
    this.#tellWhy(error);
    this.#outgoing.rejectAll(error);
  }
}

function strayText({ id, outcome }: Extract<Incoming, { kind: "response" }>): string {
  const whose =
    typeof id === "string" ? quoted(id) : typeof id === "number" || id === null ? `${id}` : "an odd id";
  const what = "error" in outcome ? `: ${quoted(outcome.error.message)}` : "";
  return `an answer to ${whose}, which was not asked, was dropped${what}`;
}
