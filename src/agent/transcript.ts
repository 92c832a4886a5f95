/** The messages of one conversation, as its events tell of them. */
import { addUsage, readUsage, zeroUsage } from "../usage.ts";
import type { Event } from "../wire/events.ts";
import type { AssistantMessage, Message, Usage } from "../wire/messages.ts";
import { foldStream } from "./fold.ts";

/** What was said so far, the answer that streams now, and what all of it cost. */
export class Transcript {
  #messages: Message[];
  #callIds = new Set<string>();
  #usage = zeroUsage();
  /** The answer that streams now, as far as it has come. */
  partial: AssistantMessage | null = null;

  constructor(messages: readonly Message[]) {
    this.#messages = [...messages];
    for (const message of messages) this.#learn(message);
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** Of all model calls, with those that custom messages tell of in their `data.usage`. */
  get usage(): Usage {
    return this.#usage;
  }

  /** Takes an event in. */
  fold(event: Event): void {
    if (event.type === "message_update") {
      if (this.partial) this.partial = foldStream(this.partial, event.stream_event);
    } else if (event.type === "message_start") {
      if (event.message.role === "assistant") this.partial = event.message;
    } else if (event.type === "message_end") {
      if (event.message.role === "assistant") this.partial = null;
      this.#messages.push(event.message);
      this.#learn(event.message);
    }
  }

  /** Claims a tool-call id; false when it is empty or was there before. */
  claimCallId(id: string): boolean {
    if (id === "" || this.#callIds.has(id)) return false;
    this.#callIds.add(id);
    return true;
  }

  /** Forgets everything. */
  clear(): void {
    this.#messages = [];
    this.#callIds = new Set();
    this.#usage = zeroUsage();
  }

  #learn(message: Message): void {
    if (message.role === "custom") {
      const told = (message.data as { usage?: unknown } | null)?.usage;
      this.#usage = addUsage(this.#usage, readUsage(told));
    }
    if (message.role !== "assistant") return;
    this.#usage = addUsage(this.#usage, message.usage);
    for (const block of message.content)
      if (block.type === "tool_call") this.#callIds.add(block.tool_call_id);
  }
}
