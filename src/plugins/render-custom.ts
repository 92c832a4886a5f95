/** `letscode_render_custom_message`: what a model is shown of a custom message. */
import type { CustomMessage, ModelMessage } from "../wire/messages.ts";
import { callHook } from "./call-hook.ts";
import type { PluginConversation } from "./conversation.ts";
import type { HookContext } from "./hooks.ts";
import { isBuiltin, type LoadedPlugin } from "./loaded-plugin.ts";
import { modelMessages } from "./model-messages.ts";

const HOOK = "letscode_render_custom_message";

/** The first answer that is not undefined wins; undefined when no plugin owns the kind, and then no model sees it. */
export async function renderCustomMessage(
  message: CustomMessage,
  plugins: readonly LoadedPlugin[],
  conversation: PluginConversation,
  context: HookContext,
): Promise<ModelMessage[] | undefined> {
  const { port } = conversation;
  for (const loaded of plugins) {
    const { plugin } = loaded;
    const outcome = await callHook(loaded, HOOK, conversation, context, async (own) => {
      if (isBuiltin(plugin)) {
        const made = await plugin[HOOK]?.(message, own);
        return made && modelMessages(made, port);
      }
      const made = await plugin[HOOK]?.(structuredClone(message), own);
      if (made === undefined || made === null) return undefined;
      const { readRendered } = await import("./read-rendered.ts");
      return modelMessages(readRendered(made), port);
    });
    if (outcome.type === "aborted") return undefined;
    if (outcome.type === "value" && outcome.value) return outcome.value;
  }
  return undefined;
}
