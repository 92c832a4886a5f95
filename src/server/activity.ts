/** What keeps a session busy: one thing at a time. */
import { JsonRpcError, rpcError } from "../jsonrpc/errors.ts";
import type { CallContext } from "../jsonrpc/incoming-calls.ts";

/** A run, a compaction or a reset, or nothing. */
export class Activity {
  readonly #onCancel: () => void;
  readonly #onEnd: () => void;
  #now: { controller: AbortController; ended: Promise<unknown> } | null = null;

  /** `onCancel`: the request that began it was cancelled. `onEnd`: it is over, and others may begin. */
  constructor(on: { cancel(): void; end(): void }) {
    this.#onCancel = on.cancel;
    this.#onEnd = on.end;
  }

  get running(): boolean {
    return this.#now !== null;
  }

  /** Resolves when it is over; undefined when nothing goes on. Never rejects. */
  get ended(): Promise<unknown> | undefined {
    return this.#now?.ended;
  }

  /** Begins with the work that a request asks for. Throws `busy` while other work goes on. */
  start<T>(method: string, call: CallContext, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#now)
      throw rpcError("busy", `${method}: the session is busy; wait for session.idle, or send session.abort`);
    const controller = new AbortController();
    // A client that goes away without a word leaves its work behind; one that cancels wants none.
    const onAbort = () => {
      if (call.signal.reason instanceof JsonRpcError) this.#onCancel();
    };
    call.signal.addEventListener("abort", onAbort, { once: true });
    const working = work(controller.signal).finally(() => {
      this.#now = null;
      call.signal.removeEventListener("abort", onAbort);
      this.#onEnd();
    });
    this.#now = { controller, ended: working.catch(() => {}) };
    return working;
  }

  /** Asks it to end. */
  abort(): void {
    this.#now?.controller.abort();
  }
}
