/** How events shrink while a reader is behind: neighbouring pieces of one thing become one piece. */
import { appendText } from "../framing/append-text.ts";
import type { Event, MessageUpdate } from "../wire/events.ts";

/** One event in place of two neighbours, or undefined when both must stay. The fold of the stream is the same. */
export function mergeEvents(earlier: Event, later: Event): Event | undefined {
  if (earlier.type === "tool_execution_update" && later.type === "tool_execution_update")
    return earlier.tool_call_id === later.tool_call_id
      ? { ...earlier, delta: appendText(earlier.delta, later.delta) }
      : undefined;
  if (earlier.type === "message_update" && later.type === "message_update")
    return mergeUpdates(earlier, later);
  return undefined;
}

/** About how many characters an event that may merge takes on the wire; undefined for every other. */
export function mergeableSize(event: Event): number | undefined {
  if (event.type === "tool_execution_update") return event.delta.length + 120;
  if (event.type !== "message_update" || "content" in event.message) return undefined;
  const { stream_event: piece } = event;
  if (piece.type === "usage") return 240;
  return "delta" in piece ? piece.delta.length + 140 : undefined;
}

function mergeUpdates(earlier: MessageUpdate, later: MessageUpdate): MessageUpdate | undefined {
  if (earlier.message.id !== later.message.id || "content" in later.message) return undefined;
  const a = earlier.stream_event;
  const b = later.stream_event;
  if (a.type === "usage" && b.type === "usage") return later;
  const same =
    (a.type === "text_delta" && b.type === "text_delta" && a.index === b.index) ||
    (a.type === "thinking_delta" && b.type === "thinking_delta" && a.index === b.index) ||
    (a.type === "tool_call_args_delta" &&
      b.type === "tool_call_args_delta" &&
      a.tool_call_id === b.tool_call_id);
  if (!same || !("delta" in a) || !("delta" in b)) return undefined;
  return { ...earlier, stream_event: { ...a, delta: appendText(a.delta, b.delta) } };
}
