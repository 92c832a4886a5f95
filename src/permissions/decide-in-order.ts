/** Several deciders as one. */
import { errorText } from "../errors.ts";
import type { Access } from "../tools/tool.ts";
import type { JsonObject } from "../wire/messages.ts";
import type { Decide, PendingCall } from "./decision.ts";

/** What a call would touch with other arguments than it was made with. */
export type AccessOf = (call: PendingCall, changed: JsonObject) => Promise<Access>;

/**
 * Asks each decider in turn. The first denial is final. Changed arguments are what the later deciders see, with
 * their `access` found anew, so that a change cannot slip past a rule that comes later. A decider that throws denies.
 */
export function decideInOrder(deciders: readonly Decide[], accessOf: AccessOf): Decide {
  return async (call, context) => {
    let current = call;
    try {
      for (const decide of deciders) {
        const decision = await decide(current, context);
        if (decision.type === "deny") return decision;
        if (decision.type === "changed") {
          const access = await accessOf(current, decision.arguments);
          current = { ...current, arguments: decision.arguments, access };
        }
      }
    } catch (error) {
      return { type: "deny", reason: `the permission check failed: ${errorText(error)}` };
    }
    return current === call ? { type: "allow" } : { type: "changed", arguments: current.arguments };
  };
}
