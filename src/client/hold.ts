/** Whether a program may end although its client is open: it may, while nobody waits for anything. */

/** What keeps a program running: a process, a pipe, a socket. */
export interface Holding {
  ref?(): unknown;
  unref?(): unknown;
}

/** Counts those who wait. */
export class Hold {
  readonly #things: readonly Holding[];
  #waiting = 0;

  /** They hold the program until somebody has waited for the first time. */
  constructor(things: readonly Holding[]) {
    this.#things = things;
  }

  /** The program goes on at least until this promise is settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    if (this.#waiting++ === 0) for (const thing of this.#things) thing.ref?.();
    try {
      return await promise;
    } finally {
      if (--this.#waiting === 0) for (const thing of this.#things) thing.unref?.();
    }
  }
}
