/** A failure that comes as a part of the answer, in any of the shapes servers use. */

import { fieldsOf, listOf, textOf } from "../fields.ts";
import type { ServerSentEvent } from "../server-sent-events.ts";

/** Reasons to stop that are failures of the server, not decisions of the model. */
const BROKEN: readonly string[] = ["error", "abort"];

/** The error this event carries, as the server described it; undefined when it is a chunk of an answer. */
export function errorIn(event: ServerSentEvent, chunk: unknown): unknown {
  const fields = fieldsOf(chunk);
  if (fields.error) return { error: fields.error };
  if (event.name === "error") return chunk ?? event.data;
  if (fields.object === "error" || fields.type === "error") return fields;
  const choice = fieldsOf(listOf(fields.choices)[0]);
  if (choice.error) return { error: choice.error };
  const reason = textOf(choice.finish_reason);
  return BROKEN.includes(reason) ? `the model stopped with ${reason}` : undefined;
}
