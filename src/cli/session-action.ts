/** What an action of `letscode sessions` works with. */
import type { Redactor } from "../secrets/redactor.ts";
import type { SessionStore } from "../sessions/store.ts";
import type { Log } from "./log.ts";
import type { Options } from "./options.ts";

/** Resolves when the text is with the pipe; rejects when it cannot be written. */
export type WriteText = (text: string) => Promise<void>;

/** The flags of all actions, as they were written. */
export interface ActionFlags {
  all?: boolean;
  at?: string;
  html?: string;
  limit?: string;
  output?: string;
}

/** One action's surroundings. */
export interface ActionSetting {
  store: SessionStore;
  /** The conversations, and what else stands behind the action. */
  names: readonly string[];
  flags: ActionFlags;
  options: Options;
  log: Log;
  redactor: Redactor;
  write: WriteText;
}
