/** `letscode-jsonrpc/1`: what the methods about sessions take and answer. */
import type { HostTool, ImageInput, ThinkingLevel } from "./commands.ts";
import type { CompactionReport, QueueLengths } from "./control.ts";
import type { AgentEnd, Event } from "./events.ts";
import type { Integer } from "./integer.ts";
import type { Message } from "./messages.ts";

/** An MCP server that is started as a child process, or reached over HTTP. */
export interface McpServer {
  name: string;
  command?: string;
  args?: string[];
  env?: { [name: string]: string };
  url?: string;
  headers?: { [name: string]: string };
}

/**
 * `ask`: reads in the workspace are free, everything else needs an answer. `allow`: nothing is asked.
 * `read-only`: what `ask` would ask for is denied at once.
 */
export type PermissionMode = "ask" | "allow" | "read-only";

/** How a session is set up. What is absent is as the options of the process say. */
export interface SessionSettings {
  /** The folder its tools work in, absolute. */
  cwd?: string;
  /** As `--model` takes it. */
  model?: string;
  base_url?: string;
  /** A key of its own; in no log, no event and no file. */
  api_key?: string;
  headers?: { [name: string]: string };
  thinking?: ThinkingLevel;
  /** Replaces the built-in system prompt. */
  system_prompt?: string;
  /** Added to its end. */
  append_system_prompt?: string;
  /** Names of built-in tools; absent: all of them. */
  tools?: string[];
  /** Tools that live in the client; they are there whatever `tools` says. */
  host_tools?: HostTool[];
  permission_mode?: PermissionMode;
  mcp_servers?: McpServer[];
  /** Paths, or names of installed packages. */
  plugins?: string[];
  /** False: it is not kept on disk. */
  persist?: boolean;
  /** `full`: every `message_update` carries the whole partial message. */
  message_updates?: "reference" | "full";
}

/** Names a session. */
export interface SessionParams {
  session_id: string;
}

/** Goes on with a session, from disk, or with the live one. */
export interface SessionResumeParams extends SessionSettings, SessionParams {}

/** The answer to `session.create`. */
export interface SessionCreateResult {
  session_id: string;
  /** `PROVIDER/ID`. */
  model: string;
  /** Every tool the model has. */
  tools: string[];
}

/** The answer to `session.resume`. */
export interface SessionResumeResult extends SessionCreateResult {
  messages_count: Integer;
  /** Whether a run is going on. */
  running: boolean;
}

/** Copies a session up to and including a message and the results of its calls. */
export interface SessionForkParams extends SessionParams {
  message_id: string;
}

/** Which sessions a list shows. */
export interface SessionListParams {
  /** Those of this folder; absent: of every folder. */
  cwd?: string;
  /** How many at most; absent: 100. */
  limit?: Integer;
  /** The id of a session: only those behind it. */
  before?: string;
}

/** A session as lists show it. */
export interface SessionRowReport {
  session_id: string;
  cwd: string;
  /** The beginning of the first prompt. */
  title: string;
  /** Milliseconds since the epoch. */
  created: Integer;
  /** Milliseconds since the epoch. */
  updated: Integer;
  messages_count: Integer;
  running: boolean;
}

/** The answer to `session.list`, newest first. */
export interface SessionListResult {
  sessions: SessionRowReport[];
}

/** Runs a prompt; answered when the run has ended. */
export interface SessionSendParams extends SessionParams {
  text: string;
  images?: ImageInput[];
}

/** How a run ended. */
export interface SessionSendResult {
  /** The user's message; null when a slash command answered by itself. */
  message_id: string | null;
  /** The last message of the run; null when there was none. */
  last_message_id: string | null;
  stop_reason: AgentEnd["stop_reason"] | "command";
  /** Why the run failed, or null. */
  error: string | null;
  /** What a slash command said that answers by itself. */
  output?: string;
}

/** Where the conversation that begins with a reset is kept. */
export interface SessionResetResult {
  /** The id under which it can be resumed once this session is closed; null when it is not kept on disk. */
  saved_as: string | null;
}

/** Stops the run. */
export interface SessionAbortParams extends SessionParams {
  /** Drop what waits in the queues too. */
  clear_queue?: boolean;
}

/** What still waits after an abort. */
export interface SessionAbortResult {
  queued: QueueLengths;
}

/** Summarises the older part of the conversation. */
export interface SessionCompactParams extends SessionParams {
  /** What the summary should pay attention to. */
  instructions?: string;
}

/** What came of it; null when there was nothing to summarise or it was aborted. */
export interface SessionCompactResult {
  compaction: CompactionReport | null;
}

/** Changes the model, from the next model call on. */
export interface SessionSetModelParams extends SessionParams {
  model: string;
}

/** Changes how much the model thinks, from the next model call on. */
export interface SessionSetThinkingParams extends SessionParams {
  level: ThinkingLevel;
}

/** Asks for the transcript. */
export interface SessionMessagesParams extends SessionParams {
  /** The id of a message: only those behind it, itself excluded. */
  after?: string;
}

/** The transcript, or its oldest part that fits. */
export interface SessionMessagesResult {
  messages: Message[];
  /** More follow: ask again with the last one's id as `after`. */
  truncated?: boolean;
}

/** Asks for events that were missed. */
export interface SessionEventsParams extends SessionParams {
  /** The `seq` of the last event that was seen; 0: all. */
  after: Integer;
}

/** An event with its number in the session. */
export interface NumberedEvent {
  seq: Integer;
  event: Event;
}

/** All events after a number. */
export interface EventsFound {
  events: NumberedEvent[];
}

/** They are not all held any more. */
export interface EventsGap {
  gap: true;
  /** The transcript as it is now, or its newest part that fits. */
  messages: Message[];
  /** The newest event: what comes next has the number behind it. */
  seq: Integer;
  /** Whether a run goes on now. When not, the end of the last one may be among what is missing. */
  running: boolean;
  /** The transcript begins earlier: `session.messages` gives all of it. */
  truncated?: boolean;
}

/** The events after a number, or, when they are no longer held, the transcript and the number it stands at. */
export type SessionEventsResult = EventsFound | EventsGap;
