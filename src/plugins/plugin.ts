/** What a plugin is: a module that exports functions named after hooks. It imports nothing from letscode to work. */
import type { LLMRequest, StreamOptions } from "../llm/client.ts";
import type { Event } from "../wire/events.ts";
import type {
  CustomMessage,
  Json,
  JsonObject,
  Message,
  ModelMessage,
  StopReason,
  ToolResultMessage,
  Usage,
  UserContent,
  UserMessage,
} from "../wire/messages.ts";
import type { StreamEvent } from "../wire/stream.ts";

/** One line at a time for whoever runs letscode: stderr and the log, never stdout. */
export interface PluginLog {
  /** Shown only with `--verbose`, and in the log file. */
  info(line: string): void;
  /** Always shown. */
  warn(line: string): void;
}

/** One model call outside the conversation. */
export interface CompletionRequest {
  /** What is asked: a text, or messages. */
  prompt: string | readonly ModelMessage[];
  system?: string;
  /** A name for recordings; absent: the plugin's. */
  purpose?: string;
}

/** What the model answered. */
export interface Completion {
  text: string;
  usage: Usage;
  /** Why it ended: `max_tokens` when the output limit cut it. */
  stop_reason: StopReason;
}

/** What a plugin keeps in the conversation: custom messages. They survive save and load. */
export interface PluginSession {
  /** The conversation's id; null when it is not saved. */
  readonly id: string | null;
  /** The custom messages of a kind, oldest first. Absent: of the plugin's own kind, which is its name. */
  entries(kind?: string): CustomMessage[];
  /**
   * Adds a custom message. It joins the transcript before the next model call, or at the end of the run. Throws when the
   * conversation has ended.
   */
  append(data: Json, kind?: string): CustomMessage;
}

/** What every hook gets as its last argument. After the conversation has ended it can do nothing any more. */
export interface PluginContext {
  /** The plugin's name: of its package, or of its file without the ending. */
  readonly name: string;
  /** The folder the tools work in. */
  readonly workspace: string;
  /**
   * Aborts when the run is aborted, when the hook's time is up, or when the conversation ends; in
   * `letscode_session_start`, `letscode_tools` and `letscode_commands` only the last.
   */
  readonly signal: AbortSignal;
  readonly log: PluginLog;
  /** The model of the next call. */
  readonly model: { readonly provider: string; readonly id: string; readonly contextWindow: number | null };
  /** Asks the conversation's model something beside the conversation. Rejects when the model fails. */
  complete(request: CompletionRequest): Promise<Completion>;
  readonly session: PluginSession;
}

/** A call that waits for a decision, or has been made. */
export interface PluginCall {
  readonly tool_call_id: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What `letscode_before_tool_call` may return. Nothing: no objection. Anything else than these denies the call. */
export type PluginDecision =
  | undefined
  | null
  /** Not run; the reason is told to the model. */
  | { deny: string }
  /** Run with other arguments, which are checked against the tool's schema again. */
  | { arguments: JsonObject };

/** What a plugin's tool returns: a text, blocks, or both with more said. */
export type PluginToolOutput =
  | string
  | UserContent[]
  | { content: string | UserContent[]; is_error?: boolean; details?: Json };

/** A tool of a plugin. What it throws becomes an error result that the model reads. */
export interface PluginTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments object; absent: an object without fields. */
  parameters?: JsonObject;
  /** May run beside other calls; absent: it runs alone. */
  parallel?: boolean;
  /** Only looks, and needs no consent; absent: it counts as acting outside letscode. */
  read_only?: boolean;
  execute(
    args: JsonObject,
    context: PluginContext & {
      /** Reports output since the last update. */
      update(delta: string): void;
    },
  ): PluginToolOutput | Promise<PluginToolOutput>;
}

/** A slash command of a plugin. */
export interface PluginCommand {
  /** Without the slash: letters, digits, `-`, `_` and `:`. */
  name: string;
  description: string;
  /**
   * What was typed behind the name is `args`. `{ prompt }` is sent to the model; a string is shown as the command's own
   * answer; nothing ends it silently.
   */
  run(
    args: string,
    context: PluginContext,
  ): string | { prompt: string } | undefined | Promise<string | { prompt: string } | undefined>;
}

/** A provider of models, chosen as `NAME/MODEL`. */
export interface PluginProvider {
  name: string;
  /** For the list of models. */
  models?: readonly { id: string; context_window?: number }[];
  /** One model call: the events of an answer, ending with `stop`. What it throws fails the call. */
  stream(model: string, request: LLMRequest, options: StreamOptions): AsyncIterable<StreamEvent>;
}

type Maybe<T> = T | undefined | Promise<T | undefined>;

/** The exports of a plugin module. Each is optional; other exports are ignored. */
export interface Plugin {
  /**
   * Changes what the model will see in this call; undefined leaves it. The messages are a copy. A custom message with a
   * new id, or none, joins the conversation; every other change is for the call alone.
   */
  letscode_transform_context?(messages: Message[], context: PluginContext): Maybe<(Message | AddedMessage)[]>;
  /** Turns a custom message into user and assistant messages; undefined for kinds it does not own. */
  letscode_render_custom_message?(message: CustomMessage, context: PluginContext): Maybe<RenderedMessage[]>;
  /** More tools. */
  letscode_tools?(context: PluginContext): Maybe<PluginTool[]>;
  /** Allows, denies or changes a call. When it throws or takes too long, the call is denied. */
  letscode_before_tool_call?(
    call: PluginCall,
    context: PluginContext,
  ): PluginDecision | Promise<PluginDecision>;
  /** Changes what a call came to; undefined leaves it. */
  letscode_after_tool_call?(
    call: PluginCall,
    result: ToolResultMessage,
    context: PluginContext,
  ): Maybe<Partial<Pick<ToolResultMessage, "content" | "is_error" | "details">>>;
  /** Changes the system prompt; undefined leaves it. */
  letscode_system_prompt?(prompt: string, context: PluginContext): Maybe<string>;
  /** More slash commands. */
  letscode_commands?(context: PluginContext): Maybe<PluginCommand[]>;
  /** More model providers. The context has no conversation yet: its `session` and `complete` throw. */
  letscode_providers?(context: PluginContext): Maybe<PluginProvider[]>;
  /** Watches; what it returns is ignored, and the event is a copy. */
  letscode_event?(event: Event, context: PluginContext): void | Promise<void>;
  /** A conversation begins: a new one, a resumed one, the next one after a reset. */
  letscode_session_start?(context: PluginContext): void | Promise<void>;
  /** It has ended. */
  letscode_session_end?(context: PluginContext): void | Promise<void>;
}

/** A message that a plugin puts into the context; its id (at most 12 characters) and its time are made where they are absent. */
export type AddedMessage = Partial<Pick<CustomMessage, "id" | "timestamp">> &
  (Omit<CustomMessage, "id" | "timestamp"> | Omit<UserMessage, "id" | "timestamp">);

/** A message a plugin makes for the model; ids and times are filled in where they are absent. */
export type RenderedMessage =
  | { role: "user"; content: string | UserContent[] }
  | { role: "assistant"; content: string | { type: "text"; text: string }[] };
