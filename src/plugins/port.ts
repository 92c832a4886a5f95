/** What plugins need of the conversation they belong to. */
import type { Clock } from "../clock.ts";
import type { LLMClient } from "../llm/client.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { AssistantMessage, CustomMessage, Message } from "../wire/messages.ts";

/** What is there without a conversation, too. */
export interface PluginSurroundings {
  /** The folder the tools work in. */
  readonly workspace: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** One line for people, always shown. */
  report(line: string): void;
  /** One line that is shown only when more is asked for; absent: nobody wants it. */
  detail?(line: string): void;
}

/** One conversation after the other, as the host's owner keeps it. */
export interface ConversationPort extends PluginSurroundings {
  /** A new id, unique in the conversation, at most 12 characters. */
  newId(): string;
  /** The model of the next call. */
  model(): LLMClient;
  /** The conversation's id; null when it is not saved. */
  sessionId(): string | null;
  /** Its transcript now. */
  messages(): readonly Message[];
  /** Adds a message: it joins the transcript before the next model call, or at the end of the run. */
  append(message: CustomMessage): void;
  /** Told of each model call of a plugin, which no event tells of. */
  modelCall?(call: { purpose: string; message: AssistantMessage }): void;
}
