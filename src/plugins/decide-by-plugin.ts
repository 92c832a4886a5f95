/** `letscode_before_tool_call` as a decider: what fails denies. */

import { oneLine } from "../one-line.ts";
import type { Decide, Decision, PendingCall } from "../permissions/decision.ts";
import { callHook } from "./call-hook.ts";
import type { PluginConversation } from "./conversation.ts";
import { described, isObject, jsonCopy, WrongReturn } from "./json-copy.ts";
import type { LoadedPlugin } from "./loaded-plugin.ts";
import type { PluginCall } from "./plugin.ts";

const HOOK = "letscode_before_tool_call";

/** Asks one plugin. A throw, a time that is up, and any answer but a decision deny the call: a policy never fails open. */
export function decideByPlugin(loaded: LoadedPlugin, conversation: () => PluginConversation): Decide {
  const name = oneLine(loaded.name);
  return async (call, { signal }) => {
    const outcome = await callHook(loaded, HOOK, conversation(), { signal }, async (context) =>
      readDecision(await loaded.plugin[HOOK]?.(pluginCall(call), context), name),
    );
    if (outcome.type === "value") return outcome.value;
    if (outcome.type === "aborted") return deny(`aborted before plugin ${name} had decided`);
    const problem = conversation().port.redactor.text(outcome.problem);
    return deny(`plugin ${name} could not decide on this call: ${problem}`);
  };
}

/** The call as plugins see it, in a copy of its own. */
export function pluginCall(call: Pick<PendingCall, "toolCallId" | "toolName" | "arguments">): PluginCall {
  return {
    tool_call_id: call.toolCallId,
    name: call.toolName,
    arguments: structuredClone(call.arguments),
  };
}

function readDecision(answer: unknown, name: string): Decision {
  if (answer === undefined || answer === null) return { type: "allow" };
  const expected = "nothing, { deny: reason } or { arguments: object }";
  const wording = (problem: string) => `it returned ${problem}; expected ${expected}`;
  const decision = jsonCopy(answer, wording);
  const fields = isObject(decision) ? Object.entries(decision) : [];
  const [field, value] = fields.length === 1 && fields[0] ? fields[0] : [];
  if (field === "deny" && typeof value === "string")
    return deny(value.trim() === "" ? `plugin ${name} denies it` : value.toWellFormed());
  if (field === "arguments" && isObject(value)) return { type: "changed", arguments: value };
  throw new WrongReturn(wording(described(decision)));
}

function deny(reason: string): Decision {
  return { type: "deny", reason };
}
