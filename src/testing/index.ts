/** The public names of `letscode/testing`: for the tests of plugins, and of programs that host letscode. */

export type { RunResult } from "../agent/agent-options.ts";
export type { Clock } from "../clock.ts";
export type { ManualClock } from "./manual-clock.ts";
export { manualClock } from "./manual-clock.ts";
export type {
  ScriptedAnswer,
  ScriptedCall,
  ScriptedModel,
  ScriptedModelOptions,
  ScriptedStep,
} from "./scripted-model.ts";
export { scriptedModel } from "./scripted-model.ts";
export type { TestConversation, TestConversationOptions, TestPlugin } from "./test-conversation.ts";
export { testConversation } from "./test-conversation.ts";
