/** Processes kept together, so that what is measured between them is theirs and not the system's. */
import { execFileSync } from "node:child_process";

/**
 * Keeps processes on one processor while `work` goes on: where only one of them has something to do at a time, the waking of
 * another processor takes several times as long as what they do, and is there or not as the system likes. Where that
 * cannot be asked for, they run as they are.
 *
 * @template T
 * @param {readonly number[]} pids of this process and children of it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function onOneProcessor(pids, work) {
  const mask = maskOf(process.pid);
  if (mask === undefined) return work();
  for (const pid of pids) keepOn(pid, mask & -mask);
  try {
    return await work();
  } finally {
    for (const pid of pids) keepOn(pid, mask);
  }
}

/** The processors a process may run on, a bit for each; undefined where the system does not say. @param {number} pid */
export function maskOf(pid) {
  try {
    const said = execFileSync("taskset", ["-p", `${pid}`], { encoding: "utf8", stdio: "pipe" });
    return BigInt(`0x${said.trim().split(" ").at(-1)}`);
  } catch {
    return undefined;
  }
}

/** @param {number} pid @param {bigint} mask */
function keepOn(pid, mask) {
  execFileSync("taskset", ["-a", "-p", mask.toString(16), `${pid}`], { stdio: "pipe" });
}
