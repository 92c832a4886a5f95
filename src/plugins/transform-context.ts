/** `letscode_transform_context` of all plugins, one after the other. */
import type { CustomMessage, Message } from "../wire/messages.ts";
import { callHook } from "./call-hook.ts";
import type { PluginConversation } from "./conversation.ts";
import type { HookContext, TransformedContext } from "./hooks.ts";
import { returned } from "./json-copy.ts";
import { type BuiltinContext, isBuiltin, type LoadedPlugin } from "./loaded-plugin.ts";

/**
 * Each plugin sees what the earlier ones made of the messages, in a copy of its own. What is new is collected after each
 * of them, so that no later plugin can keep it from the transcript.
 */
export async function transformContext(
  history: readonly Message[],
  plugins: readonly LoadedPlugin[],
  conversation: PluginConversation,
  context: HookContext,
): Promise<TransformedContext> {
  const found = new Map<string, Message>();
  /** What is no news; it grows with every hook, and is as long as the history: asked for only when something changed. */
  const known = () => {
    const stored = new Map<string, Message>(history.map((message) => [message.id, message]));
    const pending = conversation.pending(stored).map((message) => [message.id, message] as const);
    return new Map([...stored, ...found, ...pending]);
  };
  const customs: CustomMessage[] = [];
  let messages = history;
  for (const loaded of plugins) {
    const outcome = await callHook(loaded, "letscode_transform_context", conversation, context, (own) =>
      transformed(loaded, messages, known, conversation, own),
    );
    if (outcome.type === "aborted") break;
    if (outcome.type === "failed" || !outcome.value) continue;
    messages = outcome.value.messages;
    customs.push(...outcome.value.customs);
    for (const message of outcome.value.customs) found.set(message.id, message);
  }
  return { messages, customs };
}

async function transformed(
  { plugin }: LoadedPlugin,
  messages: readonly Message[],
  known: () => ReadonlyMap<string, Message>,
  { port }: PluginConversation,
  context: BuiltinContext,
): Promise<TransformedContext | undefined> {
  if (isBuiltin(plugin)) {
    const made = await plugin.letscode_transform_context?.(messages, context);
    if (made === undefined || made === messages) return undefined;
    const ids = known();
    const customs = made.filter((message) => message.role === "custom" && !ids.has(message.id));
    return { messages: made, customs: customs as CustomMessage[] };
  }
  const made = await plugin.letscode_transform_context?.(structuredClone([...messages]), context);
  if (made === undefined || made === null) return undefined;
  const { adoptMessages } = await import("./new-messages.ts");
  return adoptMessages(returned(made, "an array of messages"), known(), port);
}
