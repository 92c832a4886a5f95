/** What a server-sent event of the Gemini API means. */
import type { Chunk } from "../dialect.ts";
import { fieldsOf, listOf, textOf } from "../fields.ts";
import type { ServerSentEvent } from "../server-sent-events.ts";

/** Reasons to stop that mean the model failed at its answer; asked again, it often succeeds. */
const BROKEN: readonly string[] = [
  "MALFORMED_FUNCTION_CALL",
  "MALFORMED_RESPONSE",
  "MISSING_THOUGHT_SIGNATURE",
  "TOO_MANY_TOOL_CALLS",
  "UNEXPECTED_TOOL_CALL",
];

/** The chunks of an event; of several, when a server that does not stream sends them all in one array. */
export function toChunks(event: ServerSentEvent, value: unknown): Chunk[] {
  if (event.data.trim() === "[DONE]") return [{ type: "done" }];
  if (value === undefined) return event.name === "error" ? [{ type: "error", error: event.data }] : [];
  return (Array.isArray(value) ? value : [value]).map((chunk) => toChunk(event, chunk));
}

/** Whether this JSON is an answer, or all the chunks of one. */
export function isAnswer(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isAnswer);
  const fields = fieldsOf(value);
  return "candidates" in fields || "promptFeedback" in fields;
}

function toChunk(event: ServerSentEvent, value: unknown): Chunk {
  const { error, candidates } = fieldsOf(value);
  if (error) return { type: "error", error: { error } };
  if (event.name === "error") return { type: "error", error: value };
  const { finishReason, finishMessage, content } = fieldsOf(listOf(candidates)[0]);
  const reason = textOf(finishReason);
  // A call of a tool that is not there comes whole: the answer "no such tool" helps the model more than a failure.
  const called = listOf(fieldsOf(content).parts).some((part) => "functionCall" in fieldsOf(part));
  if (!BROKEN.includes(reason) || (reason === "UNEXPECTED_TOOL_CALL" && called))
    return { type: "chunk", value };
  const said = textOf(finishMessage);
  return { type: "error", error: `the model stopped with ${reason}${said === "" ? "" : `: ${said}`}` };
}
