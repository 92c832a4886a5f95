/** The policy of `--permission-mode`: the last decider of the chain. */
import type { Access } from "../tools/tool.ts";
import type { PermissionMode } from "../wire/session-methods.ts";
import type { Asker, Decide, Decision, PermissionAnswer } from "./decision.ts";
import type { RuleStore } from "./rules.ts";

export type { PermissionMode } from "../wire/session-methods.ts";

/** What a policy is made of. */
export interface PolicyOptions {
  mode: PermissionMode;
  /** Whoever can answer; without one, `ask` denies at once what no rule allows. */
  asker?: Asker | undefined;
  /** What was allowed for good, and is from now on; absent: "always" is once. */
  rules?: RuleStore | undefined;
}

/**
 * Decides by the mode, the rules and the answers of the asker. Given as a function, the options are read anew for each
 * call, so that they may change. The reason of a denial is half a sentence for the model and the person behind it.
 */
export function createPolicy(options: PolicyOptions | (() => PolicyOptions)): Decide {
  const optionsNow = typeof options === "function" ? options : () => options;
  let lastQuestion: Promise<unknown> = Promise.resolve();
  return async (call, { signal }) => {
    const { mode, asker, rules } = optionsNow();
    const concern = mode === "allow" ? undefined : concernOf(call.toolName, call.access);
    if (concern === undefined) return { type: "allow" };
    if (mode === "read-only") return deny(`${concern}, and --permission-mode is read-only`);
    const { ruleFor, ruleText } = await import("./rule-for.ts");
    const rule = rules && ruleFor(call);
    const isAllowed = () => rule !== undefined && rules?.has(rule) === true;
    if (isAllowed()) return { type: "allow" };
    if (!asker)
      return deny(`${concern}, and nobody is there to be asked; --permission-mode allow permits it`);
    const ask = async (): Promise<Decision> => {
      if (isAllowed()) return { type: "allow" };
      const { toolCallId, toolName, arguments: args } = call;
      const always = rule && { always: ruleText(rule) };
      const request = { toolCallId, toolName, arguments: args, reason: concern, ...always };
      const { decision, reason } = await untilAborted(() => asker.permission(request, signal), signal);
      if (decision !== "allow" && decision !== "allow_always")
        return deny(reason ?? `${concern}, and the answer was no`);
      if (decision === "allow_always" && rule) rules?.add(rule);
      return { type: "allow" };
    };
    if (!asker.oneAtATime) return ask();
    const answered = lastQuestion.then(ask);
    lastQuestion = answered.catch(() => {});
    return answered;
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

/** An asker that does not heed the signal is left behind; after an abort nobody is asked. */
function untilAborted(ask: () => Promise<PermissionAnswer>, signal: AbortSignal): Promise<PermissionAnswer> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve({ decision: "deny", reason: "aborted before there was an answer" });
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    ask()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

function deny(reason: string): Decision {
  return { type: "deny", reason };
}
