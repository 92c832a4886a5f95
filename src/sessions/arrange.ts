/** From messages as they were written to a transcript that goes on: every call has its result, right behind it. */
import { createHash } from "node:crypto";
import type { AssistantMessage, Message, ToolCallBlock, ToolResultMessage } from "../wire/messages.ts";

/** A transcript in order. */
export interface Arranged {
  messages: Message[];
  /** Results made up for calls at the transcript's end: whoever goes on with it writes them first. */
  unfinished: ToolResultMessage[];
}

/**
 * Results were written as they came; they are put behind their answer in the order of its calls. A call without a result,
 * which only an end in the middle leaves, gets an error result that says so, the same at every load. Messages stay the
 * objects they are.
 */
export function arrange(written: readonly Message[]): Arranged {
  const calls = new Set<string>();
  const results = new Map<string, ToolResultMessage>();
  for (const message of written) {
    if (message.role === "assistant")
      for (const { tool_call_id } of callsOf(message)) calls.add(tool_call_id);
    else if (message.role === "tool_result" && !results.has(message.tool_call_id))
      results.set(message.tool_call_id, message);
  }
  const messages: Message[] = [];
  let unfinished: ToolResultMessage[] = [];
  for (const message of written) {
    if (message.role === "tool_result") {
      const placed = calls.has(message.tool_call_id) && results.get(message.tool_call_id) === message;
      if (!placed) messages.push(message);
      continue;
    }
    messages.push(message);
    unfinished = [];
    if (message.role !== "assistant") continue;
    for (const call of callsOf(message)) {
      const result = results.get(call.tool_call_id);
      const shown = result ?? interrupted(message, call);
      if (!result) unfinished.push(shown);
      messages.push(shown);
    }
  }
  return { messages, unfinished };
}

function callsOf({ content }: AssistantMessage): ToolCallBlock[] {
  return content.filter((block) => block.type === "tool_call");
}

function interrupted({ id, timestamp }: AssistantMessage, call: ToolCallBlock): ToolResultMessage {
  const hash = createHash("sha256").update(`${id}\n${call.tool_call_id}`).digest("hex");
  return {
    id: `i${hash.slice(0, 11)}`,
    timestamp,
    role: "tool_result",
    tool_call_id: call.tool_call_id,
    tool_name: call.name,
    content: [{ type: "text", text: "Interrupted before a result was known; it may or may not have run." }],
    is_error: true,
  };
}
