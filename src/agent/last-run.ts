/** How a run may go on while a door shuts down. */
import { ShutdownValve, type ValveOptions } from "./shutdown-valve.ts";

/** What is needed of the door. */
export interface LastRunOptions extends Omit<ValveOptions, "onSilence"> {
  /** Aborts the run; `reason` becomes its error. */
  abort(reason: string): void;
}

/** How long an aborted run may take to end, and last words to leave. */
export const LAST_WORDS_MS = 2000;

/** Watches every run, and once `drain` was called, ends one that falls silent. */
export class LastRun {
  /** To be told of events, of bytes taken, and of calls that wait for whoever is at the other end. */
  readonly valve: ShutdownValve;
  #leave: () => void = () => {};

  constructor({ abort, ...options }: LastRunOptions) {
    this.valve = new ShutdownValve({
      ...options,
      onSilence: (why) => {
        abort(`the run was aborted at shutdown: ${why}`);
        options.clock.after(LAST_WORDS_MS, () => this.#leave());
      },
    });
  }

  /** Resolves when the work, a run or what is left to say too, is done, with true, or has to be left behind. */
  async drain(work: Promise<unknown>): Promise<boolean> {
    const left = new Promise<false>((resolve) => {
      this.#leave = () => resolve(false);
    });
    this.valve.open();
    const well = await Promise.race([work.then(() => true), left]);
    this.valve.close();
    return well;
  }
}
