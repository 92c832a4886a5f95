/** What the loop needs from outside: it touches no process, file, clock or console of its own. */
import type { Clock } from "../clock.ts";
import type { LLMClient, ThinkingLevel } from "../llm/client.ts";
import type { Decide } from "../permissions/decision.ts";
import type { Hooks } from "../plugins/hooks.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Tool } from "../tools/tool.ts";
import type { CustomMessage, JsonObject, UserMessage } from "../wire/messages.ts";

/**
 * Checks what a model gave as a call's arguments (an object, or the raw text when it was none) against its tool's
 * schema: the arguments to run with, or what is wrong with them.
 */
export type CheckArguments = (
  tool: Tool,
  given: unknown,
) => Promise<{ arguments: JsonObject } | { problem: string }>;

/** No check at all: for those who trust their model. */
export const takeAsGiven: CheckArguments = async (_tool, given) =>
  typeof given === "object" && given !== null
    ? { arguments: given as Record<string, never> }
    : { problem: "the arguments are not a JSON object" };

/** Read anew for every model call and every tool call, so that all of it may change between two of them. */
export interface LoopPorts {
  readonly model: LLMClient;
  readonly tools: readonly Tool[];
  readonly systemPrompt: string;
  readonly thinking: ThinkingLevel;
  /** The most model calls of one run. */
  readonly maxTurns: number;
  readonly hooks: Hooks;
  readonly clock: Clock;
  readonly decide: Decide;
  readonly checkArguments: CheckArguments;
  readonly redactor: Redactor;
  /** A new id, unique in the conversation, at most 12 characters. */
  newId(): string;
  /** Claims a tool-call id for the conversation; false when it is empty or was there before. */
  claimCallId(id: string): boolean;
  /** Whether a steer or a follow-up waits. */
  hasQueued(): boolean;
  /** Takes all waiting steers. */
  takeSteers(): UserMessage[];
  /** Takes the next follow-up. */
  takeFollowUp(): UserMessage | undefined;
  /** Takes what plugins want to add to the transcript. */
  takeCustoms(): CustomMessage[];
  /** Ends what the run's tools left running. */
  endRun(): Promise<void>;
}

/** What a slash command may use. */
export interface SlashContext {
  signal: AbortSignal;
  /** Summarises the conversation as `Agent.compact` does. */
  compact(instructions?: string): Promise<CustomMessage | undefined>;
}

/** What a slash command came to: something to send to the model, or its own answer. */
export type SlashOutcome = { prompt: string } | { output: string };

/** Runs the slash command that a prompt begins with; undefined when it begins with none, and is sent as it is. */
export type Slash = (text: string, context: SlashContext) => Promise<SlashOutcome> | undefined;

/** An abort that is the agent's own decision: its text becomes the run's error. Any other abort is no error. */
export class AbortReason {
  readonly error: string | null;

  constructor(error: string | null) {
    this.error = error;
  }
}
