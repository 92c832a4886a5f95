/** From the history to what a model may see. The one place where a conversation is repaired for sending. */
import type { HookContext, Hooks } from "../plugins/hooks.ts";
import type { AssistantMessage, Message, ModelMessage, ToolResultMessage } from "../wire/messages.ts";

/**
 * The messages a model may be shown, from any history: custom messages as their plugin renders them or not at all; no
 * answer that failed, was aborted or is empty, and no result of its calls; every call followed by exactly one result.
 */
export async function visibleMessages(
  history: readonly Message[],
  hooks: Hooks,
  context: HookContext,
): Promise<ModelMessage[]> {
  const rendered: ModelMessage[] = [];
  for (const message of history) {
    if (message.role !== "custom") rendered.push(message);
    else rendered.push(...((await hooks.renderCustomMessage?.(message, context)) ?? []));
  }
  return pairCalls(rendered.filter((message) => message.role !== "assistant" || isWhole(message)));
}

function isWhole(message: AssistantMessage): boolean {
  const failed =
    message.stop_reason === "error" || message.stop_reason === "aborted" || message.stop_reason === null;
  return !failed && message.content.length > 0;
}

/** Results right behind their calls, in the order of the calls; orphans out, gaps filled. */
function pairCalls(messages: readonly ModelMessage[]): ModelMessage[] {
  const results = new Map<string, ToolResultMessage>();
  for (const message of messages)
    if (message.role === "tool_result") results.set(message.tool_call_id, message);
  const paired: ModelMessage[] = [];
  for (const message of messages) {
    if (message.role === "tool_result") continue;
    paired.push(message);
    if (message.role !== "assistant") continue;
    for (const block of message.content) {
      if (block.type !== "tool_call") continue;
      paired.push(results.get(block.tool_call_id) ?? interrupted(message, block.tool_call_id, block.name));
    }
  }
  return paired;
}

function interrupted(message: AssistantMessage, id: string, name: string): ToolResultMessage {
  return {
    id: message.id,
    timestamp: message.timestamp,
    role: "tool_result",
    tool_call_id: id,
    tool_name: name,
    content: [{ type: "text", text: "Interrupted before a result was known; it may or may not have run." }],
    is_error: true,
  };
}
