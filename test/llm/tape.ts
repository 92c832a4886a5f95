/** Recordings made by hand. */
import type { Cassette } from "../../src/llm/replay/cassette.ts";
import { parseCassette } from "../../src/llm/replay/load-cassette.ts";
import type { Event } from "../../src/wire/events.ts";
import type { AssistantMessage, Message } from "../../src/wire/messages.ts";
import type { MessageStreamEvent } from "../../src/wire/stream.ts";

/** The lines as a file's text. */
export function lines(...values: object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

/** A recording of these lines, `tape.ndjson`. */
export function tape(...values: object[]): Cassette {
  return parseCassette(lines(...values), "tape.ndjson");
}

/** The line of a finished message. */
export function ended(message: Message): Event {
  return { type: "message_end", message };
}

/** All lines of an answer: start, these updates, end. */
export function streamed(message: AssistantMessage, ...events: MessageStreamEvent[]): Event[] {
  const { id, role } = message;
  return [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    ...events.map((event): Event => ({ type: "message_update", message: { id, role }, stream_event: event })),
    ended(message),
  ];
}
