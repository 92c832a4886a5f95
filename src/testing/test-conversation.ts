/** One conversation with plugins, as letscode has it: the real agent, its tools and its loop; only the model is scripted. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Agent } from "../agent/agent.ts";
import type { RunResult } from "../agent/agent-options.ts";
import { assemble } from "../assemble.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { PermissionMode } from "../permissions/policy.ts";
import { discoverPlugins } from "../plugins/discover.ts";
import { loadPlugins } from "../plugins/load.ts";
import type { LoadedPlugin } from "../plugins/loaded-plugin.ts";
import type { Plugin, PluginTool } from "../plugins/plugin.ts";
import { readHooks } from "../plugins/read-hooks.ts";
import { createRedactor } from "../secrets/redactor.ts";
import { createProcesses } from "../tools/processes.ts";
import type { Event } from "../wire/events.ts";
import type { Message } from "../wire/messages.ts";
import { type ScriptedCall, type ScriptedStep, scriptedModel } from "./scripted-model.ts";

/**
 * A plugin: a file, which is loaded as letscode loads it, or an object with hooks, such as a module, by itself or under the
 * name that it would have.
 */
export type TestPlugin = URL | Plugin | { name: string; plugin: Plugin };

/** What the conversation is made of. */
export interface TestConversationOptions {
  /** In order. */
  plugins: readonly TestPlugin[];
  /** What the model says, call by call. */
  script: readonly ScriptedStep[];
  /** More tools, beside the built-in ones and those of the plugins. */
  tools?: readonly PluginTool[];
  /** The folder the tools work in; absent: a new one, which `end` removes. */
  workspace?: string;
  /** Absent: `allow`. */
  permissionMode?: PermissionMode;
  /** The most tokens the model takes; absent: not known. */
  contextWindow?: number;
  /** Absent: the machine's. */
  clock?: Clock;
  /** Environment of commands; absent: empty. */
  environment?: Readonly<Record<string, string>>;
  /** Texts that count as keys: they are masked in events and lines. */
  keys?: readonly string[];
}

/** A conversation to be talked with, and all that came of it so far. */
export interface TestConversation {
  /** Runs one prompt, or a slash command, to its end. */
  prompt(text: string): Promise<RunResult>;
  /** Forgets the conversation and begins the next one. */
  reset(): Promise<void>;
  /** Ends it; waits for the plugins to clean up. */
  end(): Promise<void>;
  readonly agent: Agent;
  readonly workspace: string;
  readonly events: readonly Event[];
  /** The transcript now. */
  readonly messages: readonly Message[];
  /** What the model saw, call by call. */
  readonly calls: readonly ScriptedCall[];
  /** What letscode would have said on stderr, line by line. */
  readonly lines: readonly string[];
}

/** Begins one. End it when you are done: plugins may have timers, and the folder is a real one. */
export async function testConversation(options: TestConversationOptions): Promise<TestConversation> {
  const { clock = systemClock } = options;
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const own = options.workspace === undefined;
  const workspace = options.workspace ?? realpathSync(mkdtempSync(join(tmpdir(), "letscode-testing-")));
  const tempFolder = join(workspace, ".letscode-output");
  const model = scriptedModel(options.script, options);
  const plugins: (LoadedPlugin | undefined)[] = [];
  for (const [index, plugin] of options.plugins.entries())
    plugins.push(await load(plugin, `plugin-${index + 1}`, { clock, workspace, report }));
  const { tools } = options;
  if (tools) plugins.push({ name: "test-tools", file: null, plugin: { letscode_tools: () => [...tools] } });
  const processes = createProcesses({ clock, platform: process.platform, tempFolder });
  const agent = await assemble({
    workspace,
    environment: options.environment ?? {},
    home: workspace,
    tempFolder,
    platform: process.platform,
    clock,
    model,
    thinking: "off",
    permissionMode: options.permissionMode ?? "allow",
    plugins: plugins.filter((plugin) => plugin !== undefined),
    redactor: createRedactor(options.keys ?? []),
    keyVariables: [],
    processes,
    report,
  });
  const events: Event[] = [];
  agent.subscribe((event) => void events.push(structuredClone(event)));
  return {
    prompt: (text) => agent.prompt(text),
    reset: async () => agent.reset(),
    async end() {
      await agent.close();
      processes.killAll();
      if (own) rmSync(workspace, { recursive: true, force: true });
    },
    agent,
    workspace,
    events,
    get messages() {
      return agent.state.messages;
    },
    calls: model.calls,
    lines,
  };
}

async function load(
  given: TestPlugin,
  name: string,
  at: { clock: Clock; workspace: string; report(line: string): void },
): Promise<LoadedPlugin | undefined> {
  if (!(given instanceof URL)) {
    const named = "plugin" in given ? given : { name, plugin: given };
    const { plugin, problems } = readHooks(named.plugin);
    for (const problem of problems) at.report(`plugin ${named.name}: ${problem}`);
    return { name: named.name, file: null, plugin };
  }
  const path = fileURLToPath(given);
  const found = discoverPlugins({
    configFolder: at.workspace,
    project: { folder: at.workspace, trusted: false },
    configured: [],
    flags: [{ name: path, folder: at.workspace, source: "testConversation" }],
    shipped: [],
    home: at.workspace,
    report: () => {},
  });
  const [plugin] = await loadPlugins(found, { ...at, nativeTypeScript: isNative(), shipped: {} });
  return plugin;
}

function isNative(): boolean {
  return "typescript" in process.features && Boolean(process.features.typescript);
}
