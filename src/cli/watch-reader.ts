/** Notices that nobody reads stdout any more without writing to it: a silent run must not outlive its host. */
import { fstatSync, lstatSync, readdirSync, readlinkSync, writeSync } from "node:fs";

const INTERVAL_MS = 500;
const STDOUT = 1;

/**
 * Calls `onGone` once, within about a second of the loss of stdout's reader. A socket, which is what Node gives its
 * children, tells by itself. A pipe does not: there the end of the process that started us is the sign to look, on Linux,
 * whether any process still has the other end.
 */
export function watchReader(onGone: () => void): void {
  const isGone = probe();
  if (!isGone) return;
  const timer = setInterval(() => {
    if (!isGone()) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS);
  timer.unref();
}

function probe(): (() => boolean) | undefined {
  try {
    const stat = fstatSync(STDOUT);
    if (stat.isSocket()) return isUnreadSocket;
    const parent = process.ppid;
    if (stat.isFIFO() && process.platform === "linux")
      return () => process.ppid !== parent && !hasReader(`pipe:[${stat.ino}]`);
  } catch {
    // No stdout at all: the first write tells.
  }
  return undefined;
}

/** Nothing is written, and still the system says when there is nobody to write to. */
function isUnreadSocket(): boolean {
  try {
    writeSync(STDOUT, new Uint8Array(0));
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EPIPE";
  }
}

/** Whether any process we may look into holds the reading end of the pipe. */
function hasReader(pipe: string): boolean {
  return list("/proc").some(
    (pid) =>
      /^\d+$/.test(pid) && list(`/proc/${pid}/fd`).some((fd) => isReader(`/proc/${pid}/fd/${fd}`, pipe)),
  );
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The link of a descriptor names what is open, and its own permissions tell what for. */
function isReader(link: string, pipe: string): boolean {
  try {
    return readlinkSync(link) === pipe && (lstatSync(link).mode & 0o400) !== 0;
  } catch {
    return false;
  }
}
