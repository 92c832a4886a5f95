/** The hooks of a client as a plugin: what fails in `before_tool_call` denies, as with any plugin. */
import type { Plugin, PluginDecision } from "../plugins/plugin.ts";
import type { JsonObject, ToolResultMessage } from "../wire/messages.ts";
import type { HookCallName } from "../wire/methods.ts";
import type { AskOwner } from "./owner-link.ts";

/** Asks the owner for each hook that it has declared; `declared` is asked anew for each call. */
export function createHookPlugin(ask: AskOwner, declared: (hook: HookCallName) => boolean): Plugin {
  const call = async (hook: HookCallName, input: JsonObject, signal: AbortSignal) =>
    (await ask("hook.call", { hook, input }, { signal, toolCallId: input.tool_call_id as string })).output;
  return {
    async letscode_before_tool_call({ tool_call_id, name, arguments: args }, { signal }) {
      if (!declared("before_tool_call")) return undefined;
      const input = { tool_call_id, tool_name: name, arguments: args };
      // Whoever reads a plugin's decision refuses what is none.
      return (await call("before_tool_call", input, signal)) as PluginDecision;
    },
    async letscode_after_tool_call({ tool_call_id, name, arguments: args }, result, { signal }) {
      if (!declared("after_tool_call")) return undefined;
      const input = {
        tool_call_id,
        tool_name: name,
        arguments: args,
        result: result as unknown as JsonObject,
      };
      return (await call("after_tool_call", input, signal)) as Partial<ToolResultMessage> | undefined;
    },
  };
}
