/**
 * Messages: what a conversation is made of, on every door and on disk.
 * Names are snake_case because these types are the wire.
 */
import type { Integer } from "./integer.ts";

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** Plain text. */
export interface TextBlock {
  type: "text";
  text: string;
}

/** An image, base64 without line breaks or a `data:` prefix. */
export interface ImageBlock {
  type: "image";
  /** Such as `image/png`. */
  mime_type: string;
  data: string;
}

/** What a model thought before it answered. */
export interface ThinkingBlock {
  type: "thinking";
  thinking: string;
  /** The provider's proof that the thinking is its own; sent back verbatim. */
  signature?: string;
  /** The provider hid the text; `provider_data` holds what it needs back. */
  redacted?: boolean;
  /** Whatever the provider needs back, verbatim. */
  provider_data?: Json;
}

/** A tool the model wants to be run. */
export interface ToolCallBlock {
  type: "tool_call";
  /** Unique in the conversation; an empty or repeated id is replaced on arrival. */
  tool_call_id: string;
  name: string;
  arguments: JsonObject;
  /** The raw text, only when it did not parse as a JSON object; then `arguments` is `{}`. */
  arguments_text?: string;
  /** Whatever the provider needs back, verbatim. */
  provider_data?: Json;
}

/** What a user message or a tool result may hold. */
export type UserContent = TextBlock | ImageBlock;

/** What an assistant message may hold. */
export type AssistantContent = TextBlock | ThinkingBlock | ToolCallBlock;

/**
 * Why an assistant message ended: the model was done, it wants tools, it hit its output limit, it refused,
 * the run was aborted, or the provider failed.
 */
export type StopReason = "end_turn" | "tool_use" | "max_tokens" | "refusal" | "aborted" | "error";

/** Token counts and cost of one model call. */
export interface Usage {
  input_tokens: Integer;
  output_tokens: Integer;
  cache_read_tokens: Integer;
  cache_write_tokens: Integer;
  reasoning_tokens: Integer;
  /** US dollars; null when the price is not known. */
  cost_usd: number | null;
}

/** Fields every message has. */
export interface MessageBase {
  /** Unique in the conversation, at most 12 characters. */
  id: string;
  /** Milliseconds since the epoch. */
  timestamp: Integer;
}

/** What the user, or the host for them, said. */
export interface UserMessage extends MessageBase {
  role: "user";
  content: UserContent[];
}

/** What the model said. `stop_reason` is null and `usage` all zero until `message_end`. */
export interface AssistantMessage extends MessageBase {
  role: "assistant";
  content: AssistantContent[];
  provider: string;
  model: string;
  usage: Usage;
  stop_reason: StopReason | null;
  /** Why it ended with `error`. */
  error_message?: string;
}

/** What a tool call came to. */
export interface ToolResultMessage extends MessageBase {
  role: "tool_result";
  tool_call_id: string;
  tool_name: string;
  content: UserContent[];
  is_error: boolean;
  /** Any JSON for hosts, such as a diff or an exit code; never sent to a model. */
  details?: Json;
}

/** A plugin's own entry: it survives save and load and is invisible to the model unless its plugin renders it. */
export interface CustomMessage extends MessageBase {
  role: "custom";
  /** The owner's name for it. */
  kind: string;
  data: Json;
}

/** Any message of a conversation. */
export type Message = UserMessage | AssistantMessage | ToolResultMessage | CustomMessage;

/** The messages a model may be shown. */
export type ModelMessage = UserMessage | AssistantMessage | ToolResultMessage;

/** A message named without its content. */
export interface MessageRef {
  id: string;
  role: Message["role"];
}
