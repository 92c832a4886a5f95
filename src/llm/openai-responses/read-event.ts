/** What an event of a Responses stream is: a piece of the answer, its end, or a failure in any of its shapes. */
import type { Chunk } from "../dialect.ts";
import { type Fields, fieldsOf, textOf } from "../fields.ts";
import type { ServerSentEvent } from "../server-sent-events.ts";

/** What ends a stream. */
const ENDS: readonly string[] = ["response.completed", "response.incomplete"];

/** The chunks of one event. A whole response in place of a stream counts as the event that would have ended it. */
export function toChunks(event: ServerSentEvent, value: unknown): Chunk[] {
  if (event.data.trim() === "[DONE]") return [{ type: "done" }];
  if (value === undefined) return event.name === "error" ? [{ type: "error", error: event.data }] : [];
  const chunk = isWholeResponse(value)
    ? { type: `response.${textOf(fieldsOf(value).status) || "completed"}`, response: value }
    : withType(fieldsOf(value), event.name);
  const error = errorIn(chunk);
  if (error !== undefined) return [{ type: "error", error }];
  const type = textOf(chunk.type);
  return ENDS.includes(type)
    ? [{ type: "chunk", value: chunk }, { type: "done" }]
    : [{ type: "chunk", value: chunk }];
}

/** Whether this is the response object itself and no event about it. */
export function isWholeResponse(value: unknown): boolean {
  const { object, type } = fieldsOf(value);
  return object === "response" && type === undefined;
}

/** Some servers name the type in the event's own field only. */
function withType(fields: Fields, name: string): Fields {
  return fields.type === undefined && name !== "" ? { ...fields, type: name } : fields;
}

/** The error this event carries, as the server described it. */
function errorIn(chunk: Fields): unknown {
  const type = textOf(chunk.type);
  if (type === "error" || type === "response.error") return chunk.error ? { error: chunk.error } : chunk;
  if (type === "response.failed" || type === "response.cancelled") {
    const { error } = fieldsOf(chunk.response);
    return error ? { error } : `the response ended as ${type.slice("response.".length)}`;
  }
  return chunk.error ? { error: chunk.error } : undefined;
}
