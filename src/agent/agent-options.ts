/** What an agent is made of, and what can be known of it. */
import type { Clock } from "../clock.ts";
import type { LLMClient, ThinkingLevel } from "../llm/client.ts";
import type { Decide } from "../permissions/decision.ts";
import type { Hooks } from "../plugins/hooks.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Tool } from "../tools/tool.ts";
import type { SessionReport } from "../wire/control.ts";
import type { AgentEnd, Event } from "../wire/events.ts";
import type { AssistantMessage, Message, Usage, UserMessage } from "../wire/messages.ts";
import type { CheckArguments, Slash } from "./ports.ts";

/** What an agent is made of. Only the model is needed. */
export interface AgentOptions {
  model: LLMClient;
  /** As a function: read anew for each call of the model or of a tool. */
  tools?: readonly Tool[] | (() => readonly Tool[]);
  systemPrompt?: string;
  thinking?: ThinkingLevel;
  /** The most model calls of one run; no limit when absent. */
  maxTurns?: number;
  /** A conversation to go on with. */
  messages?: readonly Message[];
  /** Absent: every call is allowed. */
  decide?: Decide;
  hooks?: Hooks;
  clock?: Clock;
  /** A new id, unique in the conversation, at most 12 characters. */
  newId?: () => string;
  /** Absent: arguments go to the tool as the model gave them. */
  checkArguments?: CheckArguments;
  /** Keeps configured keys out of streamed text. */
  redactor?: Redactor;
  /** Called before a run ends: ends what its tools left running. */
  endRun?: () => Promise<void>;
  /** Called once, right after the agent was made. The first run waits for it. */
  onStart?: () => void | Promise<void>;
  /** Called by `reset`. The next run waits for it. */
  onReset?: () => void | Promise<void>;
  /** Called once, by `close`, which waits for it. */
  onClose?: () => void | Promise<void>;
  /** Where the conversation is kept; absent: nowhere. */
  session?: () => SessionReport | null;
  /** Runs what a prompt that begins with a slash means; absent: nothing, it is sent as it is. */
  slash?: Slash;
  /** Told, in one line, of a subscriber that threw. */
  report?: (line: string) => void;
}

/** Takes every event in order. What it returns is awaited; what it throws is reported and skipped. */
export type Sink = (event: Event) => void | Promise<void>;

/** What is known of an agent at this moment. */
export interface AgentState {
  readonly messages: readonly Message[];
  /** The answer that streams now, as far as it has come. */
  readonly partial: AssistantMessage | null;
  readonly running: boolean;
  readonly queues: { readonly steer: readonly UserMessage[]; readonly followUp: readonly UserMessage[] };
  readonly model: LLMClient;
  readonly thinking: ThinkingLevel;
  /** Where the conversation is kept; null: nowhere. */
  readonly session: SessionReport | null;
  /** About how many tokens of context it fills. */
  readonly contextTokens: number;
  /** Of all model calls of the conversation, with those that custom messages tell of in their `data.usage`. */
  readonly usage: Usage;
}

/** How a run ended. */
export interface RunResult {
  error: string | null;
  /** `command`: there was no run, since the prompt was a slash command that answers, or fails, by itself. */
  stop_reason: AgentEnd["stop_reason"] | "command";
  /** The answer of a slash command. */
  output?: string;
}
