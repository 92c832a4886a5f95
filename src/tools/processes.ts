/** The process groups of one letscode process: started here, ended here, and by a watchdog when we are killed. */
import type { Readable, Writable } from "node:stream";
import type { Clock } from "../clock.ts";
import { ToolError } from "../errors.ts";
import type { OutputPipes } from "./output-pipes.ts";
import type { StartedGroup } from "./process-group.ts";
import type { Watchdog } from "./watchdog.ts";

/** A program to run in a process group of its own. */
export interface GroupCommand {
  /** Absolute path of the program. */
  file: string;
  args: readonly string[];
  /** Absolute path of the folder it starts in. */
  cwd: string;
  /** The whole environment it gets. */
  environment: Readonly<Record<string, string>>;
  /** Whether it is talked to: it gets a pipe as its stdin. Absent: its stdin is empty. */
  listens?: boolean;
}

/** How the program itself (not its children) ended: one of the two is null. */
export interface GroupExit {
  code: number | null;
  /** Such as `SIGKILL`. */
  signal: string | null;
}

/** A running program with everything it started, as long as that stays in its group. */
export interface ProcessGroup {
  /** The program's process id; on POSIX also the id of its process group. */
  readonly id: number;
  /** Null unless the command listens. Whoever takes it handles its errors. */
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the program ends, whoever still holds its pipes. Never rejects. */
  readonly exited: Promise<GroupExit>;
  /** Whether any process of the group still runs, the program or what it left in the background. */
  alive(): boolean;
  /** Ends the whole group: SIGTERM, and SIGKILL for what is left after 300 ms. Resolves when none is alive. */
  end(): Promise<void>;
  /**
   * Nobody reads the output any more. What background processes still write is thrown away, so that it neither stops
   * nor kills them, and does not keep us alive; without any, the pipes are closed.
   */
  discard(): void;
}

/** A registry of process groups. The root belongs to the process; each conversation takes a child of it. */
export interface ProcessGroups {
  /** Starts a program. Rejects with a `ToolError` when it cannot be started. */
  start(command: GroupCommand): Promise<ProcessGroup>;
  /** A registry whose groups the parent can end too, while it never touches its siblings'. */
  child(): ProcessGroups;
  /** Ends every group of this registry and its children, background processes too; resolves when none is alive. */
  endRun(): Promise<void>;
  /** Kills the same groups at once, without waiting: for the last moment of the process. */
  killAll(): void;
}

/** What a registry needs from outside. */
export interface ProcessesOptions {
  clock: Clock;
  platform: NodeJS.Platform;
  /** A folder for the named pipes that exist while a command starts; made when first needed. */
  tempFolder: string;
}

/** The root registry of one letscode process. Nothing starts before the first command does. */
export function createProcesses(options: ProcessesOptions): ProcessGroups {
  let watchdog: Watchdog | undefined;
  /** Made while the command before runs: it takes a process of its own, for which no command shall wait. */
  let nextPipes: Promise<OutputPipes | undefined> | undefined;
  const root = createLevel();

  const start = async (command: GroupCommand, levels: readonly Level[]): Promise<ProcessGroup> => {
    const runs = levels.map((level) => level.run);
    const { clock, platform } = options;
    const { spawn } = await import("node:child_process");
    const { startGroup } = await import("./process-group.ts");
    if (platform !== "win32")
      watchdog ??= (await import("./watchdog.ts")).createWatchdog(spawn, options.tempFolder);
    const made = nextPipes ?? openPipes(command);
    nextPipes = undefined;
    const pipes = await made;
    pipes?.use();
    if (levels.some((level, index) => level.run !== runs[index])) {
      pipes?.close();
      throw new ToolError("Not started: the run ended first.");
    }
    const onGone = () => {
      for (const level of levels) level.groups.delete(group);
    };
    const group = await startGroup(command, { clock, platform, spawn, watchdog, pipes, onGone });
    for (const level of levels) level.groups.add(group);
    nextPipes ??= openPipes(command);
    return group;
  };

  const openPipes = async (command: GroupCommand) =>
    options.platform === "linux" ? namedPipes(options.tempFolder, command) : undefined;

  const registry = (levels: readonly [Level, ...Level[]]): ProcessGroups => ({
    start: (command) => start(command, levels),
    child: () => registry([createLevel(), ...levels]),
    async endRun() {
      const [own] = levels;
      own.run++;
      await Promise.all(
        [...own.groups].map(async (group) => {
          await group.end();
          group.discard();
        }),
      );
    },
    killAll() {
      const [own] = levels;
      own.run++;
      for (const group of own.groups) group.kill();
      if (own !== root) return;
      watchdog?.close();
      watchdog = undefined;
      void nextPipes?.then((pipes) => pipes?.close());
      nextPipes = undefined;
    },
  });
  return registry([root]);
}

/** What one registry has running, and how often its run was ended. */
interface Level {
  readonly groups: Set<StartedGroup>;
  run: number;
}

function createLevel(): Level {
  return { groups: new Set(), run: 0 };
}

/**
 * Undefined where there is no `mkfifo` or no place for it: the command then gets what the runtime has. So it is in worker
 * threads, whose end closes descriptors that the pipes have closed before.
 */
async function namedPipes(tempFolder: string, command: GroupCommand): Promise<OutputPipes | undefined> {
  const { isMainThread } = await import("node:worker_threads");
  if (!isMainThread) return undefined;
  const { openOutputPipes } = await import("./output-pipes.ts");
  return openOutputPipes(tempFolder, command.environment).catch(() => undefined);
}
