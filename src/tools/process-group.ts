/** One program in a process group of its own: how it starts, and how it and all it started end. */
import type { ChildProcess, spawn } from "node:child_process";
import type { Clock } from "../clock.ts";
import { errorText, ToolError } from "../errors.ts";
import { type GroupSignal, groupExists, groupIsAlive, signalPlan } from "./group-signals.ts";
import type { OutputPipes } from "./output-pipes.ts";
import type { GroupCommand, GroupExit, ProcessGroup } from "./processes.ts";
import type { Watchdog } from "./watchdog.ts";

/**
 * Waits for a line before it becomes the program, so that nothing runs that the watchdog does not know yet. If letscode
 * dies in between, the read fails and nothing runs at all.
 */
const GATE = 'IFS= read -r _ <&3 || exit 1; exec 3<&-; exec "$@"';

const GRACE_MS = 300;
/** A process that survives SIGKILL for longer hangs in the kernel; nobody can wait for that. */
const AFTER_KILL_MS = 2_000;
const POLL_MS = 10;
/** How often a group that outlived its program is looked for: soon enough that its number is not somebody else's. */
const BACKGROUND_POLL_MS = 1_000;

/** What starting a group takes. */
export interface GroupParts {
  clock: Clock;
  platform: NodeJS.Platform;
  spawn: typeof spawn;
  /** Absent on Windows. */
  watchdog: Watchdog | undefined;
  /** Absent: plain pipes of the runtime. */
  pipes: OutputPipes | undefined;
  /** Called once, when the last process of the group is gone. */
  onGone(): void;
}

/** A group with what only its registry may do. */
export interface StartedGroup extends ProcessGroup {
  /** Kills without waiting. */
  kill(): void;
}

/** Starts the program. Rejects with a `ToolError` when the system refuses. */
export async function startGroup(command: GroupCommand, parts: GroupParts): Promise<StartedGroup> {
  const { clock, platform, watchdog, pipes } = parts;
  const { child, id } = await spawnGated(command, parts).catch((error) => {
    pipes?.close();
    throw startError(error, command);
  });
  pipes?.release();
  watchdog?.add(id);
  const gate = child.stdio[3];
  if (gate !== undefined && gate !== null && "end" in gate) gate.on("error", () => {}).end("\n");

  const stdout = pipes?.stdout ?? child.stdout;
  const stderr = pipes?.stderr ?? child.stderr;
  if (stdout === null || stderr === null) throw new ToolError(`${command.file}: no pipes for its output.`);

  let gone = false;
  let stopPolling: (() => void) | undefined;
  let discarding = false;
  const closePipes = () => {
    child.stdin?.destroy();
    stdout.destroy();
    stderr.destroy();
  };
  const look = (isAlive = groupIsAlive): boolean => {
    if (gone || isAlive(platform, id)) return !gone;
    gone = true;
    stopPolling?.();
    watchdog?.remove(id);
    if (discarding) closePipes();
    parts.onGone();
    return false;
  };
  const poll = () => {
    if (look()) stopPolling = clock.after(BACKGROUND_POLL_MS, poll);
  };
  const exited = new Promise<GroupExit>((resolve) => {
    child.once("exit", (code, signal) => {
      resolve({ code, signal });
      poll();
    });
  });
  const signal = (name: GroupSignal) => {
    if (look()) send(signalPlan(platform, id, name), parts);
  };
  const goneWithin = async (ms: number) => {
    for (
      let waited = 0;
      look(waited % 100 === 50 ? groupIsAlive : groupExists) && waited < ms;
      waited += POLL_MS
    )
      await new Promise<void>((resolve) => clock.after(POLL_MS, resolve));
    return gone;
  };

  return {
    id,
    stdin: child.stdin,
    stdout,
    stderr,
    exited,
    alive: () => look(),
    async end() {
      signal("SIGTERM");
      if (await goneWithin(GRACE_MS)) return;
      signal("SIGKILL");
      await goneWithin(AFTER_KILL_MS);
      stopPolling?.();
    },
    discard() {
      discarding = true;
      if (!look()) return closePipes();
      for (const pipe of [stdout, stderr]) {
        pipe
          .removeAllListeners("data")
          .on("error", () => {})
          .resume();
        // Both are sockets, whatever their type says.
        (pipe as { unref?(): void }).unref?.();
      }
    },
    kill: () => signal("SIGKILL"),
  };
}

async function spawnGated(command: GroupCommand, { platform, spawn, pipes }: GroupParts) {
  const { file, args, cwd, environment: env, listens = false } = command;
  const input = listens ? "pipe" : "ignore";
  const [out, err] = pipes?.descriptors ?? (["pipe", "pipe"] as const);
  const child: ChildProcess =
    platform === "win32"
      ? spawn(file, args, { cwd, env, windowsHide: true, stdio: [input, out, err] })
      : spawn("/bin/sh", ["-c", GATE, "sh", file, ...args], {
          cwd,
          env,
          detached: true,
          stdio: [input, out, err, "pipe"],
        });
  if (child.pid !== undefined) return { child, id: child.pid };
  return new Promise<never>((_resolve, reject) => child.once("error", reject));
}

function startError(error: NodeJS.ErrnoException, { file, args, cwd }: GroupCommand): ToolError {
  const reason =
    error.code === "E2BIG"
      ? `the command is too long for the system (${args.join(" ").length} characters); write it to a file and run that`
      : error.code === "ENOENT" || error.code === "ENOTDIR"
        ? `the folder ${cwd} or the program is missing`
        : errorText(error);
  return new ToolError(`Could not start ${file}: ${reason}.`);
}

function send(plan: ReturnType<typeof signalPlan>, { spawn }: GroupParts): void {
  if (plan.type === "kill") {
    try {
      process.kill(plan.pid, plan.signal);
    } catch {
      // Gone in between, or not ours to end; the next look tells.
    }
    return;
  }
  const child = spawn(plan.file, plan.args, { stdio: "ignore", windowsHide: true });
  child.on("error", () => {}).unref();
}
