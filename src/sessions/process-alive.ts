/** Whether the process that wrote its number somewhere still lives, and is not another one that got the number later. */
import { readFileSync } from "node:fs";

/** A process as others can recognise it. */
export interface ProcessMark {
  pid: number;
  /** When it began, as the system counts; null where that cannot be told. */
  started: string | null;
}

/** This process. */
export function ownMark(): ProcessMark {
  return { pid: process.pid, started: startOf(process.pid) };
}

/** Whether it lives. A process that may not be signalled does. */
export function isAlive({ pid, started }: ProcessMark): boolean {
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const now = startOf(pid);
  return started === null || now === null || started === now;
}

/** Field 22 of the process's line in /proc; null where there is none. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "ended" : (fields[19] ?? null);
  } catch {
    return null;
  }
}
