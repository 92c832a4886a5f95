/** Which events make a run wait first when nobody reads. */
import type { Event } from "../wire/events.ts";

/**
 * Whether the run waits behind this event as soon as a little is unread, and not only when much is: what comes next can
 * be put off (a model call, tool output), or does not merge while it waits (whole partial messages).
 */
export function waitsEarly(event: Event): boolean {
  if (event.type === "message_update") return "content" in event.message;
  return event.type === "tool_execution_update" || event.type === "turn_start" || event.type === "turn_end";
}
