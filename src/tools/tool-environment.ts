/** What the built-in tools of one conversation share. */
import type { Clock } from "../clock.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { FileMemory } from "./file-memory.ts";
import type { ProcessGroups } from "./processes.ts";

/**
 * Handed to every built-in tool's factory; one per conversation. The file of a tool loads at start-up: it holds what the
 * model is told and loads the work itself at the first call.
 */
export interface ToolEnvironment {
  /** The real path of the folder relative paths start from. */
  readonly workspace: string;
  /** The user's home folder: what `~` stands for. */
  readonly home: string;
  /** The environment of child processes, already without keys. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Keeps configured keys out of what commands print. */
  readonly redactor: Redactor;
  /** What this conversation last saw of the files it read and wrote. */
  readonly memory: FileMemory;
  /** The process groups this conversation started. */
  readonly processes: ProcessGroups;
  /** The path of a ripgrep binary, or null: `grep` then reads every file itself. */
  readonly ripgrep: string | null;
  /** A folder for whole outputs that were too long for a message; made when first needed, readable by the user only. */
  readonly tempFolder: string;
  /** Real paths outside the workspace that may be read as what is inside. */
  readonly readableFolders?: readonly string[];
}
