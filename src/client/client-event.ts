/** The events as a client hands them on. */
import type { Event } from "../wire/events.ts";
import type { Message } from "../wire/messages.ts";

/**
 * Stands where events were left out because nobody took them for long, and letscode does not hold them any more. `messages` are
 * the conversation as it was then, or the newest of it; `running` tells whether a run went on then: when not, the end of the last one
 * may be among what is missing.
 */
export interface GapEvent {
  type: "gap";
  messages: Message[];
  running: boolean;
}

/** What a loop over events gets. An event of a type that this version does not know comes as it is. */
export type ClientEvent = Event | GapEvent;

/** An event with its number in the session. */
export interface NumberedClientEvent {
  /** From 1; of an event that was merged of several, the last one's. */
  seq: number;
  event: ClientEvent;
}
