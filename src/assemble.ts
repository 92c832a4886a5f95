/** One agent from its settings: the rooms wired together, everything heavy loaded when it is first needed. */
import type { Agent } from "./agent/agent.ts";
import type { SlashContext } from "./agent/ports.ts";
import type { Clock } from "./clock.ts";
import type { LLMClient, ThinkingLevel } from "./llm/client.ts";
import type { McpServers } from "./mcp/mcp-servers.ts";
import type { AccessOf } from "./permissions/decide-in-order.ts";
import type { PermissionMode, PolicyOptions } from "./permissions/policy.ts";
import type { Hooks } from "./plugins/hooks.ts";
import type { LoadedPlugin } from "./plugins/loaded-plugin.ts";
import type { PluginHost } from "./plugins/plugin-host.ts";
import type { ConversationPort } from "./plugins/port.ts";
import type { NamedFiles } from "./prompts/named-files.ts";
import type { PromptPlaces } from "./prompts/open-prompts.ts";
import type { SlashEntry, SlashSources } from "./prompts/slash.ts";
import type { Redactor } from "./secrets/redactor.ts";
import type { Session } from "./sessions/session.ts";
import type { ProcessGroups } from "./tools/processes.ts";
import type { Tool } from "./tools/tool.ts";
import { TOOL_NAMES } from "./tools/tool-names.ts";

/** What one conversation is made of. Nothing is read from the process: two agents of one process may differ in all of it. */
export interface AgentSettings {
  /** The folder the tools work in, absolute. */
  workspace: string;
  environment: Readonly<Record<string, string | undefined>>;
  home: string;
  /** A folder of this process's own for outputs too long for a message; made when first needed. */
  tempFolder: string;
  platform: string;
  clock: Clock;
  model: LLMClient;
  thinking: ThinkingLevel;
  /** Replaces the built-in system prompt. */
  systemPrompt?: string | undefined;
  /** Added to its end. */
  appendSystemPrompt?: string | undefined;
  /** Names of the tools the model may call; absent: all of them. */
  tools?: readonly string[] | undefined;
  permissionMode: PermissionMode;
  /**
   * Who is asked for permission, and what was allowed for good; may change the mode too. Read anew for each call, so that
   * a door may learn it late. Absent: nobody, and nothing.
   */
  consent?: (() => Partial<PolicyOptions>) | undefined;
  /** Tools of the program at the other end, which are there whatever `tools` says. Read anew for each call. */
  hostTools?: (() => readonly Tool[]) | undefined;
  /** MCP servers: started with the first model call, unless the model is to have no tools, and closed with the agent. */
  mcp?: McpServers | undefined;
  maxTurns?: number | undefined;
  /** Where people's own texts for the agent are; absent: nowhere. */
  prompts?: Pick<PromptPlaces, "configFolder" | "projectFolder" | "trusted"> | undefined;
  /** Plugins, in order; the built-in ones come before them. */
  plugins?: readonly LoadedPlugin[] | undefined;
  /** Where the conversation is kept; absent: nowhere. Closed with the agent. */
  session?: Session | undefined;
  redactor: Redactor;
  /** Environment variables that hold keys, beside the usual ones: no child gets them. */
  keyVariables: readonly string[];
  /** The process's registry of process groups. */
  processes: ProcessGroups;
  /** Told once the names of all tools, when the plugins have brought theirs. */
  onTools?: ((names: readonly string[]) => void) | undefined;
  /** Told once how to list the slash commands: it reads their files. */
  onCommands?: ((list: () => Promise<readonly SlashEntry[]>) => void) | undefined;
  /** Told of each model call outside a turn, such as a summary's, which no event tells of. */
  modelCall?: ConversationPort["modelCall"];
  /** Writes one line for people. */
  report(line: string): void;
  /** Writes one line that is shown only to those who want to know more; absent: nobody does. */
  detail?: ((line: string) => void) | undefined;
}

/** Builds the agent of one conversation. */
export async function assemble(settings: AgentSettings): Promise<Agent> {
  const [
    { Agent },
    { createNewId },
    { systemPromptFor },
    { createPolicy },
    { decideInOrder },
    { createToolset },
    { checkArguments },
    { PluginHost },
    { createCompaction },
    { openPrompts },
    { createSlash, listSlash },
    { COMPACT_COMMAND },
  ] = await Promise.all([
    import("./agent/agent.ts"),
    import("./agent/new-id.ts"),
    import("./agent/system-prompt.ts"),
    import("./permissions/policy.ts"),
    import("./permissions/decide-in-order.ts"),
    import("./tools/toolset.ts"),
    import("./tools/check-arguments.ts"),
    import("./plugins/plugin-host.ts"),
    import("./plugins/compaction/compaction.ts"),
    import("./prompts/open-prompts.ts"),
    import("./prompts/slash.ts"),
    import("./prompts/compact-command.ts"),
  ]);
  const { workspace, home, clock, redactor, report } = settings;
  const newId = createNewId();
  let session = settings.session;

  const names: readonly string[] = settings.tools ?? TOOL_NAMES;
  const prompts =
    settings.prompts && (await openPrompts({ ...settings.prompts, workspace, home, tools: names }));
  for (const notice of prompts?.notices ?? []) report(notice);

  const toolset = createToolset({
    ...settings,
    hiddenVariables: settings.keyVariables,
    readableFolders: prompts?.readableFolders ?? [],
    processes: settings.processes.child(),
  });
  const tools = toolset.tools.filter(({ name }) => names.includes(name));

  const compaction = createCompaction({
    newId,
    clock,
    render: async (message, context) => hooks.renderCustomMessage?.(message, context),
  });
  const builtin = { name: "compaction", file: null, plugin: compaction };
  const host: PluginHost = new PluginHost(
    [builtin, ...(settings.plugins ?? [])],
    {
      workspace,
      clock,
      redactor,
      newId,
      model: () => agent.state.model,
      messages: () => agent.state.messages,
      sessionId: () => session?.id ?? null,
      append: (message) => agent.append(message),
      report,
      ...(settings.detail && { detail: settings.detail }),
      ...(settings.modelCall && { modelCall: settings.modelCall }),
    },
    { tools: toolset.tools.map(({ name }) => name), commands: [COMPACT_COMMAND.name] },
  );
  const mcp = names.length === 0 ? undefined : settings.mcp;
  const hooks = mcp ? whenReady(mcp, host.hooks) : host.hooks;
  const allTools = () => {
    const others = [...tools, ...(names.length === 0 ? [] : host.tools)];
    const served = mcp?.tools.filter(({ name }) => !others.some((tool) => tool.name === name)) ?? [];
    return withHostTools([...others, ...served]);
  };
  const withHostTools = (others: readonly Tool[]) => {
    const own = settings.hostTools?.() ?? [];
    return [...others.filter(({ name }) => !own.some((tool) => tool.name === name)), ...own];
  };
  const commands: SlashSources<SlashContext> = {
    builtins: [COMPACT_COMMAND],
    templates: prompts?.templates ?? NO_FILES,
    skills: prompts?.skills ?? NO_FILES,
    commands: () =>
      host.commands.map(({ run, ...command }) => ({
        ...command,
        run: (args, { signal }) => run(args, signal),
      })),
    report,
  };
  settings.onCommands?.(() => listSlash(commands));
  const policy = createPolicy(() => ({ mode: settings.permissionMode, ...settings.consent?.() }));
  const accessOf: AccessOf = async ({ toolName }, args) => {
    const tool = allTools().find(({ name }) => name === toolName);
    return (await tool?.access?.(args)) ?? { kind: "external" };
  };

  const agent: Agent = new Agent({
    model: settings.model,
    tools: allTools,
    systemPrompt: systemPromptFor({
      ...settings,
      tools: tools.map(({ name }) => name),
      sections: prompts?.sections,
      now: clock.now(),
    }),
    thinking: settings.thinking,
    ...(settings.maxTurns === undefined ? {} : { maxTurns: settings.maxTurns }),
    messages: session?.messages ?? [],
    decide: host.deciders.length > 0 ? decideInOrder([...host.deciders, policy], accessOf) : policy,
    hooks,
    slash: createSlash(commands),
    clock,
    newId,
    checkArguments,
    redactor,
    session: () => (session ? { id: session.id, file: session.file } : null),
    endRun: () => toolset.endRun(),
    async onStart() {
      await host.start();
      settings.onTools?.(allTools().map(({ name }) => name));
    },
    onReset() {
      session = session?.next();
      toolset.reset();
      return host.restart();
    },
    async onClose() {
      await Promise.all([host.end(), settings.mcp?.close()]);
      session?.close();
    },
    report,
  });
  agent.subscribe((event) => session?.record(event));
  agent.subscribe(host.sink);
  return agent;
}

/** The hooks, which let a model call wait until the servers are there and their tools known. */
function whenReady(mcp: McpServers, hooks: Hooks): Hooks {
  return {
    ...hooks,
    async systemPrompt(prompt, context) {
      await mcp.ready();
      return (await hooks.systemPrompt?.(prompt, context)) ?? prompt;
    },
  };
}

/** Where nothing was written for the agent. */
const NO_FILES: NamedFiles = { find: () => undefined, all: () => [] };
