/** How a client finds letscode, and what letscode may ask of the program. */
import type { Json, JsonObject, ToolResultMessage, UserContent } from "../wire/messages.ts";
import type { ClientCapabilities } from "../wire/methods.ts";
import type { BaseClientOptions } from "./base-options.ts";
import type { Session } from "./session.ts";

/** What a handler is told beside what it is asked. */
export interface HandlerContext {
  session: Session;
  /** Aborted when the answer is not needed any more. */
  signal: AbortSignal;
}

/** A question of the model to the person behind the program. */
export interface Question {
  question: string;
  /** Answers to choose from; any other may be given. */
  choices?: string[];
}

/** A call that a tool is about to be run with. */
export interface HookedCall {
  tool_call_id: string;
  tool_name: string;
  arguments: JsonObject;
}

/** Decisions in which the program takes part, for every session. What is returned is changed; nothing returned changes nothing. */
export interface ClientHooks {
  /** May change a call's arguments, or deny it for a reason that the model is told. */
  beforeToolCall?(
    call: HookedCall,
    context: HandlerContext,
  ): HookAnswer<{ arguments: JsonObject } | { deny: string }>;
  /** May change what a call came to. When it returns anything else, the model gets an error in place of the result. */
  afterToolCall?(
    call: HookedCall & { result: ToolResultMessage },
    context: HandlerContext,
  ): HookAnswer<{ content?: string | UserContent[]; is_error?: boolean; details?: Json }>;
  /** May change what the user said, before the model reads it. */
  userPrompt?(prompt: { text: string }, context: HandlerContext): HookAnswer<{ text: string }>;
}

/** At once or later. */
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing is the usual one
export type HookAnswer<T> = T | undefined | void | Promise<T | undefined | void>;

/** How a client finds letscode, and what it does with it. Nothing is required: without options it starts the one it came with. */
export interface ClientOptions extends BaseClientOptions {
  /** Connects to a letscode that listens, `HOST:PORT` or `unix:PATH`, and starts none. */
  url?: string;
  /** The token that a listening letscode asks for. */
  token?: string;
  /** What the program is called; in letscode's log. */
  name?: string;
  /** Answers what the model asks the person behind the program. Absent: the model cannot ask. */
  onQuestion?(question: Question, context: HandlerContext): string | Promise<string>;
  /** Decisions in which the program takes part. */
  hooks?: ClientHooks;
}

/** The names of the hooks on the wire. */
export const HOOKS = {
  before_tool_call: "beforeToolCall",
  after_tool_call: "afterToolCall",
  user_prompt: "userPrompt",
} as const;

/** What these options make a client able to answer. */
export function capabilitiesOf({ onQuestion, hooks = {} }: ClientOptions): ClientCapabilities {
  const names = (Object.keys(HOOKS) as (keyof typeof HOOKS)[]).filter((name) => hooks[HOOKS[name]]);
  return {
    permissions: true,
    ...(onQuestion ? { ask: true } : {}),
    ...(names.length > 0 ? { hooks: names } : {}),
  };
}
