/** About how many tokens a conversation is: what the provider counted, and a guess for what came after. */
import type { Message, Usage } from "../wire/messages.ts";

/** Characters of prose or code to a token, as a rule of thumb. */
const CHARACTERS = 4;
/** What an image costs at most providers, about. */
const IMAGE_TOKENS = 1200;

/**
 * About how many tokens of context the transcript fills. The last answer's usage says what was true then; a summary of
 * the conversation that came after it says what is left.
 */
export function contextTokens(messages: readonly Message[]): number {
  let tokens = 0;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at] as Message;
    const counted = countedAt(message);
    if (counted !== undefined) return tokens + counted;
    tokens += messageTokens(message);
  }
  return tokens;
}

/** A guess for one message. */
export function messageTokens(message: Message): number {
  if (message.role === "custom") return textTokens(JSON.stringify(message.data) ?? "");
  let tokens = 4;
  for (const block of message.content)
    switch (block.type) {
      case "text":
        tokens += textTokens(block.text);
        break;
      case "thinking":
        tokens += textTokens(block.thinking);
        break;
      case "image":
        tokens += IMAGE_TOKENS;
        break;
      case "tool_call":
        tokens +=
          textTokens(block.name) + textTokens(block.arguments_text ?? JSON.stringify(block.arguments));
    }
  return tokens;
}

/** A guess for a text. */
export function textTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS);
}

/** All tokens that the provider read and wrote in a call: the context as it is after it. */
function usedTokens(usage: Usage): number {
  return usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens + usage.output_tokens;
}

/** The context up to and including this message, where the message itself knows it. */
function countedAt(message: Message): number | undefined {
  if (message.role === "assistant") {
    const failed = message.stop_reason === "error" || message.stop_reason === "aborted";
    const used = usedTokens(message.usage);
    return failed || used === 0 ? undefined : used;
  }
  if (message.role !== "custom" || message.kind !== "compaction") return undefined;
  const { data } = message;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
  return typeof data.tokens_after === "number" ? data.tokens_after : undefined;
}
