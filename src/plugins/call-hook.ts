/** Calling a hook so that nothing it does can harm the run. */
import type { PluginConversation } from "./conversation.ts";
import { HOOK_LIMIT_MS, HookCall, type Outcome } from "./hook-call.ts";
import type { HookContext } from "./hooks.ts";
import { type BuiltinContext, type HookName, isBuiltin, type LoadedPlugin } from "./loaded-plugin.ts";
import { createContext, createPlainContext } from "./plugin-context.ts";

/** How a hook is called. */
export interface CallOptions extends Partial<HookContext> {
  /** Milliseconds. Absent: ten seconds, and for built-in plugins no limit; null: none. */
  limitMs?: number | null;
  /** The context is for keeps: its signal aborts only when the conversation ends. */
  lasting?: boolean;
}

/**
 * Runs `work` with a context for the plugin; `work` calls the hook and checks what it returns. What it throws, and a time
 * that is up, are told as the plugin's failure. Never rejects.
 */
export async function callHook<T>(
  plugin: LoadedPlugin,
  hook: HookName,
  conversation: PluginConversation,
  { signal, emit, limitMs = isBuiltin(plugin.plugin) ? null : HOOK_LIMIT_MS, lasting }: CallOptions,
  work: (context: BuiltinContext) => T | Promise<T>,
): Promise<Outcome<T>> {
  const { lifetime, port, complaints } = conversation;
  const call = new HookCall({ lifetime, clock: port.clock, signal, limitMs, lasting });
  const context =
    isBuiltin(plugin.plugin) && signal
      ? createPlainContext(plugin, conversation, signal, emit)
      : createContext(plugin, conversation, call, emit);
  const outcome = await call.run(async () => await work(context));
  if (outcome.type === "failed") complaints.add(plugin, hook, outcome.problem, emit);
  return outcome;
}
