/** The text of a run's answers as it comes, that of events that were left out too. */
import type { AssistantMessage, Message } from "../wire/messages.ts";
import type { ClientEvent } from "./client-event.ts";

/** The first and the last message of a run, as far as they are known. */
export interface RunBounds {
  messageId: string | null;
  lastMessageId: string | null;
}

/** Makes text of the events of one run. */
export class AnswerText {
  /** The answer that is being told, and how much of it was. */
  #answer: string | undefined;
  #told = 0;
  /** The last answer that was told to its end. */
  #ended: string | undefined;
  /** Whether nothing was left out of the answer that comes. */
  #isWhole = true;

  /** What the next event adds, in pieces: an empty line between two answers. `bounds` is asked for when events are missing. */
  take(event: ClientEvent, bounds: () => RunBounds): string[] {
    switch (event.type) {
      case "gap":
        this.#isWhole = false;
        return this.#untold(event.messages, bounds()).flatMap((message) => this.#rest(message));
      case "message_start":
        this.#isWhole = true;
        return [];
      case "message_update":
        return this.#isWhole && event.stream_event.type === "text_delta"
          ? this.#piece(event.message.id, event.stream_event.delta)
          : [];
      case "message_end":
        return event.message.role === "assistant" ? this.#rest(event.message) : [];
      default:
        return [];
    }
  }

  #piece(answer: string, text: string): string[] {
    const between = this.#answer === undefined || this.#answer === answer ? [] : ["\n\n"];
    if (this.#answer !== answer) this.#told = 0;
    this.#answer = answer;
    this.#told += text.length;
    return [...between, text];
  }

  /** What was not told of an answer that has ended. */
  #rest(message: AssistantMessage): string[] {
    const text = textOf(message);
    const told = this.#answer === message.id ? this.#told : 0;
    this.#ended = message.id;
    return text.length > told ? this.#piece(message.id, text.slice(told)) : [];
  }

  /** The answers of the run that have ended meanwhile. */
  #untold(messages: readonly Message[], { messageId, lastMessageId }: RunBounds): AssistantMessage[] {
    const place = (id: string | null | undefined) => messages.findIndex((message) => message.id === id);
    const known = this.#ended ?? messageId;
    // What is known and not there stands before the newest messages.
    const from = known === null ? messages.findLastIndex(({ role }) => role === "user") : place(known);
    const last = place(lastMessageId);
    return messages
      .slice(from + 1, last < 0 ? messages.length : last + 1)
      .filter((message) => message.role === "assistant");
  }
}

/** The text of an answer. */
export function textOf({ content }: AssistantMessage): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}
