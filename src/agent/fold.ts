/** The fold: what the deltas of a message amount to. Pure, so that any host can do the same. */
import { appendText } from "../framing/append-text.ts";
import { parseArguments } from "../llm/client.ts";
import type { AssistantContent, AssistantMessage, JsonObject, ToolCallBlock } from "../wire/messages.ts";
import type { StreamEvent } from "../wire/stream.ts";

/**
 * The message after one more stream event; the one given stays as it was. While a call's arguments still grow, their
 * raw text is in `arguments_text` and `arguments` is `{}`. Signatures, usage, cost and the stop reason come only with
 * `message_end`.
 */
export function foldStream(message: AssistantMessage, event: StreamEvent): AssistantMessage {
  switch (event.type) {
    case "text_delta": {
      const block = message.content[event.index];
      if (block?.type !== "text") return place(message, event.index, { type: "text", text: event.delta });
      return replace(message, event.index, { ...block, text: appendText(block.text, event.delta) });
    }
    case "thinking_delta": {
      const block = message.content[event.index];
      if (block?.type !== "thinking")
        return place(message, event.index, { type: "thinking", thinking: event.delta });
      return replace(message, event.index, { ...block, thinking: appendText(block.thinking, event.delta) });
    }
    case "tool_call_start":
      return place(message, event.index, {
        type: "tool_call",
        tool_call_id: event.tool_call_id,
        name: event.name,
        arguments: {},
      });
    case "tool_call_args_delta":
      return changeCall(message, event.tool_call_id, (call) => ({
        ...call,
        arguments_text: appendText(call.arguments_text ?? "", event.delta),
      }));
    case "tool_call_end":
      return changeCall(message, event.tool_call_id, (call) => finishCall(call, event.arguments));
    case "usage":
    case "stop":
    case "retry":
      return message;
  }
}

function finishCall(call: ToolCallBlock, args: JsonObject): ToolCallBlock {
  const { arguments_text: text, ...rest } = call;
  const unparsed = text !== undefined && Object.keys(args).length === 0 && parseArguments(text) === undefined;
  return { ...rest, arguments: args, ...(unparsed ? { arguments_text: text } : {}) };
}

/** A new block at its place. A place that was jumped over belongs to thinking the provider kept to itself. */
function place(message: AssistantMessage, index: number, block: AssistantContent): AssistantMessage {
  const content = message.content.slice();
  while (content.length < index) content.push({ type: "thinking", thinking: "", redacted: true });
  content.push(block);
  return { ...message, content };
}

function replace(message: AssistantMessage, index: number, block: AssistantContent): AssistantMessage {
  const content = message.content.slice();
  content[index] = block;
  return { ...message, content };
}

function changeCall(
  message: AssistantMessage,
  id: string,
  change: (call: ToolCallBlock) => ToolCallBlock,
): AssistantMessage {
  const index = message.content.findLastIndex(
    (block) => block.type === "tool_call" && block.tool_call_id === id,
  );
  const call = message.content[index];
  return call?.type === "tool_call" ? replace(message, index, change(call)) : message;
}
