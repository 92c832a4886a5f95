/**
 * `letscode-jsonrpc/1`: the methods and notifications of JSON-RPC 2.0 between a client and letscode. `params` and `result`
 * are what stands in those fields on the wire; the types of the SDKs are made from here.
 */
import type { HostTool, ImageInput, PermissionDecision, ThinkingLevel } from "./commands.ts";
import type { CompactionReport, PermissionQuestion, QueueLengths } from "./control.ts";
import type { AgentEnd, Event } from "./events.ts";
import type { Json, JsonObject, Message, UserContent } from "./messages.ts";

/** Who a client is. */
export interface ClientInfo {
  name: string;
  version: string;
}

/** A decision of the agent that a client may take part in. */
export type HookCallName = "before_tool_call" | "after_tool_call" | "user_prompt";

/** What a client can be asked. */
export interface ClientCapabilities {
  /** It answers `permission.request`. */
  permissions?: boolean;
  /** It answers `user.ask`: the model has the tool `ask_user`. */
  ask?: boolean;
  /** It answers `hook.call` for these. */
  hooks?: HookCallName[];
}

/** Opens the conversation between client and server; nothing else is answered before. */
export interface InitializeParams {
  /** `letscode-jsonrpc/MAJOR` or `letscode-jsonrpc/MAJOR.MINOR`. */
  protocol: string;
  client: ClientInfo;
  /** What a server asks for that listens on a socket. */
  token?: string;
  capabilities?: ClientCapabilities;
}

/** What this server can do. */
export interface ServerCapabilities {
  /** Tools of the client may be given to a session. */
  host_tools: boolean;
  permissions: boolean;
  ask: boolean;
  hooks: HookCallName[];
}

/** Who the server is. */
export interface ServerInfo {
  name: string;
  version: string;
}

/** The answer to `initialize`. */
export interface InitializeResult {
  protocol: string;
  server: ServerInfo;
  capabilities: ServerCapabilities;
  /** The longest frame this side reads. */
  max_frame_bytes: number;
}

/** No fields. */
export type NoParams = object;

/** The answer to `ping`. */
export interface PingResult {
  /** Milliseconds since the epoch. */
  time: number;
}

/** A model as lists show it. */
export interface ModelRow {
  /** `PROVIDER/ID`. */
  id: string;
  provider: string;
  context_window: number | null;
  max_output_tokens: number | null;
  images: boolean;
  thinking: boolean | null;
}

/** The answer to `models.list`. */
export interface ModelsListResult {
  models: ModelRow[];
}

/** An MCP server that is started as a child process, or reached over HTTP. */
export interface McpServer {
  name: string;
  command?: string;
  args?: string[];
  env?: { [name: string]: string };
  url?: string;
  headers?: { [name: string]: string };
}

/** When a call needs somebody's consent. */
export type PermissionModeName = "ask" | "allow" | "read-only";

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
  permission_mode?: PermissionModeName;
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
  messages_count: number;
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
  limit?: number;
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
  created: number;
  /** Milliseconds since the epoch. */
  updated: number;
  messages_count: number;
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
  after: number;
}

/** An event with its number in the session. */
export interface NumberedEvent {
  seq: number;
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
  seq: number;
  /** The transcript begins earlier: `session.messages` gives all of it. */
  truncated?: boolean;
}

/** The events after a number, or, when they are no longer held, the transcript and the number it stands at. */
export type SessionEventsResult = EventsFound | EventsGap;

/** An event of a session, as it happens. */
export interface SessionEventParams extends SessionParams {
  /** From 1; given when the loop emits. */
  seq: number;
  event: Event;
  /** How many more events were merged into this one; `seq` is the last one's. */
  merged?: number;
}

/** A run has ended: exactly one for each, after `agent_end`. */
export interface SessionIdleParams extends SessionParams {
  stop_reason: AgentEnd["stop_reason"] | "command";
}

/** Events were left out for a client that reads too slowly; `session.events` gives them, or the transcript. */
export interface SessionGapParams extends SessionParams {
  /** The last event this client was sent. */
  after: number;
}

/** A call of a tool that lives in the client. */
export interface ToolInvokeParams extends SessionParams {
  tool_call_id: string;
  tool_name: string;
  arguments: JsonObject;
}

/** What it came to. */
export interface ToolInvokeResult {
  content: string | UserContent[];
  is_error?: boolean;
  /** For hosts; never sent to a model. */
  details?: Json;
}

/** A call that needs consent. */
export interface PermissionRequestParams extends SessionParams, PermissionQuestion {}

/** The consent, or none. */
export interface PermissionRequestResult {
  /** `allow_always` lasts for the session. */
  decision: PermissionDecision;
  /** Why not; the model reads it. */
  reason?: string;
}

/** A question of the model to the person behind the client. */
export interface UserAskParams extends SessionParams {
  question: string;
  choices?: string[];
}

/** Their answer. */
export interface UserAskResult {
  answer: string;
}

/** A decision the client takes part in. */
export interface HookCallParams extends SessionParams {
  hook: HookCallName;
  /** `before_tool_call`: `{tool_call_id, tool_name, arguments}`; `after_tool_call`: the same with `result`; `user_prompt`: `{text}`. */
  input: JsonObject;
}

/** What it wants changed: `{deny}` or `{arguments}`, `{content?, is_error?, details?}`, `{text}`; absent: nothing. */
export interface HookCallResult {
  output?: JsonObject;
}

/** Every request a client may send: its params and its result. */
export interface ClientRequests {
  initialize: { params: InitializeParams; result: InitializeResult };
  ping: { params: NoParams; result: PingResult };
  "models.list": { params: NoParams; result: ModelsListResult };
  "session.create": { params: SessionSettings; result: SessionCreateResult };
  "session.resume": { params: SessionResumeParams; result: SessionResumeResult };
  "session.fork": { params: SessionForkParams; result: SessionParams };
  "session.list": { params: SessionListParams; result: SessionListResult };
  "session.get": { params: SessionParams; result: SessionRowReport };
  "session.delete": { params: SessionParams; result: null };
  "session.close": { params: SessionParams; result: null };
  "session.send": { params: SessionSendParams; result: SessionSendResult };
  "session.steer": { params: SessionSendParams; result: null };
  "session.follow_up": { params: SessionSendParams; result: null };
  "session.abort": { params: SessionAbortParams; result: SessionAbortResult };
  "session.reset": { params: SessionParams; result: SessionResetResult };
  "session.compact": { params: SessionCompactParams; result: SessionCompactResult };
  "session.set_model": { params: SessionSetModelParams; result: null };
  "session.set_thinking": { params: SessionSetThinkingParams; result: null };
  "session.messages": { params: SessionMessagesParams; result: SessionMessagesResult };
  "session.events": { params: SessionEventsParams; result: SessionEventsResult };
  shutdown: { params: NoParams; result: null };
}

/** Every request letscode may send to a client. */
export interface ServerRequests {
  "tool.invoke": { params: ToolInvokeParams; result: ToolInvokeResult };
  "permission.request": { params: PermissionRequestParams; result: PermissionRequestResult };
  "user.ask": { params: UserAskParams; result: UserAskResult };
  "hook.call": { params: HookCallParams; result: HookCallResult };
}

/** Every notification letscode may send. */
export interface ServerNotifications {
  "session.event": SessionEventParams;
  "session.idle": SessionIdleParams;
  "session.gap": SessionGapParams;
}
