/**
 * The hooks of a client as a plugin: what fails in `before_tool_call` denies, as with any plugin. What `after_tool_call`
 * answers wrongly was to be a change, perhaps of what the model may not see: the result is kept from it.
 */
import type { BuiltinContext } from "../plugins/loaded-plugin.ts";
import type { Plugin, PluginDecision } from "../plugins/plugin.ts";
import { validateMessage } from "../wire/generated/validate-message.gen.js";
import type { JsonObject, ToolResultMessage } from "../wire/messages.ts";
import type { HookCallName } from "../wire/methods.ts";
import type { AskOwner } from "./owner-link.ts";
import { WrongAnswer } from "./peer.ts";

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
    async letscode_after_tool_call(
      { tool_call_id, name, arguments: args },
      result,
      { signal, log, emit }: BuiltinContext,
    ) {
      if (!declared("after_tool_call")) return undefined;
      const input = {
        tool_call_id,
        tool_name: name,
        arguments: args,
        result: result as unknown as JsonObject,
      };
      try {
        return changeOf(await call("after_tool_call", input, signal), result);
      } catch (thrown) {
        if (!(thrown instanceof WrongAnswer)) throw thrown;
        const text = `hook after_tool_call: ${thrown.message}; the result was kept back`;
        log.warn(text);
        emit({ type: "error", error: text, recoverable: true, code: "plugin" });
        return { content: [{ type: "text", text }], is_error: true, details: null };
      }
    },
  };
}

/** What a hook may change of a result; a content that is a text is one block of it. Throws a WrongAnswer. */
function changeOf(
  output: JsonObject | undefined,
  result: ToolResultMessage,
): Partial<ToolResultMessage> | undefined {
  if (output === undefined || Object.keys(output).length === 0) return undefined;
  const wrong = (problem: string) =>
    new WrongAnswer(`the client answered what is no answer: hook.call.output${problem}`);
  const { content, is_error, details } = output;
  const change = {
    ...(content === undefined
      ? {}
      : { content: typeof content === "string" ? [{ type: "text", text: content }] : content }),
    ...(is_error === undefined ? {} : { is_error }),
    ...(details === undefined ? {} : { details }),
  } as Partial<ToolResultMessage>;
  if (Object.keys(change).length === 0)
    throw wrong(`: expected content, is_error or details, got ${Object.keys(output).slice(0, 5).join(", ")}`);
  const problem = validateMessage({ ...result, ...change });
  if (problem !== null) throw wrong(problem.replace(/^tool_result/, ""));
  return change;
}
