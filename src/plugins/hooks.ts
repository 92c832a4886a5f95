/** The points where others may change what the agent sees and does. Every hook is optional. */
import type { CustomMessage, Message, ModelMessage, ToolResultMessage } from "../wire/messages.ts";

/** What a hook may use. */
export interface HookContext {
  signal: AbortSignal;
}

/** A finished call and what it came to. */
export interface FinishedCall {
  toolCallId: string;
  toolName: string;
  result: ToolResultMessage;
}

/** The hooks of one agent, already composed into one of each. */
export interface Hooks {
  /** Changes the system prompt of the next call. */
  systemPrompt?(prompt: string, context: HookContext): Promise<string>;
  /**
   * Changes what the model will see in this call; works on a copy. A `custom` message whose id is new is appended to
   * the transcript, once; every other change holds for this call only.
   */
  transformContext?(messages: Message[], context: HookContext): Promise<Message[]>;
  /** Turns a custom message into messages a model may see; undefined for kinds it does not own. */
  renderCustomMessage?(message: CustomMessage, context: HookContext): Promise<ModelMessage[] | undefined>;
  /** Changes a call's result. */
  afterToolCall?(call: FinishedCall, context: HookContext): Promise<ToolResultMessage>;
  /** A run begins, before its first event. */
  runStart?(context: HookContext): Promise<void>;
  /** A run is about to end, before `agent_end`. */
  runEnd?(context: HookContext): Promise<void>;
}
