/** From files to plugins. */
import { pathToFileURL } from "node:url";
import type { Clock } from "../clock.ts";
import { oneLine, thrownText } from "../one-line.ts";
import type { FoundPlugin } from "./discover.ts";
import type { LoadedPlugin } from "./loaded-plugin.ts";
import type { Plugin } from "./plugin.ts";
import { readHooks } from "./read-hooks.ts";
import { sourceMentions } from "./source-files.ts";

/** The longest an import may take, in milliseconds. */
const IMPORT_LIMIT_MS = 10_000;

/** How plugins are loaded. */
export interface LoadOptions {
  clock: Clock;
  /** Whether this Node imports TypeScript by itself. */
  nativeTypeScript: boolean;
  /** The plugins that come with letscode, by name. */
  shipped: Readonly<Record<string, () => Promise<Plugin>>>;
  /** One line for people. */
  report(line: string): void;
}

/**
 * Imports the plugins in order, each within ten seconds. One that cannot be loaded is named in one line and left out;
 * but when it may have been a policy, what is left in its place denies every tool call: a policy never fails open.
 */
export async function loadPlugins(
  found: readonly FoundPlugin[],
  options: LoadOptions,
): Promise<LoadedPlugin[]> {
  const loaded: LoadedPlugin[] = [];
  for (const one of found) {
    const plugin = await loadPlugin(one, options);
    if (plugin) loaded.push(plugin);
  }
  return loaded;
}

async function loadPlugin(found: FoundPlugin, options: LoadOptions): Promise<LoadedPlugin | undefined> {
  const { name, path } = found;
  const say = (what: string) => options.report(`plugin ${oneLine(name)}: ${what}`);
  try {
    if (path === null) {
      const plugin = await options.shipped[name]?.();
      return plugin && { name, file: null, plugin };
    }
    const module = await inTime(importPlugin(path, options), options.clock);
    const { plugin, problems } = readHooks(module);
    for (const problem of problems) say(problem);
    if (Object.keys(plugin).length === 0) say(`${path} exports no hook; see docs/plugins.md`);
    return { name, file: path, plugin };
  } catch (thrown) {
    const why = `not loaded: ${thrownText(thrown)} (${path ?? "part of letscode"})`;
    const isPolicy = path !== null && sourceMentions(path, "letscode_before_tool_call");
    say(isPolicy ? `${why}; it may be a policy, so every tool call is denied` : why);
    return isPolicy ? { name, file: path, plugin: brokenPolicy(name) } : undefined;
  }
}

function brokenPolicy(name: string): Plugin {
  return {
    letscode_before_tool_call: () => ({
      deny: `plugin ${oneLine(name)} decides on tool calls and could not be loaded; stderr says why`,
    }),
  };
}

async function importPlugin(path: string, { nativeTypeScript }: LoadOptions): Promise<object> {
  if (!/\.[mc]?ts$/.test(path)) return import(pathToFileURL(path).href);
  const { importTypeScript } = await import("./import-typescript.ts");
  return importTypeScript(path, nativeTypeScript);
}

function inTime<T>(work: Promise<T>, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(IMPORT_LIMIT_MS, () =>
      reject(new Error(`its import took longer than ${IMPORT_LIMIT_MS / 1000} s`)),
    );
    work.then(resolve, reject).finally(cancel);
  });
}
