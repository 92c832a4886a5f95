/** The hooks of one agent from plugins, in their order, as a conversation composes them. */
import type { HookContext, Hooks } from "../../../src/plugins/hooks.ts";
import type { RenderedMessage } from "../../../src/plugins/plugin.ts";
import type { CustomMessage, Message, ModelMessage } from "../../../src/wire/messages.ts";

type Maybe<T> = T | undefined | Promise<T | undefined>;

/** What matters of a plugin here. */
export interface Part {
  letscode_transform_context?(messages: readonly Message[], context: HookContext): Maybe<readonly Message[]>;
  letscode_render_custom_message?(message: CustomMessage, context: HookContext): Maybe<RenderedMessage[]>;
  compact?: Hooks["compact"];
}

/** Each plugin sees what the one before returned; custom messages with new ids join the transcript. */
export function hooksOf(...parts: readonly Part[]): Hooks {
  const compact = parts.find((part) => part.compact)?.compact;
  return {
    async transformContext(history, context) {
      let messages = history;
      for (const part of parts)
        messages = (await part.letscode_transform_context?.(messages, context)) ?? messages;
      const known = new Set(history.map(({ id }) => id));
      const customs = messages.filter((message) => message.role === "custom" && !known.has(message.id));
      return { messages, customs: customs as CustomMessage[] };
    },
    async renderCustomMessage(message, context) {
      for (const part of parts) {
        const rendered = await part.letscode_render_custom_message?.(message, context);
        if (rendered) return rendered.map((one, at) => completed(one, `${message.id}.${at}`));
      }
      return undefined;
    },
    ...(compact ? { compact } : {}),
  };
}

function completed(rendered: RenderedMessage, id: string): ModelMessage {
  if (rendered.role === "assistant") throw new Error("nobody renders answers here");
  const { content } = rendered;
  return {
    id,
    timestamp: 0,
    role: "user",
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
  };
}
