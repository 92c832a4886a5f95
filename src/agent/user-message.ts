/** What the user says, as a message. */
import type { ImageBlock, MessageBase, UserMessage } from "../wire/messages.ts";

/** The message of a text and images; an empty text is no block. */
export function userMessage(text: string, images: readonly ImageBlock[], base: MessageBase): UserMessage {
  const words = text === "" ? [] : [{ type: "text" as const, text: text.toWellFormed() }];
  return { ...base, role: "user", content: [...words, ...images] };
}
