/** An agent with everything the command has, for programs: the model by its name, the built-in tools, a permission mode. */
import { randomBytes } from "node:crypto";
import { platform as machine, tmpdir } from "node:os";
import { join } from "node:path";
import type { Agent } from "./agent/agent.ts";
import { assemble } from "./assemble.ts";
import { type Clock, systemClock } from "./clock.ts";
import { UsageError } from "./errors.ts";
import type { ThinkingLevel } from "./llm/client.ts";
import type { HeaderTexts } from "./llm/configured-headers.ts";
import { type ConfiguredModel, keyVariables } from "./llm/configured-model.ts";
import { openModel } from "./llm/open-model.ts";
import { selectModel } from "./llm/select-model.ts";
import type { McpServers, McpServersOptions } from "./mcp/mcp-servers.ts";
import type { PluginOptions } from "./open-plugins.ts";
import type { Asker } from "./permissions/decision.ts";
import type { PermissionMode } from "./permissions/policy.ts";
import { createRules } from "./permissions/rules.ts";
import type { LoadedPlugin } from "./plugins/loaded-plugin.ts";
import type { Plugin } from "./plugins/plugin.ts";
import { configuredKeys } from "./secrets/configured-keys.ts";
import { createRedactor } from "./secrets/redactor.ts";
import type { Session } from "./sessions/session.ts";
import type { SessionStoreOptions } from "./sessions/store.ts";
import { createProcesses } from "./tools/processes.ts";
import type { McpServer } from "./wire/session-methods.ts";

/** What an agent may be told. Nothing is read from the process: what is not given is not there. Times are seconds. */
export interface CreateAgentOptions {
  /** The folder the tools work in, absolute. */
  workspace: string;
  /** Keys, proxies and PATH come from here: usually `process.env`. Commands get it without the keys. */
  environment: Readonly<Record<string, string | undefined>>;
  /**
   * `PROVIDER/ID`, `demo` or `replay/FILE`, or with a base URL a model's id. Absent: with a base URL the first model its
   * server lists, else the first provider whose key is set, else a server of this machine.
   */
  model?: string;
  /** The address of the provider; alone: of an OpenAI-compatible server. */
  baseUrl?: string;
  /** The variable that holds the key, instead of the provider's usual one. */
  apiKeyEnv?: string;
  /** Models you describe yourself; `model` finds them before any other. */
  models?: readonly ConfiguredModel[];
  /** Sent with every request to a model; `$NAME` in a value is that variable of the environment, and counts as a key. */
  headers?: HeaderTexts;
  /** The most tokens an answer may have; absent: the provider decides. */
  maxOutputTokens?: number;
  /** Absent: `off`. */
  thinking?: ThinkingLevel;
  /** Replaces the built-in system prompt. */
  systemPrompt?: string;
  /** Added to its end. */
  appendSystemPrompt?: string;
  /** Names of the tools the model may call; absent: all of them. */
  tools?: readonly string[];
  /** Absent: `ask`. */
  permissionMode?: PermissionMode;
  /** Who is asked for consent; absent: what needs it is denied. An "always" lasts as long as the agent. */
  asker?: Asker;
  /** The most model calls of one run. */
  maxTurns?: number;
  /** Absent: 2. */
  maxRetries?: number;
  /** Absent: 1, doubling with each retry. */
  retryBaseDelay?: number;
  /** Absent: 10. */
  retryMaxDelay?: number;
  /** Seconds of a provider's silence after which a call has failed; 0: never. Absent: 300. */
  providerTimeout?: number;
  /**
   * Keeps the conversation on disk: `new` begins one; `latest` goes on with the newest of the workspace, if there is one;
   * anything else is the id of one, or the absolute path of a file. Absent: it is not saved. `close` lets others have it.
   */
  session?: string;
  /** The folder of saved conversations, absolute; absent: a folder for each project in the user's state folder. */
  sessionDir?: string;
  /** The path of a file or folder, the name of a package installed for the workspace, or the hooks themselves, which come last. */
  plugins?: readonly (string | Plugin)[];
  /**
   * MCP servers, by command or by URL, whose tools the model gets as `SERVER__TOOL`. Started with the first prompt; `close`
   * ends them. One that does not start is reported and left out.
   */
  mcpServers?: readonly McpServer[];
  /** A folder of the user's own AGENTS.md, skills, prompt templates and plugins; absent: none of them counts. */
  configFolder?: string;
  /** Use what lies in the workspace's `.letscode/`: plugins, skills, prompt templates. Its AGENTS.md is read in any case. */
  trustProject?: boolean;
  /** What `~` stands for; absent: HOME of the environment. */
  home?: string;
  clock?: Clock;
  /** Told, in one line, what is worth knowing and no failure. */
  report?: (line: string) => void;
}

/**
 * Makes the agent of one conversation. Any number may live in one process, with different folders, keys and tools.
 *
 * @throws {UsageError} when the model, the workspace or the conversation cannot be used; the message says what to change.
 */
export async function createAgent(options: CreateAgentOptions): Promise<Agent> {
  const { workspace, environment, clock = systemClock, report = () => {} } = options;
  const home = options.home ?? environment.HOME ?? environment.USERPROFILE ?? workspace;
  const hidden = keyVariables(options);
  const { mcpServers = [] } = options;
  const secrets = mcpServers.length > 0 ? await checkServers(mcpServers) : [];
  const redactor = createRedactor([...configuredKeys(environment, hidden), ...secrets]);
  const platform = machine();
  const tempFolder = join(tmpdir(), `letscode-${randomBytes(12).toString("hex")}`);
  const choice = selectModel(options);
  if (choice.type === "http" && choice.notice !== undefined) report(choice.notice);
  const model = await openModel(choice, {
    maxRetries: 2,
    retryBaseDelay: 1,
    retryMaxDelay: 10,
    providerTimeout: 300,
    ...options,
    cwd: workspace,
    clock,
    redactor,
    warn: report,
  });
  const project = { folder: workspace, trusted: options.trustProject ?? false };
  const consent = { asker: options.asker, rules: createRules() };
  const plugins = await loadPlugins(options, { home, platform, clock, redactor, report, project });
  const processes = createProcesses({ clock, platform, tempFolder });
  const surroundings = { workspace, environment, platform, clock, processes: processes.child(), report };
  const mcp = mcpServers.length > 0 ? await serversOf(mcpServers, surroundings) : undefined;
  const session = await openSession(options, { home, platform, clock, redactor, report });
  return assemble({
    thinking: "off",
    permissionMode: "ask",
    ...options,
    consent: () => consent,
    home,
    prompts: {
      configFolder: options.configFolder,
      projectFolder: workspace,
      trusted: project.trusted,
    },
    plugins,
    mcp,
    session,
    tempFolder,
    platform,
    clock,
    model,
    redactor,
    keyVariables: hidden,
    processes,
    report,
  }).catch((thrown) => {
    session?.close();
    throw thrown;
  });
}

/** The keys that the servers' settings hold. */
async function checkServers(servers: readonly McpServer[]): Promise<string[]> {
  const { mcpServersProblem } = await import("./mcp/check-servers.ts");
  const { serverSecrets } = await import("./mcp/server-secrets.ts");
  const problem = mcpServersProblem(servers);
  if (problem !== undefined) throw new UsageError(`mcpServers${problem}`);
  return servers.flatMap(serverSecrets);
}

async function serversOf(
  servers: readonly McpServer[],
  parts: Omit<McpServersOptions, "servers">,
): Promise<McpServers> {
  const { McpServers } = await import("./mcp/mcp-servers.ts");
  return new McpServers({ ...parts, servers });
}

/** Those of folders, then those that were named, then those that are there already. */
async function loadPlugins(
  { plugins = [], workspace, environment, configFolder }: CreateAgentOptions,
  parts: Pick<PluginOptions, "home" | "platform" | "clock" | "redactor" | "report" | "project">,
): Promise<readonly LoadedPlugin[]> {
  const { openPlugins } = await import("./open-plugins.ts");
  const names = plugins.filter((plugin) => typeof plugin === "string");
  const found = openPlugins({
    ...parts,
    configFolder,
    environment,
    workspace,
    nativeTypeScript: Boolean("typescript" in process.features && process.features.typescript),
    configured: [],
    flags: names.map((name) => ({ name, folder: workspace, source: "plugins" })),
  });
  const given = plugins.filter((plugin) => typeof plugin !== "string");
  if (given.length === 0) return found.load();
  const { readHooks } = await import("./plugins/read-hooks.ts");
  const read = given.map((hooks, at) => {
    const { plugin, problems } = readHooks(hooks);
    const name = `plugin ${at + 1}`;
    for (const problem of problems) parts.report(`${name}: ${problem}`);
    return { name, file: null, plugin };
  });
  return [...(await found.load()), ...read];
}

async function openSession(
  { session: name, sessionDir, workspace, environment }: CreateAgentOptions,
  parts: Omit<SessionStoreOptions, "environment" | "workspace" | "folder">,
): Promise<Session | undefined> {
  if (name === undefined) return undefined;
  const { createSessionStore } = await import("./sessions/store.ts");
  const store = createSessionStore({ ...parts, environment, workspace, folder: sessionDir });
  const id = name === "latest" ? await store.latest() : name;
  if (id === undefined || id === "new") return store.begin();
  const session = await store.open(id);
  for (const notice of session.notices) parts.report(notice);
  return session;
}
