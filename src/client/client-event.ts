/** The events as a client hands them on. */
import type { Event } from "../wire/events.ts";
import type { Message } from "../wire/messages.ts";

/**
 * Stands where events were left out because nobody took them for long, and letscode does not hold them any more: the messages
 * of the conversation from there to where it goes on.
 */
export interface GapEvent {
  type: "gap";
  messages: Message[];
}

/** What a loop over events gets. An event of a type that this version does not know comes as it is. */
export type ClientEvent = Event | GapEvent;

/** An event with its number in the session. */
export interface NumberedClientEvent {
  /** From 1; of an event that was merged of several, the last one's. */
  seq: number;
  event: ClientEvent;
}
