/** How a whole process group is signalled and looked for, by platform. */
import { readdirSync, readFileSync } from "node:fs";

/** Ends politely, or at once. */
export type GroupSignal = "SIGTERM" | "SIGKILL";

/** One way to signal a group: a signal to a process id (negative: to the group), or a program to run. */
export type SignalPlan =
  | { type: "kill"; pid: number; signal: GroupSignal }
  | { type: "run"; file: string; args: string[] };

/** Windows knows no groups: there the tree below the program is ended, as long as the program itself lives. */
export function signalPlan(platform: NodeJS.Platform, id: number, signal: GroupSignal): SignalPlan {
  if (platform !== "win32") return { type: "kill", pid: -id, signal };
  const force = signal === "SIGKILL" ? ["/F"] : [];
  return { type: "run", file: "taskkill", args: ["/PID", String(id), "/T", ...force] };
}

/** Whether a process of the group (on Windows: the program itself) is alive. Zombies are not. Costs a look at every process. */
export function groupIsAlive(platform: NodeJS.Platform, id: number): boolean {
  return groupExists(platform, id) && (platform !== "linux" || hasMoreThanZombies(id));
}

/** The same at no cost, but for zombies: they count. */
export function groupExists(platform: NodeJS.Platform, id: number): boolean {
  try {
    return process.kill(platform === "win32" ? id : -id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** In a container whose first process collects no orphans (a plain `node`, say), killed ones stay as zombies for ever. */
function hasMoreThanZombies(group: number): boolean {
  try {
    return readdirSync("/proc").some((name) => /^\d/.test(name) && isAliveIn(group, name));
  } catch {
    return true;
  }
}

function isAliveIn(group: number, pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name, in parentheses, may hold anything: what counts follows the last one.
    const [state, , parentGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(parentGroup) === group && state !== "Z" && state !== "X";
  } catch {
    return false;
  }
}
