/** The policy of `--permission-mode`: the last decider of the chain. */
import type { Access } from "../tools/tool.ts";
import type { Asker, Decide, Decision, PendingCall, PermissionAnswer } from "./decision.ts";

/**
 * `ask`: reads in the workspace are free, everything else needs an answer. `allow`: nothing is asked.
 * `read-only`: what `ask` would ask for is denied at once.
 */
export type PermissionMode = "ask" | "allow" | "read-only";

/** What a policy is made of. */
export interface PolicyOptions {
  mode: PermissionMode;
  /** Whoever can answer; without one, `ask` denies at once. */
  asker?: Asker;
}

/** Decides by the mode alone. The reason of a denial is half a sentence for the model and the person behind it. */
export function createPolicy({ mode, asker }: PolicyOptions): Decide {
  return async (call, { signal }) => {
    const concern = mode === "allow" ? undefined : concernOf(call.toolName, call.access);
    if (concern === undefined) return { type: "allow" };
    if (mode === "read-only") return deny(`${concern}, and --permission-mode is read-only`);
    if (!asker)
      return deny(`${concern}, and nobody is there to be asked; --permission-mode allow permits it`);
    return ask(asker, call, concern, signal);
  };
}

/** What a person would want to be asked about; undefined when the call only reads in the workspace. */
function concernOf(toolName: string, { kind, outside = [] }: Access): string | undefined {
  const [first, ...more] = outside;
  const beyond =
    first && `outside the workspace: ${first}${more.length > 0 ? ` and ${more.length} more` : ""}`;
  switch (kind) {
    case "read":
      return beyond && `${toolName} reads ${beyond}`;
    case "write":
      return `${toolName} changes files${beyond ? ` ${beyond}` : ""}`;
    case "execute":
      return `${toolName} runs a command`;
    case "external":
      return `${toolName} acts outside letscode`;
  }
}

async function ask(asker: Asker, call: PendingCall, reason: string, signal: AbortSignal): Promise<Decision> {
  const { toolCallId, toolName, arguments: args } = call;
  const answer = await untilAborted(
    asker.permission({ toolCallId, toolName, arguments: args, reason }, signal),
    signal,
  );
  if (answer.decision === "allow" || answer.decision === "allow_always") return { type: "allow" };
  return deny(answer.reason ?? `${reason}, and the answer was no`);
}

/** An asker that does not heed the signal is left behind. */
function untilAborted(answer: Promise<PermissionAnswer>, signal: AbortSignal): Promise<PermissionAnswer> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve({ decision: "deny", reason: "aborted before there was an answer" });
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function deny(reason: string): Decision {
  return { type: "deny", reason };
}
