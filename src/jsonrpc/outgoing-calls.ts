/** Calls of this side that wait for their answers. */
import type { Json } from "../wire/messages.ts";
import { JsonRpcError } from "./errors.ts";
import type { Outcome } from "./messages.ts";

/** One call that waits. */
interface Pending {
  resolve(result: Json): void;
  reject(error: unknown): void;
  /** Ends what watches the call: a timer, a listener of its signal. */
  release: (() => void) | undefined;
}

/** So many calls that were given up are remembered, each until its late answer comes. */
const MOST_ABANDONED = 1024;

/** Ids and the calls they stand for. */
export class OutgoingCalls {
  #lastId = 0;
  readonly #pending = new Map<unknown, Pending>();
  readonly #abandoned = new Set<unknown>();

  /** Registers a call, before anything of it is written. Ids are integers from 1. */
  open(resolve: Pending["resolve"], reject: Pending["reject"]): number {
    const id = ++this.#lastId;
    this.#pending.set(id, { resolve, reject, release: undefined });
    return id;
  }

  /** `release` is called once, when the call is answered or given up. */
  watch(id: number, release: () => void): void {
    const pending = this.#pending.get(id);
    if (pending) pending.release = release;
  }

  /** Whether an answer with this id is awaited, or was until the call was given up. */
  isAsked(id: unknown): boolean {
    return this.#pending.has(id) || this.#abandoned.has(id);
  }

  /** Hands an answer to its call. False when there was never such a call, or it was answered before. */
  settle(id: unknown, outcome: Outcome): boolean {
    const pending = this.#take(id);
    if (!pending) return this.#abandoned.delete(id);
    if ("result" in outcome) pending.resolve(outcome.result);
    else {
      const { code, message, data } = outcome.error;
      pending.reject(new JsonRpcError(code, message, data));
    }
    return true;
  }

  /** Rejects one call whose answer, should it come, is dropped. False when it does not wait any more. */
  abandon(id: number, error: unknown): boolean {
    const pending = this.#take(id);
    if (!pending) return false;
    this.#abandoned.add(id);
    if (this.#abandoned.size > MOST_ABANDONED) this.#abandoned.delete(this.#abandoned.values().next().value);
    pending.reject(error);
    return true;
  }

  /** Rejects every call that waits. */
  rejectAll(error: unknown): void {
    for (const id of [...this.#pending.keys()]) this.#take(id)?.reject(error);
  }

  #take(id: unknown): Pending | undefined {
    const pending = this.#pending.get(id);
    if (!pending) return undefined;
    this.#pending.delete(id);
    pending.release?.();
    return pending;
  }
}
