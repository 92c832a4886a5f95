/** What a server needs from beneath: conversations that are begun, gone on with, listed, copied and removed. */
import type { Agent } from "../agent/agent.ts";
import type { LLMClient } from "../llm/client.ts";
import type { PolicyOptions } from "../permissions/policy.ts";
import type { Plugin } from "../plugins/plugin.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { SessionRow } from "../sessions/list-sessions.ts";
import type { SessionQuery } from "../sessions/store.ts";
import type { Tool } from "../tools/tool.ts";
import type { Message } from "../wire/messages.ts";
import type { ModelRow, SessionSettings } from "../wire/methods.ts";

/** What the client at the other end adds to an agent. The functions are read anew for each call. */
export interface HostParts {
  consent(): Partial<PolicyOptions>;
  hostTools(): readonly Tool[];
  /** Its hooks, as the last plugin. */
  plugin: Plugin;
}

/** A conversation that is there and holds next to nothing until its agent is opened. */
export interface Conversation {
  /** Its id on disk; when it is not saved, one of the same form. */
  readonly id: string;
  /** The folder its tools work in. */
  readonly cwd: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  /** Whether it is kept on disk. */
  readonly saved: boolean;
  /** `PROVIDER/ID`, or as much of it as is known before the first call. */
  readonly model: string;
  /** The names of its tools: the built-in ones that are on, and those of plugins. */
  readonly tools: readonly string[];
  /** What was said before. */
  readonly messages: readonly Message[];
  /** Knows the keys of the process and its own. */
  readonly redactor: Redactor;
  /** Builds the agent. Called once; again only when that failed. Closing the agent closes the conversation. */
  openAgent(): Promise<Agent>;
  /** Another model, for the next call on. Rejects with a UsageError when it cannot be chosen. */
  openModel(name: string): Promise<LLMClient>;
  /** Lets others have it. For a conversation whose agent was never opened, and after the agent was closed. */
  release(): void;
}

/**
 * All conversations of a user. Settings that cannot be used, and files that cannot, reject with a UsageError whose message
 * begins with the setting's name where there is one: `cwd: …`.
 */
export interface Conversations {
  begin(settings: SessionSettings, host: HostParts): Promise<Conversation>;
  /** Goes on with one that `row` knows. */
  resume(id: string, settings: SessionSettings, host: HostParts): Promise<Conversation>;
  /** The newest first; without a folder those of all. */
  list(query: Pick<SessionQuery, "cwd" | "limit" | "before">): Promise<SessionRow[]>;
  row(id: string): Promise<SessionRow | undefined>;
  /** What was said in one that `row` knows. */
  messages(id: string): Promise<readonly Message[]>;
  /** Copies one that `row` knows, up to a message and the results of its calls; resolves to the copy's id. */
  fork(id: string, messageId: string): Promise<string>;
  /** Removes one that `row` knows and nobody has open. */
  remove(id: string): Promise<void>;
  /** What there is to choose from. */
  models(): Promise<ModelRow[]>;
}
