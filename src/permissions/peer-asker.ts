/** Questions to a program at the other end of a door. */
import { errorText } from "../errors.ts";
import type { PermissionQuestion } from "../wire/control.ts";
import type { Asker, PermissionAnswer } from "./decision.ts";

/**
 * An asker that puts the questions of the policy, in the words of the wire, to whoever `ask` reaches. It resolves with
 * the peer's answer as it came: what is none denies, and so does what it throws, with the error's text as the reason.
 */
export function createPeerAsker(
  ask: (question: PermissionQuestion, signal: AbortSignal) => Promise<unknown>,
): Asker {
  return {
    async permission({ toolCallId, toolName, arguments: args, reason, always }, signal) {
      const question: PermissionQuestion = {
        tool_call_id: toolCallId,
        tool_name: toolName,
        arguments: args,
        reason,
        ...(always === undefined ? {} : { always }),
      };
      try {
        return readAnswer(await ask(question, signal));
      } catch (thrown) {
        return { decision: "deny", reason: errorText(thrown) };
      }
    },
  };
}

function readAnswer(value: unknown): PermissionAnswer {
  const { decision, reason } = (typeof value === "object" && value !== null ? value : {}) as {
    decision?: unknown;
    reason?: unknown;
  };
  const why = typeof reason === "string" && reason.trim() !== "" ? { reason: reason.toWellFormed() } : {};
  if (decision === "allow" || decision === "allow_always" || decision === "deny") return { decision, ...why };
  return { decision: "deny", reason: "the answer was neither allow nor deny" };
}
