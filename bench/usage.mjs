/** What a running process has used so far, as Linux tells it. Elsewhere, and for a process that has ended: null. */
import { readdirSync, readFileSync } from "node:fs";

/** Processor time of all its threads, user and system, in milliseconds. @param {number} pid */
export function cpuOf(pid) {
  return reading(() => {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const times = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" "));
    return times.reduce((sum, [nanoseconds]) => sum + Number(nanoseconds), 0) / 1e6;
  });
}

/** The most memory that was ever resident, in MB (of 1,000,000 bytes). @param {number} pid */
export function peakMemoryOf(pid) {
  return status(pid, "VmHWM");
}

/** The memory that is resident, in MB. @param {number} pid */
export function memoryOf(pid) {
  return status(pid, "VmRSS");
}

/** @param {number} pid @param {string} field */
function status(pid, field) {
  return reading(() => {
    const found = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(
      readFileSync(`/proc/${pid}/status`, "utf8"),
    );
    return found ? (Number(found[1]) * 1024) / 1e6 : null;
  });
}

/** @param {() => number | null} read */
function reading(read) {
  try {
    return read();
  } catch {
    return null;
  }
}
