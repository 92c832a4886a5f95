/** Events without keys: what a terminal shows of them, as the other doors write them. */
import { encodeEvent } from "../agent/encode-event.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Event } from "../wire/events.ts";

/** The event without any configured key. Deltas of a model are clean already; of the ends, no text is shown. */
export function cleanEvent(event: Event, redactor: Redactor): Event {
  const { type } = event;
  if (type === "message_update" || type === "turn_end" || type === "agent_end") return event;
  return JSON.parse(encodeEvent(event, redactor));
}
