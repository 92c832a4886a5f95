/** The public names of letscode, one by one. */

export type { AgentOptions, AgentState, RunResult, Sink } from "./agent/agent.ts";
export { Agent } from "./agent/agent.ts";
export { foldStream } from "./agent/fold.ts";
export type { LoopInput } from "./agent/loop.ts";
export { agentLoop } from "./agent/loop.ts";
export type { CheckArguments, LoopPorts } from "./agent/ports.ts";
export { type AgentSettings, assemble } from "./assemble.ts";
export { type Clock, systemClock } from "./clock.ts";
export {
  BusyError,
  LetscodeError,
  ProviderError,
  type ProviderFailure,
  ToolError,
  UsageError,
} from "./errors.ts";
