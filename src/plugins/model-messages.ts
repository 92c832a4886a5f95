/** What plugins make for a model, as messages of a conversation. */
import { zeroUsage } from "../usage.ts";
import type { ModelMessage, UserContent } from "../wire/messages.ts";
import type { RenderedMessage } from "./plugin.ts";
import type { ConversationPort } from "./port.ts";

/** With an id, a time and what else a message has. Empty texts and empty messages are left out. */
export function modelMessages(
  rendered: readonly RenderedMessage[],
  port: Pick<ConversationPort, "newId" | "clock" | "model">,
): ModelMessage[] {
  return rendered.flatMap((given): ModelMessage[] => {
    const content = filledBlocks(given.content);
    if (content.length === 0) return [];
    const base = { id: port.newId(), timestamp: port.clock.now() };
    if (given.role === "user") return [{ ...base, role: "user", content }];
    const { provider, model } = port.model();
    const texts = content.filter((block) => block.type === "text");
    const rest = { provider, model, usage: zeroUsage(), stop_reason: "end_turn" as const };
    return [{ ...base, role: "assistant", content: texts, ...rest }];
  });
}

function filledBlocks(content: string | readonly UserContent[]): UserContent[] {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return blocks.filter((block) => block.type !== "text" || block.text.trim() !== "");
}
