/** What of a conversation a model sees, as far as that can be told from a message alone. */
import type { AssistantMessage, Message } from "../wire/messages.ts";

/** An answer that models see again: it is whole, and not empty. */
export function isAnswer(message: Message): message is AssistantMessage {
  if (message.role !== "assistant" || message.content.length === 0) return false;
  const { stop_reason: stop } = message;
  return stop !== null && stop !== "error" && stop !== "aborted";
}

/** Whether it may be shown to a model as it is; a custom message never is. */
export function isSeen(message: Message): boolean {
  return message.role === "assistant" ? isAnswer(message) : message.role !== "custom";
}
