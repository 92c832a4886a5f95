/** `letscode_after_tool_call` of all plugins, one after the other. */

import { validateMessage } from "../wire/generated/validate-message.gen.js";
import type { Json, ToolResultMessage } from "../wire/messages.ts";
import { callHook } from "./call-hook.ts";
import type { PluginConversation } from "./conversation.ts";
import { pluginCall } from "./decide-by-plugin.ts";
import type { FinishedCall, HookContext } from "./hooks.ts";
import { described, isObject, returned, WrongReturn } from "./json-copy.ts";
import type { LoadedPlugin } from "./loaded-plugin.ts";

const HOOK = "letscode_after_tool_call";
const EXPECTED = "an object with content, is_error or details, or undefined";

/** Each plugin sees the result as the earlier ones left it. */
export async function afterToolCall(
  call: FinishedCall,
  plugins: readonly LoadedPlugin[],
  conversation: PluginConversation,
  context: HookContext,
): Promise<ToolResultMessage> {
  let { result } = call;
  for (const loaded of plugins) {
    const before = result;
    const outcome = await callHook(loaded, HOOK, conversation, context, async (own) => {
      const change = await loaded.plugin[HOOK]?.(pluginCall(call), structuredClone(before), own);
      return change === undefined || change === null ? before : changed(before, returned(change, EXPECTED));
    });
    if (outcome.type === "aborted") break;
    if (outcome.type === "value") result = outcome.value;
  }
  return result;
}

/** Only what a plugin may change is taken over; the rest of what it returned is not looked at. */
function changed(result: ToolResultMessage, change: Json): ToolResultMessage {
  const fields = isObject(change) ? change : {};
  const taken = Object.fromEntries(
    ["content", "is_error", "details"].flatMap((name) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (Object.keys(taken).length === 0)
    throw new WrongReturn(`it returned ${described(change)}; expected ${EXPECTED}`);
  const message = { ...result, ...taken } as ToolResultMessage;
  const problem = validateMessage(message);
  if (problem !== null) throw new WrongReturn(`it returned ${problem}; expected ${EXPECTED}`);
  return message;
}
