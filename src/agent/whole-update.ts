/** Updates for readers that want no references. */
import type { Event } from "../wire/events.ts";
import type { AssistantMessage } from "../wire/messages.ts";

/** A `message_update` with the whole message as far as it has come; any other event as it is. */
export function wholeUpdate(event: Event, partial: AssistantMessage | null | undefined): Event {
  return partial && event.type === "message_update" ? { ...event, message: partial } : event;
}
