/** Calls of the other side: which handler they go to, and what is answered. */
import { errorText } from "../errors.ts";
import type { JsonObject } from "../wire/messages.ts";
import { type ErrorObject, errorObject, JsonRpcError, rpcError } from "./errors.ts";
import { type MessageId, paramsObject, quoted } from "./messages.ts";

/** What a handler of requests is told beside the params. */
export interface CallContext {
  readonly id: MessageId;
  /** Aborted when the other side cancels the call, with a JsonRpcError as reason, or when no answer can reach it, with a ConnectionError. */
  readonly signal: AbortSignal;
  /** The lane in which the answer leaves, after all that was sent in it before. A handler may set it at any time before it answers. */
  lane: string;
}

/**
 * Answers a request with what it returns, undefined being null. What is thrown is the error: a JsonRpcError as it is, the
 * signal's reason after a cancellation, anything else as `internal_error` with its message. All that is done before the first
 * `await` is done before the next message is looked at.
 */
export type RequestHandler = (params: JsonObject, context: CallContext) => unknown;

/** Heeds a notification. What is thrown is reported. */
export type NotificationHandler = (params: JsonObject) => unknown;

/** An answer that is ready. */
export type Answer = { result: unknown } | { error: ErrorObject };

/** What the calls need from the connection. */
export interface IncomingOptions {
  /** An error refuses the call before anything of it is looked at. */
  admit?: ((method: string) => JsonRpcError | undefined) | undefined;
  report(line: string): void;
}

/** Handlers by method, and the requests that are being answered. */
export class IncomingCalls {
  readonly #options: IncomingOptions;
  readonly #requests = new Map<string, RequestHandler>();
  readonly #notifications = new Map<string, NotificationHandler>();
  readonly #open = new Map<MessageId, Call>();
  #idle: (() => void)[] = [];

  constructor(options: IncomingOptions) {
    this.#options = options;
  }

  /** The handler of a method's requests from now on. */
  onRequest(method: string, handler: RequestHandler): void {
    this.#requests.set(method, handler);
  }

  /** The handler of a method's notifications from now on. */
  onNotification(method: string, handler: NotificationHandler): void {
    this.#notifications.set(method, handler);
  }

  /** Starts a request; `answer` is called exactly once, perhaps before this returns. */
  start(
    id: MessageId,
    method: string,
    params: unknown,
    answer: (answer: Answer, lane: string) => void,
  ): void {
    const call = new Call(id);
    const refused = this.#refusal(id, method, params);
    if (refused) return answer({ error: refused }, call.lane);
    let result: unknown;
    try {
      result = this.#requests.get(method)?.(paramsObject(params) ?? {}, call);
    } catch (thrown) {
      return answer({ error: failure(thrown, call) }, call.lane);
    }
    if (!isThenable(result)) return answer({ result }, call.lane);
    this.#open.set(id, call);
    const done = (outcome: Answer) => {
      this.#open.delete(id);
      answer(outcome, call.lane);
      this.#wake();
    };
    result.then(
      (value) => done({ result: value }),
      (thrown) => done({ error: failure(thrown, call) }),
    );
  }

  /** Gives a notification to its handler. */
  notify(method: string, params: unknown): void {
    const drop = (why: string) => this.#options.report(`notification ${quoted(method)}: ${why}`);
    const refused = this.#options.admit?.(method);
    if (refused) return drop(`dropped: ${refused.message}`);
    const handler = this.#notifications.get(method);
    if (!handler) return drop("dropped: nothing here heeds it");
    const object = paramsObject(params);
    if (!object) return drop("dropped: params must be an object");
    try {
      const result = handler(object);
      if (isThenable(result)) result.then(undefined, (thrown) => drop(errorText(thrown)));
    } catch (thrown) {
      drop(errorText(thrown));
    }
  }

  /** The other side wants no answer any more. An unknown or finished id is ignored. */
  cancel(id: unknown): void {
    this.#open.get(id as MessageId)?.abort(rpcError("cancelled", "the call was cancelled"));
  }

  /** Aborts every call, since no answer can reach the other side. Nobody waits for them any more. */
  abortAll(reason: Error): void {
    for (const call of this.#open.values()) call.abort(reason);
    this.#open.clear();
    this.#wake();
  }

  /** Undefined when nothing that came before this call, or nothing at all, is being answered; otherwise resolves at the next answer. */
  idle(before?: MessageId): Promise<void> | undefined {
    const [oldest] = this.#open.keys();
    if (oldest === undefined || oldest === before) return undefined;
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #wake(): void {
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #refusal(id: MessageId, method: string, params: unknown): ErrorObject | undefined {
    if (this.#open.has(id))
      return errorObject(
        "invalid_request",
        `id ${JSON.stringify(id)} belongs to a call that is not answered yet`,
      );
    const refused = this.#options.admit?.(method);
    if (refused) return failure(refused);
    if (!this.#requests.has(method))
      return errorObject("method_not_found", `unknown method ${quoted(method)}`);
    if (!paramsObject(params)) return errorObject("invalid_params", "params must be an object");
    return undefined;
  }
}

/** A request that is being answered. Its signal is made when somebody asks for it: most never do. */
class Call implements CallContext {
  readonly id: MessageId;
  lane = "";
  #controller: AbortController | undefined;
  #reason: Error | undefined;

  constructor(id: MessageId) {
    this.id = id;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#reason) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Why, when it was cancelled. */
  get cancelled(): JsonRpcError | undefined {
    return this.#reason instanceof JsonRpcError ? this.#reason : undefined;
  }

  /** Aborts the signal; the first reason holds. */
  abort(reason: Error): void {
    this.#reason ??= reason;
    this.#controller?.abort(this.#reason);
  }
}

/** What a call that threw is answered with: once it was cancelled, whatever was not meant as an answer is the cancellation. */
function failure(thrown: unknown, call?: Call): ErrorObject {
  const error = thrown instanceof JsonRpcError ? thrown : call?.cancelled;
  if (!error) return errorObject("internal_error", errorText(thrown));
  const { code, message, data } = error;
  return data === undefined ? { code, message } : { code, message, data };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}
