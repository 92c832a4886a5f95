/** What the terminal needs of the command around it. */
import type { Agent } from "../agent/agent.ts";
import type { LLMClient } from "../llm/client.ts";
import type { Asker } from "../permissions/decision.ts";
import type { SessionRow } from "../sessions/list-sessions.ts";

/** Conversations and what goes with them. What it throws has a message for people. */
export interface TerminalPort {
  /** The conversation of the command line, or with an id that one. The one before is closed by then. */
  openAgent(asker: Asker, sessionId?: string): Promise<Agent>;
  /** Names of the tools of the conversation that was opened last. */
  tools(): readonly string[];
  openModel(name: string): LLMClient;
  /** The newest conversations of this folder. */
  sessions(): Promise<SessionRow[]>;
  /** Copies a conversation; resolves with the copy's id. */
  fork(sessionId: string): Promise<string>;
  /** Writes a saved conversation to a file, as its name says; resolves with the path. */
  exportSession(sessionId: string, file: string): Promise<string>;
  /** Lets a person change a text in their own editor; undefined when it failed. The terminal is free meanwhile. */
  editOutside(text: string): Promise<string | undefined>;
  /** Earlier prompts, the newest last. */
  history(): Promise<readonly string[]>;
  /** Adds one to them. */
  remember(prompt: string): void;
}
