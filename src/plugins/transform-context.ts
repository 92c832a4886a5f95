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
  const known = new Map<string, Message>(history.map((message) => [message.id, message]));
  for (const message of conversation.pending(known)) known.set(message.id, message);
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
    for (const message of outcome.value.customs) known.set(message.id, message);
  }
  return { messages, customs };
}

async function transformed(
  { plugin }: LoadedPlugin,
  messages: readonly Message[],
  known: ReadonlyMap<string, Message>,
  { port }: PluginConversation,
  context: BuiltinContext,
): Promise<TransformedContext | undefined> {
  if (isBuiltin(plugin)) {
    const made = await plugin.letscode_transform_context?.(messages, context);
    const customs = made?.filter((message) => message.role === "custom" && !known.has(message.id));
    return made && { messages: made, customs: customs as CustomMessage[] };
  }
  const made = await plugin.letscode_transform_context?.(structuredClone([...messages]), context);
  if (made === undefined || made === null) return undefined;
  const { adoptMessages } = await import("./new-messages.ts");
  return adoptMessages(returned(made, "an array of messages"), known, port);
}
