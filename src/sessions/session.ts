/** One conversation on disk, as whoever holds it writes it. */
import type { Event } from "../wire/events.ts";
import type { Message } from "../wire/messages.ts";
import type { Journal } from "./journal.ts";

/** What a session is made of. */
export interface SessionParts {
  id: string;
  /** Absolute. */
  file: string;
  messages: readonly Message[];
  notices: readonly string[];
  /** Messages that are part of the conversation and not in its file yet: written before the next one. */
  owed: readonly Message[];
  journal: Journal;
  /** Begins the conversation that follows this one after a reset. */
  next(): Session;
  /** Called once, when everything is written that can be. */
  release(): void;
}

/**
 * A conversation that is being saved. Its file is made with its first message. Only one session at a time, of all
 * processes, has a conversation.
 */
export class Session {
  readonly #parts: SessionParts;
  readonly #known: Set<string>;
  #owed: readonly Message[];
  #closed = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#owed = parts.owed;
    this.#known = new Set(parts.messages.map(({ id }) => id));
  }

  /** Known before there is a file. */
  get id(): string {
    return this.#parts.id;
  }

  /** Absolute; known before it is there. */
  get file(): string {
    return this.#parts.file;
  }

  /** What was in the file when it was opened, in order, every call with its result. */
  get messages(): readonly Message[] {
    return this.#parts.messages;
  }

  /** One line for each thing that was not well with the file. */
  get notices(): readonly string[] {
    return this.#parts.notices;
  }

  /**
   * Takes an event of the conversation: what it finishes is with the system when this returns, each message once. Never
   * throws: what cannot be written is told, waits, and is tried again with the next message.
   */
  record(event: Event): void {
    if (event.type === "message_end") this.#save(event.message);
    else if (event.type === "tool_execution_end") this.#save(event.result);
    else if (event.type === "agent_end") this.#parts.journal.sync();
  }

  /** Closes this session and begins the next one in the same place. */
  next(): Session {
    this.close();
    return this.#parts.next();
  }

  /** Lets others have the conversation. Twice is once. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#parts.journal.close();
    this.#parts.release();
  }

  #save(message: Message): void {
    if (this.#closed || this.#known.has(message.id)) return;
    this.#known.add(message.id);
    const lines = [...this.#owed, message].map((one) => ({ type: "message", message: one }));
    this.#owed = [];
    this.#parts.journal.add(...lines);
  }
}
