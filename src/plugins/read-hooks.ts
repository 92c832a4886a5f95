/** From a module to the hooks it has. */

import { thrownText } from "../one-line.ts";
import { described } from "./json-copy.ts";
import type { HookName } from "./loaded-plugin.ts";
import type { Plugin } from "./plugin.ts";

/** Every hook there is. */
const HOOKS: Readonly<Record<HookName, true>> = {
  letscode_transform_context: true,
  letscode_render_custom_message: true,
  letscode_tools: true,
  letscode_before_tool_call: true,
  letscode_after_tool_call: true,
  letscode_system_prompt: true,
  letscode_commands: true,
  letscode_providers: true,
  letscode_event: true,
  letscode_session_start: true,
  letscode_session_end: true,
};

/** The hooks of a module, and one line for each export that looks like one and is none. */
export interface ReadHooks {
  plugin: Plugin;
  problems: string[];
}

/**
 * Reads the exports of a module, or of the object that is its default export, once: the first that has a name counts. Throws
 * when what should decide on tool calls is no function, or cannot be read.
 */
export function readHooks(module: object): ReadHooks {
  const byDefault: unknown = "default" in module ? module.default : undefined;
  const owners = [module, byDefault].filter((owner) => typeof owner === "object" && owner !== null);
  const plugin: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const name of Object.keys(HOOKS)) {
    const problem = read(name, owners as Record<string, unknown>[], plugin);
    if (problem === undefined) continue;
    if (name === "letscode_before_tool_call") throw new Error(problem);
    problems.push(`${problem}; it is skipped`);
  }
  const unknown = owners
    .flatMap((owner) => names(owner as object))
    .filter((name) => !Object.hasOwn(HOOKS, name));
  for (const name of new Set(unknown))
    problems.push(`its export ${name} is no hook; the hooks are ${Object.keys(HOOKS).join(", ")}`);
  return { plugin, problems };
}

/** Puts the hook into `plugin`; what is wrong with it when it cannot. */
function read(
  name: string,
  owners: readonly Record<string, unknown>[],
  plugin: Record<string, unknown>,
): string | undefined {
  for (const owner of owners) {
    try {
      const hook = owner[name];
      if (hook === undefined) continue;
      if (typeof hook !== "function") return `its export ${name} is ${described(hook)}; expected a function`;
      plugin[name] = (...words: unknown[]) => hook.apply(owner, words);
      return undefined;
    } catch (thrown) {
      return `its export ${name} cannot be read: ${thrownText(thrown)}`;
    }
  }
  return undefined;
}

/** What an object of a plugin exports in our name. */
function names(owner: object): string[] {
  try {
    return Object.keys(owner).filter((name) => name.startsWith("letscode_"));
  } catch {
    return [];
  }
}
