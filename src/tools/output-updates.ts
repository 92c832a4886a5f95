/** Reports a running command's output: soon, and not too often. */
import type { Clock } from "../clock.ts";

/** How often and how much. */
export interface UpdateLimits {
  /** The shortest time between two updates, in milliseconds. */
  everyMs: number;
  /** Characters of all updates together; more than anybody is shown is not collected. */
  characters: number;
}

/** Where output goes in. */
export interface OutputUpdates {
  /** The first piece is reported at once; what comes sooner than `everyMs` after that joins the next report. */
  push(text: string): void;
  /** Reports what waits and stops the timer. */
  end(): void;
}

/**
 * Updates for one call. `waiting` is asked before each report that a timer makes, for text that nobody pushed yet,
 * such as a line that is not complete.
 */
export function createOutputUpdates(
  clock: Clock,
  limits: UpdateLimits,
  update: (delta: string) => void,
  waiting: () => string = () => "",
): OutputUpdates {
  let pending = "";
  let left = limits.characters;
  let stopTimer: (() => void) | undefined;

  const report = () => {
    if (pending !== "") update(pending);
    pending = "";
  };
  const take = (text: string) => {
    if (left <= 0) return;
    pending += text;
    left -= text.length;
  };
  const arm = () => {
    stopTimer = clock.after(limits.everyMs, () => {
      stopTimer = undefined;
      take(waiting());
      if (pending === "") return;
      report();
      arm();
    });
  };
  return {
    push(text) {
      take(text);
      if (stopTimer !== undefined) return;
      report();
      arm();
    },
    end() {
      stopTimer?.();
      stopTimer = undefined;
      report();
    },
  };
}
