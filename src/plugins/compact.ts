/** Summaries by the built-in plugin that makes them. */
import type { CustomMessage } from "../wire/messages.ts";
import type { PluginConversation } from "./conversation.ts";
import { HookCall } from "./hook-call.ts";
import type { Hooks } from "./hooks.ts";
import { type BuiltinPlugin, isBuiltin, type LoadedPlugin } from "./loaded-plugin.ts";
import { createContext } from "./plugin-context.ts";

/** A plugin that can summarise. */
export type Compactor = LoadedPlugin & { plugin: BuiltinPlugin & Required<Pick<BuiltinPlugin, "compact">> };

/** Whether the plugin can summarise; only built-in ones can. */
export function isCompactor(loaded: LoadedPlugin): loaded is Compactor {
  return isBuiltin(loaded.plugin) && loaded.plugin.compact !== undefined;
}

/** As `Hooks.compact`: what the plugin throws goes on to whoever asked. */
export async function compactBy(
  loaded: Compactor,
  conversation: PluginConversation,
  ...[history, request, { signal, emit }]: Parameters<NonNullable<Hooks["compact"]>>
): Promise<CustomMessage | undefined> {
  const { lifetime, port } = conversation;
  const call = new HookCall({ lifetime, clock: port.clock, signal, limitMs: null });
  const context = createContext(loaded, conversation, call, emit);
  let failure: unknown;
  const outcome = await call.run(() =>
    loaded.plugin.compact(history, request, context).catch((thrown: unknown) => {
      failure = thrown;
      throw thrown;
    }),
  );
  if (outcome.type === "failed") throw failure;
  return outcome.type === "value" ? outcome.value : undefined;
}
