/** Events as lines, the same for every door that writes them. */
import { fits, jsonText } from "../framing/ndjson.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Event } from "../wire/events.ts";
import type { Message, MessageRef } from "../wire/messages.ts";
import { MAX_DEPTH, MAX_LINE_BYTES } from "../wire/version.ts";

/** The event as one line, its LF included: as `eventText` writes it. */
export function encodeEvent(event: Event, redactor: Redactor, maxBytes = MAX_LINE_BYTES): string {
  return `${eventText(event, redactor, maxBytes)}\n`;
}

/**
 * The event as well-formed JSON, without any configured key. An `agent_end` or `turn_end` that would be longer than
 * `maxBytes` carries references to its messages, each of which was sent whole before, and `truncated: true`.
 */
export function eventText(event: Event, redactor: Redactor, maxBytes: number): string {
  return redactor.line(event, (value) => {
    const text = tryEncode(value as Event);
    if (text !== null && fits(text, maxBytes)) return text;
    return jsonText(prune(shorten(value as Event), MAX_DEPTH));
  });
}

/** Null when the text would be longer than a string can be, or what it holds is nested too deeply. */
function tryEncode(event: Event): string | null {
  try {
    return jsonText(event);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function shorten(event: Event): Event {
  if (event.type === "agent_end")
    return { ...event, messages: event.messages.map(reference), truncated: true };
  if (event.type === "turn_end")
    return { ...event, tool_results: event.tool_results.map(reference), truncated: true };
  return event;
}

function reference({ id, role }: Message | MessageRef): MessageRef {
  return { id, role };
}

/** The value without what lies more than `levels` deep: such details are no use to anybody, and a lost event is worse. */
function prune(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "(nested too deeply)";
  if (Array.isArray(value)) return value.map((item) => prune(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, prune(item, levels - 1)]));
}
