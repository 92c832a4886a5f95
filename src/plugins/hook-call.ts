/** One call of a plugin: its signal, its time limit, and how it went. */
import type { Clock } from "../clock.ts";
import { thrownText } from "../one-line.ts";
import type { Lifetime } from "./lifetime.ts";

/** The longest a hook may take, in milliseconds. */
export const HOOK_LIMIT_MS = 10_000;

/** How a call went. `aborted`: the run or the conversation ended first. */
export type Outcome<T> =
  | { type: "value"; value: T }
  | { type: "failed"; problem: string; timedOut: boolean }
  | { type: "aborted" };

/** What a call is bounded by. */
export interface CallBounds {
  lifetime: Lifetime;
  clock: Clock;
  /** Absent: the conversation's end is the only end. */
  signal?: AbortSignal | undefined;
  /** Null: no limit. */
  limitMs: number | null;
  /** The call's context outlives it and does not end with its time. */
  lasting?: boolean | undefined;
}

/** A call that is made once, by `run`. Whatever the plugin does, `run` resolves when the time is up or an abort comes. */
export class HookCall {
  readonly #bounds: CallBounds;
  #controller: AbortController | undefined;
  #aborted = false;
  #settle: ((outcome: Outcome<never>) => void) | undefined;
  #holds = 0;
  #left: number;
  #since = 0;
  #cancelTimer = () => {};

  constructor(bounds: CallBounds) {
    this.#bounds = bounds;
    this.#left = bounds.limitMs ?? 0;
  }

  /** Made when it is first asked for: most calls never do. */
  get signal(): AbortSignal {
    const { lifetime, lasting } = this.#bounds;
    if (lasting) return lifetime.signal;
    this.#controller ??= lifetime.controller();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Stops the time until the returned function is called, once: what letscode itself takes is not the plugin's. */
  hold(): () => void {
    if (this.#holds++ === 0) this.#stopTimer();
    return () => {
      if (--this.#holds === 0) this.#startTimer();
    };
  }

  async run<T>(work: () => Promise<T>): Promise<Outcome<T>> {
    const { signal, lifetime } = this.#bounds;
    const onAbort = () => {
      this.#abort();
      this.#settle?.({ type: "aborted" });
    };
    if (signal?.aborted || lifetime.ended) {
      this.#abort();
      return { type: "aborted" };
    }
    signal?.addEventListener("abort", onAbort, { once: true });
    const leave = lifetime.onEnd(onAbort);
    const cut = new Promise<Outcome<never>>((resolve) => {
      this.#settle = resolve;
    });
    this.#startTimer();
    const outcome = await Promise.race([finished(work), cut]);
    this.#settle = undefined;
    this.#stopTimer();
    signal?.removeEventListener("abort", onAbort);
    leave();
    return outcome;
  }

  #abort(): void {
    if (this.#bounds.lasting) return;
    this.#aborted = true;
    this.#controller?.abort();
  }

  #startTimer(): void {
    const { clock, limitMs } = this.#bounds;
    if (limitMs === null || !this.#settle) return;
    this.#since = clock.now();
    this.#cancelTimer = clock.after(this.#left, () => {
      this.#abort();
      this.#settle?.({ type: "failed", problem: `it took longer than ${limitMs / 1000} s`, timedOut: true });
    });
  }

  #stopTimer(): void {
    this.#cancelTimer();
    this.#left = Math.max(0, this.#left - (this.#bounds.clock.now() - this.#since));
  }
}

async function finished<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { type: "value", value: await work() };
  } catch (thrown) {
    return { type: "failed", problem: thrownText(thrown), timedOut: false };
  }
}
