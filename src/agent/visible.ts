/** From the history to what a model may see. The one place where a conversation is repaired for sending. */
import type { HookContext, Hooks } from "../plugins/hooks.ts";
import type {
  AssistantMessage,
  Message,
  ModelMessage,
  ToolResultMessage,
  UserMessage,
} from "../wire/messages.ts";

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

/**
 * Results right behind their calls, in the order of the calls; orphans out, gaps filled. No two calls have one id, and
 * the user has the first word: a history that was damaged on disk need not be so.
 */
function pairCalls(messages: readonly ModelMessage[]): ModelMessage[] {
  const results = new Map<string, ToolResultMessage[]>();
  for (const message of messages)
    if (message.role === "tool_result") {
      const { tool_call_id: id } = message;
      results.set(id, [...(results.get(id) ?? []), message]);
    }
  const paired: ModelMessage[] = [];
  const used = new Set<string>();
  for (const given of messages) {
    if (given.role === "tool_result") continue;
    if (paired.length === 0 && given.role === "assistant") paired.push(missingBeginning(given));
    if (given.role === "user") {
      paired.push(given);
      continue;
    }
    const answered: ToolResultMessage[] = [];
    const content = given.content.map((block) => {
      if (block.type !== "tool_call") return block;
      const { tool_call_id: id, name } = block;
      const result = results.get(id)?.shift() ?? interrupted(given, id, name);
      const own = unused(id, used);
      answered.push(own === id ? result : { ...result, tool_call_id: own });
      return own === id ? block : { ...block, tool_call_id: own };
    });
    const renamed = content.some((block, at) => block !== given.content[at]);
    paired.push(renamed ? { ...given, content } : given, ...answered);
  }
  return paired;
}

/** The id, or one made of it that no call has. */
function unused(id: string, used: Set<string>): string {
  let own = id;
  for (let count = 2; used.has(own); count++) own = `${id}_${count}`;
  used.add(own);
  return own;
}

function missingBeginning({ id, timestamp }: AssistantMessage): UserMessage {
  const text = "(The beginning of this conversation is missing.)";
  return { id, timestamp, role: "user", content: [{ type: "text", text }] };
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
