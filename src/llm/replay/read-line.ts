/** One line of a saved event stream, checked: whatever wrote it, only what replay needs is looked at. */
import { LetscodeError } from "../../errors.ts";
import { zeroUsage } from "../../usage.ts";
import type { ErrorEvent, MessageEnd } from "../../wire/events.ts";
import type { AssistantMessage } from "../../wire/messages.ts";
import type { MessageStreamEvent, RetryEvent } from "../../wire/stream.ts";

/** What a line says to a cassette. `event`: another event of the wire; none of them comes within an answer. */
export type CassetteLine =
  | { type: "clock"; ms: number }
  | { type: "model_call"; purpose: string; message: AssistantMessage }
  | { type: "message_update"; event: MessageStreamEvent | RetryEvent }
  | MessageEnd
  | RetryEvent
  | ErrorEvent
  | { type: "event" };

/** A line and, in a log of a JSON-RPC connection, the session it is of. */
export interface ReadLine {
  line: CassetteLine;
  session?: string;
}

type Fields = Record<string, unknown>;
type Shape = Record<string, "string" | "number" | "boolean" | "object" | "array">;

const RETRY: Shape = {
  attempt: "number",
  total_attempts: "number",
  delay_seconds: "number",
  reason: "string",
};
const STREAM_EVENTS: Record<string, Shape> = {
  text_delta: { delta: "string", index: "number" },
  thinking_delta: { delta: "string", index: "number" },
  tool_call_start: { tool_call_id: "string", name: "string", index: "number" },
  tool_call_args_delta: { tool_call_id: "string", delta: "string" },
  tool_call_end: { tool_call_id: "string", arguments: "object" },
  usage: { input_tokens: "number", output_tokens: "number" },
  stop: { stop_reason: "string" },
  retry: RETRY,
};
const MESSAGES: Record<string, Shape> = {
  user: { content: "array" },
  assistant: { content: "array", stop_reason: "string" },
  tool_result: { content: "array", tool_call_id: "string", tool_name: "string", is_error: "boolean" },
  custom: {},
};
const BLOCKS: Record<string, Shape> = {
  text: { text: "string" },
  thinking: { thinking: "string" },
  tool_call: { tool_call_id: "string", name: "string", arguments: "object" },
  image: { mime_type: "string", data: "string" },
};
const OTHER_EVENTS = new Set([
  "agent_start",
  "turn_start",
  "tool_execution_start",
  "tool_execution_update",
  "tool_execution_end",
  "turn_end",
  "agent_end",
]);

/**
 * The line, or undefined when it does not count: control messages, other messages of a JSON-RPC log, unknown types.
 * Throws a LetscodeError that says what is wrong with it.
 */
export function readCassetteLine(text: string): ReadLine | undefined {
  const fields = objectOf(parse(text), "the line");
  if (!("jsonrpc" in fields)) {
    const line = eventLine(fields);
    return line && { line };
  }
  if (fields.method !== "session.event") return undefined;
  const params = objectOf(fields.params, "params");
  check(params, { session_id: "string" }, "params.");
  const line = eventLine(objectOf(params.event, "params.event"));
  return line && { line, session: String(params.session_id) };
}

function eventLine(fields: Fields): CassetteLine | undefined {
  switch (fields.type) {
    case "clock":
      return check<{ type: "clock"; ms: number }>(fields, { ms: "number" });
    case "model_call": {
      check(fields, { purpose: "string" });
      return {
        type: "model_call",
        purpose: String(fields.purpose),
        message: assistantOf(messageOf(fields)),
      };
    }
    case "message_start":
      return messageOf(fields).role === "assistant" ? undefined : { type: "event" };
    case "message_update": {
      const event = objectOf(fields.stream_event, "stream_event");
      const shape = STREAM_EVENTS[String(event.type)];
      return shape && { type: "message_update", event: check(event, shape, "stream_event.") };
    }
    case "message_end":
      return messageEndOf(messageOf(fields));
    case "retry":
      return check<RetryEvent>(fields, RETRY);
    case "error":
      // The key `id` marks the control message of the same name.
      return "id" in fields
        ? undefined
        : check<ErrorEvent>(fields, { error: "string", recoverable: "boolean" });
    default:
      return OTHER_EVENTS.has(String(fields.type)) ? { type: "event" } : undefined;
  }
}

function messageEndOf(message: Fields): CassetteLine | undefined {
  const shape = MESSAGES[String(message.role)];
  if (shape === undefined) return undefined;
  if (message.role === "assistant") return { type: "message_end", message: assistantOf(message) };
  const checked = check<MessageEnd["message"]>(message, shape, "message.");
  if (checked.role !== "custom") checkBlocks(checked.content);
  return { type: "message_end", message: checked };
}

/** A hand-written message may leave out its model and its usage. */
function assistantOf(fields: Fields): AssistantMessage {
  const message = check<AssistantMessage>(fields, MESSAGES.assistant ?? {}, "message.");
  checkBlocks(message.content);
  return { ...message, model: message.model ?? "recorded", usage: { ...zeroUsage(), ...message.usage } };
}

function checkBlocks(content: readonly unknown[]): void {
  for (const [index, item] of content.entries()) {
    const name = `message.content[${index}]`;
    const block = objectOf(item, name);
    const shape = BLOCKS[String(block.type)];
    if (shape === undefined)
      throw new LetscodeError(`${name}.type must be one of ${Object.keys(BLOCKS).join(", ")}`);
    check(block, shape, `${name}.`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LetscodeError("it is not JSON");
  }
}

function messageOf(fields: Fields): Fields {
  return objectOf(fields.message, "message");
}

function objectOf(value: unknown, name: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new LetscodeError(`${name} must be an object`);
}

/** The fields as `T`, once those in `shape` are what they should be; the caller knows that they make a `T`. */
function check<T>(fields: Fields, shape: Shape, prefix = ""): T {
  for (const name in shape) {
    const wanted = shape[name];
    const value = fields[name];
    const is = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
    if (is !== wanted) throw new LetscodeError(`${prefix}${name} must be ${article(String(wanted))}`);
  }
  return fields as T;
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
