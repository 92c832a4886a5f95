/**
 * `letscode-jsonrpc/1`: the methods and notifications of JSON-RPC 2.0 between a client and letscode. `params` and `result`
 * are what stands in those fields on the wire; the types of the SDKs are made from here.
 */
import type {
  HookCallName,
  HookCallParams,
  HookCallResult,
  PermissionRequestParams,
  PermissionRequestResult,
  SessionEventParams,
  SessionGapParams,
  SessionIdleParams,
  ToolInvokeParams,
  ToolInvokeResult,
  UserAskParams,
  UserAskResult,
} from "./host-methods.ts";
import type { Integer } from "./integer.ts";
import type {
  SessionAbortParams,
  SessionAbortResult,
  SessionCompactParams,
  SessionCompactResult,
  SessionCreateResult,
  SessionEventsParams,
  SessionEventsResult,
  SessionForkParams,
  SessionListParams,
  SessionListResult,
  SessionMessagesParams,
  SessionMessagesResult,
  SessionParams,
  SessionResetResult,
  SessionResumeParams,
  SessionResumeResult,
  SessionRowReport,
  SessionSendParams,
  SessionSendResult,
  SessionSetModelParams,
  SessionSetThinkingParams,
  SessionSettings,
} from "./session-methods.ts";

export type * from "./host-methods.ts";
export type * from "./session-methods.ts";

/** Who a client is. */
export interface ClientInfo {
  name: string;
  version: string;
}

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
  max_frame_bytes: Integer;
}

/** No fields. */
export type NoParams = object;

/** The answer to `ping`. */
export interface PingResult {
  /** Milliseconds since the epoch. */
  time: Integer;
}

/** A model as lists show it. */
export interface ModelRow {
  /** `PROVIDER/ID`. */
  id: string;
  provider: string;
  context_window: Integer | null;
  max_output_tokens: Integer | null;
  images: boolean;
  thinking: boolean | null;
}

/** The answer to `models.list`. */
export interface ModelsListResult {
  models: ModelRow[];
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
