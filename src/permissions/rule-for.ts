/** What "always" means for a call. */
import { commandRule } from "./command-rule.ts";
import type { PendingCall } from "./decision.ts";
import type { Rule } from "./rules.ts";

/** The rule that allowing this call for good would leave; undefined when it can only be allowed once. */
export function ruleFor({ toolName: tool, access, arguments: args }: PendingCall): Rule | undefined {
  const { kind, outside = [] } = access;
  if (kind === "execute") {
    const command =
      outside.length === 0 && typeof args.command === "string" ? commandRule(args.command) : undefined;
    return command && { tool, command };
  }
  return outside.length > 0 ? { tool, outside: [...outside].sort() } : { tool };
}

/** What a rule allows, for people: the end of a sentence such as "always allow …". */
export function ruleText({ tool, command, outside }: Rule): string {
  if (command?.exact) return "exactly this command";
  if (command) return `commands that begin with ${command.words.join(" ")}`;
  if (outside) return `${tool} with ${outside.join(", ")}`;
  return `every call of ${tool} that stays in the workspace`;
}
