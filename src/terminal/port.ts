/** What the terminal needs of the command around it. */
import type { Agent } from "../agent/agent.ts";
import type { Clock } from "../clock.ts";
import type { LLMClient } from "../llm/client.ts";
import type { Asker } from "../permissions/decision.ts";
import type { SlashEntry } from "../prompts/slash.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { SessionRow } from "../sessions/list-sessions.ts";
import type { Style } from "./style.ts";
import type { Tty } from "./tty.ts";

/** What the door is made of. */
export interface TerminalOptions {
  tty: Tty;
  style: Style;
  clock: Clock;
  /** The folder of the conversation, absolute. */
  workspace: string;
  /** Opens the rest once the editor is there; what it rejects with ends the door. */
  connect(): Promise<{ port: TerminalPort; redactor: Redactor }>;
}

/** What a clipboard holds: the bytes of an image, whatever kind it is, or text. */
export type Clipboard = { type: "image"; bytes: Buffer } | { type: "text"; text: string };

/** Conversations and what goes with them. What it throws has a message for people. */
export interface TerminalPort {
  /** The conversation of the command line, or with an id that one. The one before is still open. */
  openAgent(asker: Asker, sessionId?: string): Promise<Agent>;
  /** Names of the tools of the conversation that was opened last. */
  tools(): readonly string[];
  /** Another model, for the next call on. Throws at once when it cannot work: no such provider, no key. */
  openModel(name: string): LLMClient;
  /** The models that can be chosen, as `openModel` takes them: those whose key is set, those of this machine, the demo. */
  models(): Promise<readonly string[]>;
  /** The newest conversations of this folder. */
  sessions(): Promise<SessionRow[]>;
  /** Copies a conversation; resolves with the copy's id. */
  fork(sessionId: string): Promise<string>;
  /** Writes a saved conversation to a file, as its name says; resolves with the path. */
  exportSession(sessionId: string, file: string): Promise<string>;
  /** Lets a person change a text in their own editor; undefined when it failed. The terminal is free meanwhile. */
  editOutside(text: string): Promise<string | undefined>;
  /** What the clipboard holds; an abort ends the programs that are asked. */
  clipboard(signal: AbortSignal): Promise<Clipboard>;
  /** The slash commands of the conversation that was opened last. */
  commands(): Promise<readonly SlashEntry[]>;
  /** Earlier prompts, of other starts too, the newest last. */
  history(): readonly string[];
  /** Adds one to them. */
  remember(prompt: string): void;
}
