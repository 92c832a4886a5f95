/** The process groups of one letscode process: started here, ended here, and by a watchdog when we are killed. */
import type { Readable } from "node:stream";

/** A program to run in a process group of its own. */
export interface GroupCommand {
  /** Absolute path of the program. */
  file: string;
  args: readonly string[];
  /** Absolute path of the folder it starts in. */
  cwd: string;
  /** The whole environment it gets. */
  environment: Readonly<Record<string, string>>;
}

/** How the program itself (not its children) ended: one of the two is null. */
export interface GroupExit {
  code: number | null;
  /** Such as `SIGKILL`. */
  signal: string | null;
}

/** A running program with everything it started, as long as that stays in its group. stdin is empty. */
export interface ProcessGroup {
  /** The program's process id; on POSIX also the id of its process group. */
  readonly id: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the program ends, whoever still holds its pipes. Never rejects. */
  readonly exited: Promise<GroupExit>;
  /** Ends the whole group: SIGTERM, and SIGKILL for what is left after 300 ms. Resolves when none is alive. */
  end(): Promise<void>;
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
