/** The public names of `letscode/client`: letscode from a program, as a process of its own or where it listens. */

export type { Clock } from "../clock.ts";
export { LetscodeError } from "../errors.ts";
export { CallTimeoutError, ConnectionError, JsonRpcError } from "../jsonrpc/errors.ts";
export type { HostTool, ImageInput, PermissionDecision, ThinkingLevel } from "../wire/commands.ts";
export type {
  Capabilities,
  CompactionReport,
  ControlErrorCode,
  Features,
  PermissionQuestion,
  QueueLengths,
  ReadyMessage,
  StateReport,
} from "../wire/control.ts";
export type * from "../wire/events.ts";
export type * from "../wire/messages.ts";
export type {
  ClientRequests,
  InitializeResult,
  ModelRow,
  SessionListParams,
  SessionRowReport,
} from "../wire/methods.ts";
export type * from "../wire/stream.ts";
export type { Call, CallOptions } from "./call.ts";
export { LetscodeClient } from "./client.ts";
export type { ClientEvent, GapEvent, NumberedClientEvent } from "./client-event.ts";
export type {
  ClientHooks,
  ClientOptions,
  HandlerContext,
  HookAnswer,
  HookedCall,
  Question,
} from "./client-options.ts";
export { CommandError, ProcessEndedError, SilenceError } from "./errors.ts";
export type { FromSchema, JsonSchema } from "./json-schema.ts";
export type { ProcessOptions } from "./letscode-process.ts";
export type { RpcClientOptions } from "./rpc-client.ts";
export { RpcClient } from "./rpc-client.ts";
export type { Run } from "./run.ts";
export type { RunResult } from "./run-outcome.ts";
export type { SendOptions } from "./send-options.ts";
export type { Session } from "./session.ts";
export type {
  PermissionAnswer,
  PermissionHandler,
  PermissionRequest,
  SessionOptions,
} from "./session-options.ts";
export type { Tool, ToolCallContext, ToolDefinition, ToolReturn } from "./tool.ts";
export { tool } from "./tool.ts";
