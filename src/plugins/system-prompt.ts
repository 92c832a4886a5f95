/** `letscode_system_prompt` of all plugins, one after the other. */
import { callHook } from "./call-hook.ts";
import type { PluginConversation } from "./conversation.ts";
import type { HookContext } from "./hooks.ts";
import { described, WrongReturn } from "./json-copy.ts";
import type { LoadedPlugin } from "./loaded-plugin.ts";

const HOOK = "letscode_system_prompt";

/** Each plugin sees the prompt as the earlier ones left it. */
export async function changeSystemPrompt(
  prompt: string,
  plugins: readonly LoadedPlugin[],
  conversation: PluginConversation,
  context: HookContext,
): Promise<string> {
  let current = prompt;
  for (const loaded of plugins) {
    const before = current;
    const outcome = await callHook(loaded, HOOK, conversation, context, async (own) => {
      const changed: unknown = await loaded.plugin[HOOK]?.(before, own);
      if (changed === undefined || changed === null) return before;
      if (typeof changed === "string") return changed.toWellFormed();
      throw new WrongReturn(
        `it returned ${described(changed)}; expected the whole prompt as a text, or undefined`,
      );
    });
    if (outcome.type === "aborted") break;
    if (outcome.type === "value") current = outcome.value;
  }
  return current;
}
