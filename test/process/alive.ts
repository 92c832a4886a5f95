/** Which processes live: looked up by what a test put into their command line. */
import { readdirSync, readFileSync } from "node:fs";

/** The ids of live processes whose command line holds this text; zombies do not count. */
export function processesWith(text: string): number[] {
  return processesWhere("cmdline", text);
}

/** The ids of live processes whose environment or command line names this folder. */
export function processesOf(folder: string): number[] {
  return [...new Set([...processesWhere("environ", folder), ...processesWhere("cmdline", folder)])];
}

function processesWhere(file: "cmdline" | "environ", text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        if (pid === process.pid || !readFileSync(`/proc/${pid}/${file}`, "utf8").includes(text)) return false;
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
      } catch {
        return false;
      }
    });
}

/** Resolves when `holds` does; rejects after `ms`. */
export async function within(ms: number, what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + ms;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

let counter = 0;

/** A number of seconds no other process sleeps: `sleep MARK` is found by it. */
export function sleepMark(): string {
  counter++;
  return `${300 + counter}.${process.pid}${String(process.hrtime.bigint()).slice(-6)}`;
}
