/** The public names of letscode: one by one, and all that crosses a pipe. */

export { Agent } from "./agent/agent.ts";
export type { AgentOptions, AgentState, RunResult, Sink } from "./agent/agent-options.ts";
export { foldStream } from "./agent/fold.ts";
export type { LoopInput } from "./agent/loop.ts";
export { agentLoop } from "./agent/loop.ts";
export type { CheckArguments, LoopPorts, Slash, SlashContext, SlashOutcome } from "./agent/ports.ts";
export { AbortReason } from "./agent/ports.ts";
export type { Clock } from "./clock.ts";
export { systemClock } from "./clock.ts";
export type { CreateAgentOptions } from "./create-agent.ts";
export { createAgent } from "./create-agent.ts";
export type { ProviderFailure } from "./errors.ts";
export { BusyError, LetscodeError, ProviderError, ToolError, UsageError } from "./errors.ts";
export type {
  LLMClient,
  LLMRequest,
  ModelEnd,
  ModelStream,
  StreamOptions,
  ToolSpec,
} from "./llm/client.ts";
export type { HeaderTexts } from "./llm/configured-headers.ts";
export type { ConfiguredModel } from "./llm/configured-model.ts";
export type {
  Asker,
  Decide,
  Decision,
  PendingCall,
  PermissionAnswer,
  PermissionRequest,
} from "./permissions/decision.ts";
export type { PermissionMode } from "./permissions/policy.ts";
export type {
  CompactRequest,
  FinishedCall,
  HookContext,
  Hooks,
  TransformedContext,
} from "./plugins/hooks.ts";
export type { PieceRedactor, Redactor } from "./secrets/redactor.ts";
export { createRedactor } from "./secrets/redactor.ts";
export type { Access, Concurrency, Tool, ToolContext, ToolOutput } from "./tools/tool.ts";
export { VERSION } from "./version.ts";
export type * from "./wire/commands.ts";
export type * from "./wire/control.ts";
export type * from "./wire/events.ts";
export type * from "./wire/messages.ts";
export type * from "./wire/rpc.ts";
export type { McpServer } from "./wire/session-methods.ts";
export type * from "./wire/stream.ts";
export { MAX_LINE_BYTES, PROTOCOL } from "./wire/version.ts";
