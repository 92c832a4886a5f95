/** The points where others may change what the agent sees and does. Every hook is optional. */
import type { ErrorEvent } from "../wire/events.ts";
import type {
  CustomMessage,
  JsonObject,
  Message,
  ModelMessage,
  ToolResultMessage,
} from "../wire/messages.ts";
import type { RetryEvent } from "../wire/stream.ts";

/** What a hook may use. */
export interface HookContext {
  /** Ends the hook. One that does not heed it is left behind. */
  signal: AbortSignal;
  /** Tells of a retry or of a failure in the run, at once. */
  emit(event: RetryEvent | ErrorEvent): void;
}

/** A finished call and what it came to. */
export interface FinishedCall {
  toolCallId: string;
  toolName: string;
  /** As the model gave them. */
  arguments: JsonObject;
  result: ToolResultMessage;
}

/** What a model will see of a conversation in one call. */
export interface TransformedContext {
  messages: readonly Message[];
  /** Messages to join the transcript, once, before the answer; each also stands among `messages` if the model is to see it now. */
  customs: readonly CustomMessage[];
}

/** Why the conversation is to be summarised, other than by a plugin's own decision. */
export interface CompactRequest {
  /** Somebody asked for it, or the model refused the context as too long. */
  trigger: "manual" | "overflow";
  /** What the summary should pay attention to. */
  instructions?: string;
}

/** The hooks of one agent, already composed into one of each. None changes what it is given. */
export interface Hooks {
  /** Changes the system prompt of the next call. */
  systemPrompt?(prompt: string, context: HookContext): Promise<string>;
  /** Changes what the model will see in this call. */
  transformContext?(history: readonly Message[], context: HookContext): Promise<TransformedContext>;
  /** Turns a custom message into messages a model may see; undefined for kinds it does not own. */
  renderCustomMessage?(message: CustomMessage, context: HookContext): Promise<ModelMessage[] | undefined>;
  /** Changes a call's result. */
  afterToolCall?(call: FinishedCall, context: HookContext): Promise<ToolResultMessage>;
  /**
   * Summarises the older part of the history: a message for the transcript that makes the next context shorter, or
   * undefined when there is nothing to summarise. Throws when the summary could not be made; then nothing has changed.
   */
  compact?(
    history: readonly Message[],
    request: CompactRequest,
    context: HookContext,
  ): Promise<CustomMessage | undefined>;
}
