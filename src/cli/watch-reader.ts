/** Notices that nobody reads stdout any more without writing to it: a silent run must not outlive its host. */
import { fstatSync, writeSync } from "node:fs";

const INTERVAL_MS = 500;
const STDOUT = 1;

/**
 * Calls `onGone` once, within half a second of the loss of stdout's reader. Only where stdout is a socket, as Node gives
 * its children: of a pipe nothing but a write tells, and for those there is `--parent-pid`.
 */
export function watchReader(onGone: () => void): void {
  if (!isSocket()) return;
  const timer = setInterval(() => {
    if (!isGone()) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS);
  timer.unref();
}

function isSocket(): boolean {
  try {
    return fstatSync(STDOUT).isSocket();
  } catch {
    return false;
  }
}

/** Nothing is written, and still the system says when there is nobody to write to. */
function isGone(): boolean {
  try {
    writeSync(STDOUT, new Uint8Array(0));
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EPIPE";
  }
}
