/** What was allowed for good: the rules that "always" leaves. */
import type { CommandRule } from "./command-rule.ts";

/** Calls that are allowed without asking. What is absent restricts nothing: `{ tool }` is every call inside the workspace. */
export interface Rule {
  tool: string;
  /** The commands it may run. */
  command?: CommandRule;
  /** Real paths outside the workspace, sorted: those calls that touch these and no others. */
  outside?: string[];
}

/** Where rules are kept. A rule covers a call when it equals the one that the call would leave. */
export interface RuleStore {
  has(rule: Rule): boolean;
  /** Keeps a rule from now on. What goes wrong is reported by whoever made the store. */
  add(rule: Rule): void;
}

/** Rules that live as long as the store. */
export function createRules(rules: Iterable<Rule> = []): RuleStore {
  const keys = new Set(Array.from(rules, keyOf));
  return {
    has: (rule) => keys.has(keyOf(rule)),
    add: (rule) => void keys.add(keyOf(rule)),
  };
}

function keyOf({ tool, command, outside }: Rule): string {
  return JSON.stringify([tool, command?.words, command?.exact, outside]);
}
