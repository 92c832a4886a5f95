/** Who waits for whom among the tool calls of one turn. */
import type { Concurrency } from "../tools/tool.ts";

/** Hands out turns in call order: parallel calls at once, calls of one key one by one, exclusive ones alone. */
export class Lanes {
  #all: Promise<unknown>[] = [];
  #barrier: Promise<unknown> = Promise.resolve();
  readonly #keys = new Map<string, Promise<unknown>>();

  /** Enters the next call. `run` starts when its turn has come; the promise is that of `run`. */
  enter<T>(concurrency: Concurrency, run: () => Promise<T>): Promise<T> {
    const turn = this.#turn(concurrency);
    const result = turn.then(run);
    const settled = result.catch(() => {});
    this.#all.push(settled);
    if (concurrency === "exclusive") {
      this.#barrier = settled;
      this.#all = [settled];
    } else if (concurrency !== "parallel") this.#keys.set(concurrency.key, settled);
    return result;
  }

  #turn(concurrency: Concurrency): Promise<unknown> {
    if (concurrency === "exclusive") return Promise.all(this.#all);
    if (concurrency === "parallel") return this.#barrier;
    return Promise.all([this.#barrier, this.#keys.get(concurrency.key)]);
  }
}
