/** What a run came to, as its events tell. */
import { addUsage, zeroUsage } from "../usage.ts";
import type { AgentEnd } from "../wire/events.ts";
import type { Message, Usage } from "../wire/messages.ts";
import { textOf } from "./answer-text.ts";
import type { ClientEvent } from "./client-event.ts";

/** How a run ended. A run that failed or was aborted has a result too. */
export interface RunResult {
  /** The text of the last answer. */
  text: string;
  /** The user's message; null when a slash command answered by itself. */
  messageId: string | null;
  /** The last message of the run; null when there was none. */
  lastMessageId: string | null;
  /** `command`: a slash command answered by itself, and there was no run. */
  stopReason: AgentEnd["stop_reason"] | "command";
  /** Why the run failed, or null. */
  error: string | null;
  /** Of all model calls of the run. */
  usage: Usage;
  /** What a slash command said that answers by itself. */
  output?: string;
}

/** Adds up the events of one run. Holds one answer's text, however long the run is. */
export class RunOutcome {
  #text = "";
  #first: string | null = null;
  #last: string | null = null;
  #stopReason: RunResult["stopReason"] = "end_turn";
  #error: string | null = null;
  #usage: Usage = zeroUsage();

  /** Takes the next event of the run. */
  add(event: ClientEvent): void {
    if (event.type === "message_end") this.#addMessage(event.message);
    else if (event.type === "agent_end") {
      this.#stopReason = event.stop_reason;
      this.#error = event.error;
    }
  }

  /** Begins anew with these messages, when events were missed. */
  restart(messages: readonly Message[]): void {
    this.#text = "";
    this.#usage = zeroUsage();
    for (const message of messages) this.#addMessage(message);
  }

  /** What it came to, where letscode's own word does not say otherwise. */
  result(said: Partial<RunResult>): RunResult {
    return {
      text: this.#text,
      messageId: this.#first,
      lastMessageId: this.#last,
      stopReason: this.#stopReason,
      error: this.#error,
      usage: this.#usage,
      ...said,
    };
  }

  #addMessage(message: Message): void {
    this.#last = message.id;
    if (message.role === "user") this.#first ??= message.id;
    if (message.role !== "assistant") return;
    this.#text = textOf(message);
    this.#usage = addUsage(this.#usage, message.usage);
  }
}
