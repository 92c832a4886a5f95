/** Lists that plugins give: their tools and their slash commands. */
import { callHook } from "./call-hook.ts";
import type { PluginConversation } from "./conversation.ts";
import { described, WrongReturn } from "./json-copy.ts";
import type { LoadedPlugin } from "./loaded-plugin.ts";
import { thrownText } from "./one-line.ts";

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
      const list: unknown = (await loaded.plugin[hook]?.(context)) ?? [];
      if (!Array.isArray(list))
        throw new WrongReturn(`it returned ${described(list)}; expected an array of ${what}`);
      return [...list];
    });
    if (outcome.type !== "value") continue;
    for (const [index, given] of outcome.value.entries())
      try {
        const at = `${what}[${index}]`;
        if (typeof given !== "object" || given === null)
          throw new WrongReturn(`${at}: expected an object, got ${described(given)}`);
        const item = read(given, at, loaded);
        if (names.has(item.name)) throw new WrongReturn(`${at}.name: ${item.name} is taken`);
        names.add(item.name);
        found.push(item);
      } catch (thrown) {
        conversation.complaints.add(loaded, hook, thrownText(thrown));
      }
  }
  return found;
}
