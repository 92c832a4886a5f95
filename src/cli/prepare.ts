/** What both doors need before an agent: the model, the keys to hide, the conversation, the recording. All of it is checked here. */
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Agent } from "../agent/agent.ts";
import type { AgentSettings } from "../assemble.ts";
import { systemClock } from "../clock.ts";
import { UsageError } from "../errors.ts";
import type { LLMClient } from "../llm/client.ts";
import { keyVariables } from "../llm/configured-model.ts";
import { openLater, openModel } from "../llm/open-model.ts";
import { type ModelChoice, selectModel } from "../llm/select-model.ts";
import type { McpServers } from "../mcp/mcp-servers.ts";
import { openPlugins, type Plugins } from "../open-plugins.ts";
import { configuredKeys } from "../secrets/configured-keys.ts";
import { createRedactor, type Redactor } from "../secrets/redactor.ts";
import type { ProcessGroups } from "../tools/processes.ts";
import type { McpServer } from "../wire/session-methods.ts";
import { kindOf } from "./kind-of.ts";
import type { Log } from "./log.ts";
import type { ChosenServers } from "./mcp-servers.ts";
import { openConversation } from "./open-conversation.ts";
import type { Options } from "./read-options.ts";
import type { TempFolder } from "./temp-folder.ts";

/** A conversation that is ready to be opened. */
export interface Prepared {
  redactor: Redactor;
  /** Another model, for the next call on. Throws a UsageError when it cannot be chosen, or what `check` throws of the choice. */
  openModel(name: string, check?: (choice: ModelChoice) => void): LLMClient;
  /** The names of the models that plugins offer. */
  pluginModels(): Promise<string[]>;
  /** Loads and builds the agent, its recording attached, with what its door adds. */
  openAgent(
    door?: Pick<AgentSettings, "consent" | "hostTools" | "onTools" | "onCommands" | "session">,
  ): Promise<Agent>;
  /** Whether an error that nobody caught is a plugin's: it ends no run. */
  isFromPlugin(thrown: unknown): boolean;
}

/**
 * Checks the model and the plugins that were named, opens the recording and a conversation that goes on. Throws a
 * UsageError before anything is loaded that takes time. However the process exits, no process of a tool and no temporary file stays behind.
 */
export async function prepare(options: Options, log: Log): Promise<Prepared> {
  const environment = process.env;
  const hidden = keyVariables(options);
  const servers = await mcpServers(options);
  const redactor = createRedactor([...configuredKeys(environment, hidden), ...servers.secrets]);
  log.redact(redactor);
  for (const notice of servers.notices) log.report(notice);
  const plugins = options.noPlugins ? undefined : await findPlugins(options, log, redactor);
  const opening = { ...options, environment, clock: systemClock, redactor, warn: log.report };
  const model = await chooseModel();
  const beginSession = await openConversation(options, log, redactor);
  const recording = options.record === undefined ? undefined : await openRecording(options.record, redactor);
  let temp: TempFolder | undefined;
  let processes: ProcessGroups | undefined;
  process.once("exit", () => {
    processes?.killAll();
    temp?.remove();
  });
  return {
    redactor,
    openModel(name, check) {
      const plugged = plugins?.loadedModel(name);
      if (plugged) return plugged;
      const other = selectModel({ ...options, model: name, modelSource: "set_model", environment });
      check?.(other);
      if (other.type === "replay") {
        const file = resolve(options.cwd, other.file);
        if (kindOf(file) !== "file")
          throw new UsageError(`the recording ${file} cannot be read: there is no such file`);
      }
      return openLater(other, opening);
    },
    async pluginModels() {
      const providers = (await plugins?.providers()) ?? [];
      return providers.flatMap(({ name, models }) => models.map(({ id }) => `${name}/${id}`));
    },
    async openAgent(door) {
      const { assemble } = await import("../assemble.ts");
      const { createProcesses } = await import("../tools/processes.ts");
      temp ??= (await import("./temp-folder.ts")).nameTempFolder();
      processes ??= createProcesses({
        clock: systemClock,
        platform: process.platform,
        tempFolder: temp.path,
      });
      const agent = await assemble({
        ...options,
        ...door,
        workspace: options.cwd,
        environment,
        home: homedir(),
        prompts: {
          configFolder: options.configFolder,
          projectFolder: options.project.folder,
          trusted: options.project.trusted,
        },
        plugins: await plugins?.load(),
        mcp: await openMcpServers(servers.servers, options, processes, log),
        session: door?.session ?? (await beginSession()),
        tempFolder: temp.path,
        platform: process.platform,
        clock: systemClock,
        model,
        redactor,
        keyVariables: hidden,
        processes,
        ...(recording && { modelCall: recording.modelCall }),
        report: log.report,
        detail: (line) => log.detail(line),
      });
      if (recording) agent.subscribe((event) => recording.record(event));
      return agent;
    },
    isFromPlugin: (thrown) => plugins?.threw(thrown) ?? false,
  };

  async function chooseModel(): Promise<LLMClient> {
    const named = options.model;
    try {
      const choice = selectModel({ ...options, modelSource: options.sources.model, environment });
      if (choice.type === "http" && choice.notice !== undefined) log.report(choice.notice);
      return await openModel(choice, { ...opening, searchNow: options.mode === "print" });
    } catch (thrown) {
      const plugged = named === undefined ? undefined : await plugins?.findModel(named);
      if (plugged) return plugged;
      throw thrown;
    }
  }
}

/** The MCP servers that the options name, and those of `named`; none of the code for them is loaded when there are none. */
export async function mcpServers(options: Options, named: readonly McpServer[] = []): Promise<ChosenServers> {
  const { mcpServers: written = [], mcpConfig } = options;
  if (written.length + named.length === 0 && mcpConfig === undefined)
    return { servers: [], secrets: [], notices: [] };
  const { chooseMcpServers } = await import("./mcp-servers.ts");
  return chooseMcpServers(options, process.env, named);
}

/** Ready to be started; undefined when there are none. */
export async function openMcpServers(
  servers: readonly McpServer[],
  { cwd: workspace }: Pick<Options, "cwd">,
  processes: ProcessGroups,
  { report, detail }: Pick<Log, "report" | "detail">,
): Promise<McpServers | undefined> {
  if (servers.length === 0) return undefined;
  const { McpServers } = await import("../mcp/mcp-servers.ts");
  return new McpServers({
    servers,
    workspace,
    environment: process.env,
    platform: process.platform,
    clock: systemClock,
    processes: processes.child(),
    report,
    detail,
  });
}

/** The plugins of this start. Those that were named are looked for at once: what is not there is wrong usage. */
export async function findPlugins(options: Options, log: Log, redactor: Redactor): Promise<Plugins> {
  const { configFolder, project, cwd, plugins = [], plugin = [] } = options;
  const opened = openPlugins({
    configFolder,
    project,
    configured: plugins,
    flags: plugin,
    home: homedir(),
    environment: process.env,
    platform: process.platform,
    workspace: cwd,
    nativeTypeScript: "typescript" in process.features && Boolean(process.features.typescript),
    clock: systemClock,
    redactor,
    report: log.report,
    detail: (line) => log.detail(line),
    beforeLoad: async () => (await import("./plugin-guard.ts")).guardProcess(),
  });
  if (plugins.length + plugin.length > 0) await opened.find();
  return opened;
}

async function openRecording(path: string, redactor: Redactor) {
  const { openCassetteWriter } = await import("../llm/replay/cassette-writer.ts");
  return openCassetteWriter(path, { clock: systemClock, redactor });
}
