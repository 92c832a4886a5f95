/** Reports a running command's output: soon, not too often, and never too much. */
import type { Clock } from "../clock.ts";

/** How often and how much. */
export interface UpdateLimits {
  /** The shortest time between two updates, in milliseconds. */
  everyMs: number;
  /** UTF-8 bytes of all updates together; one note follows when there would be more. */
  bytes: number;
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
  let left = limits.bytes;
  let full = false;
  let stopTimer: (() => void) | undefined;

  const report = () => {
    if (pending !== "") update(pending);
    pending = "";
  };
  const take = (text: string) => {
    if (full || text === "") return;
    const bytes = Buffer.byteLength(text);
    if (bytes <= left) {
      pending += text;
      left -= bytes;
      return;
    }
    const { read } = new TextEncoder().encodeInto(text, new Uint8Array(left));
    pending += text.slice(0, read);
    if (pending !== "" && !pending.endsWith("\n")) pending += "\n";
    pending += `[more than ${limits.bytes} bytes of output: the rest is not reported while it runs]\n`;
    full = true;
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
