/** Lists that plugins give: their tools and their slash commands. */
import { callHook } from "./call-hook.ts";
import type { PluginConversation } from "./conversation.ts";
import type { LoadedPlugin } from "./loaded-plugin.ts";
import { asList, readItems } from "./read-list.ts";

/** What one of them is read by; throws when it is none. `at` names its place, such as `tools[0]`. */
export type ReadItem<T> = (given: object, at: string, loaded: LoadedPlugin) => T;

/** The hooks that give lists. */
export type ListHook = "letscode_tools" | "letscode_commands";

/** All of them, in order. One that is none, or has a name that is taken, is refused in one line; the rest stays. */
export async function collect<T extends { name: string }>(
  hook: ListHook,
  plugins: readonly LoadedPlugin[],
  conversation: PluginConversation,
  taken: Iterable<string>,
  read: ReadItem<T>,
): Promise<T[]> {
  const what = hook.slice("letscode_".length);
  const found: T[] = [];
  const names = new Set(taken);
  for (const loaded of plugins) {
    const outcome = await callHook(loaded, hook, conversation, { lasting: true }, async (context) => {
      return asList(await loaded.plugin[hook]?.(context), what);
    });
    if (outcome.type !== "value") continue;
    const items = readItems(outcome.value, {
      what,
      names,
      read: (given, at) => read(given, at, loaded),
      refuse: (problem) => conversation.complaints.add(loaded, hook, problem),
    });
    found.push(...items);
  }
  return found;
}
