/** `--parent-pid`: the end of the process that started us is ours too. */
import { readFileSync } from "node:fs";

const INTERVAL_MS = 500;

/** Calls `onGone` once, within half a second of the end of process `pid`. */
export function watchParent(pid: number, onGone: () => void): void {
  if (!isAlive(pid)) return onGone();
  const timer = setInterval(() => {
    if (isAlive(pid)) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS);
  timer.unref();
}

/** A process of another user is alive too: that is what EPERM says. One that only waits to be buried is not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
