/** The conversations of `--mode jsonrpc`: each with its own folder, options, trust, model, keys and plugins. */
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { assemble } from "../assemble.ts";
import { systemClock } from "../clock.ts";
import { UsageError } from "../errors.ts";
import type { LLMClient } from "../llm/client.ts";
import { keyVariables } from "../llm/configured-model.ts";
import type { McpServers } from "../mcp/mcp-servers.ts";
import type { Plugins } from "../open-plugins.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Conversation, Conversations, HostParts } from "../server/conversations.ts";
import { newSessionId } from "../sessions/new-session-id.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionStore } from "../sessions/store.ts";
import { createProcesses } from "../tools/processes.ts";
import { TOOL_NAMES } from "../tools/tool-names.ts";
import type { SessionSettings } from "../wire/methods.ts";
import type { McpServer } from "../wire/session-methods.ts";
import { kindOf } from "./kind-of.ts";
import type { Log } from "./log.ts";
import { openSessionStore } from "./open-conversation.ts";
import type { Options } from "./options.ts";
import { findPlugins, mcpServers, openMcpServers } from "./prepare.ts";
import { type SessionModels, sessionModels, sessionRedactor } from "./session-model.ts";
import { nameTempFolder } from "./temp-folder.ts";

/** What the conversations start from. */
export interface ConversationsOptions {
  options: Options;
  /** The options of a session that works in this folder, with its project's trust. */
  optionsIn(folder: string): Promise<Options>;
  log: Log;
  /** Of the process. */
  redactor: Redactor;
  /** Texts that count as keys, beside the configured ones. */
  secrets: readonly string[];
}

/** The conversations, and what the process has to know of them. */
export interface ProcessConversations extends Conversations {
  /** Whether an error that nobody caught is a plugin's. */
  isFromPlugin(thrown: unknown): boolean;
}

/** What is opened for one conversation. */
interface Parts {
  settings: SessionSettings;
  options: Options;
  host: HostParts;
  redactor: Redactor;
  plugins: Plugins | undefined;
  /** The servers of the configuration, and the client's own. */
  mcp: McpServers | undefined;
  models: SessionModels;
  store: SessionStore;
  report(line: string): void;
  detail(line: string): void;
}

/** However the process exits, no process of a tool, no temporary file and no lock stays behind. */
export async function openConversations(from: ConversationsOptions): Promise<ProcessConversations> {
  const { log } = from;
  const everywhere = await openSessionStore(from.options, log, from.redactor);
  const temp = nameTempFolder();
  const processes = createProcesses({
    clock: systemClock,
    platform: process.platform,
    tempFolder: temp.path,
  });
  const open = new Set<Parts>();
  process.once("exit", () => {
    for (const { store } of open) store.close();
    processes.killAll();
    temp.remove();
  });

  async function prepared(settings: SessionSettings, host: HostParts): Promise<Parts> {
    const options = settings.cwd === undefined ? from.options : await from.optionsIn(folderOf(settings.cwd));
    checkTools(settings);
    const { servers, secrets, notices } = await mcpServers(options, settings.mcp_servers);
    const redactor = sessionRedactor(options, settings, [...from.secrets, ...secrets]);
    const report = (line: string) => log.report(redactor.text(line));
    const detail = (line: string) => log.detail(redactor.text(line));
    for (const notice of notices) report(notice);
    const named = (settings.plugins ?? []).map((name) => ({ name, folder: options.cwd, source: "plugins" }));
    const withPlugins = { ...options, plugin: [...(options.plugin ?? []), ...named] };
    const plugins = options.noPlugins ? undefined : await findPlugins(withPlugins, log, redactor);
    const models = sessionModels(options, settings, { redactor, plugins, report });
    const store = await openSessionStore(options, { report }, redactor);
    const mcp = await openMcpServers(servers, options, processes, { report, detail });
    return { settings, options, host, redactor, plugins, mcp, models, store, report, detail };
  }

  /** Closes what was opened for it when it cannot be. */
  async function conversation(...given: Parameters<typeof opened>): Promise<Conversation> {
    return opened(...given).catch(async (thrown) => {
      given[0].store.close();
      await given[0].mcp?.close();
      throw thrown;
    });
  }

  async function opened(
    parts: Parts,
    model: LLMClient,
    session: Session | undefined,
    created = systemClock.now(),
  ): Promise<Conversation> {
    const { settings, options, host, redactor, mcp, models, store, report, detail } = parts;
    const loaded = (await parts.plugins?.load()) ?? [];
    const names = settings.tools ?? options.tools ?? TOOL_NAMES;
    const ownServers = names.length > 0 && (settings.mcp_servers ?? []).length > 0;
    if (mcp && ownServers) await startServers(mcp, settings.mcp_servers ?? []);
    let toldTools: (names: readonly string[]) => void = () => {};
    const allTools = new Promise<readonly string[]>((resolve) => {
      toldTools = resolve;
    });
    const build = () =>
      assemble({
        ...options,
        workspace: options.cwd,
        environment: process.env,
        home: homedir(),
        prompts: {
          configFolder: options.configFolder,
          projectFolder: options.project.folder,
          trusted: options.project.trusted,
        },
        model,
        thinking: settings.thinking ?? options.thinking,
        systemPrompt: settings.system_prompt ?? options.systemPrompt,
        appendSystemPrompt: settings.append_system_prompt ?? options.appendSystemPrompt,
        tools: names,
        plugins: [...loaded, { name: "client", file: null, plugin: host.plugin }],
        consent: host.consent,
        hostTools: host.hostTools,
        onTools: toldTools,
        mcp,
        session,
        tempFolder: temp.path,
        platform: process.platform,
        clock: systemClock,
        redactor,
        keyVariables: keyVariables(options),
        processes,
        report,
        detail,
      });
    // Only plugins and a client's own servers bring tools that it has to know: without any, the agent waits for the first prompt.
    let early = loaded.length > 0 || ownServers ? build() : undefined;
    const hostNames = host.hostTools().map(({ name }) => name);
    await early;
    const tools = early
      ? (await allTools).filter((name) => !hostNames.includes(name))
      : TOOL_NAMES.filter((name) => names.includes(name));
    open.add(parts);
    return {
      id: session?.id ?? newSessionId(systemClock.now()),
      cwd: options.cwd,
      created,
      saved: session !== undefined,
      model:
        model.model === "" || model.model === model.provider
          ? model.provider
          : `${model.provider}/${model.model}`,
      tools,
      messages: session?.messages ?? [],
      redactor,
      openAgent() {
        const agent = early ?? build();
        early = undefined;
        return agent;
      },
      openModel: (name) => models.named(name),
      release() {
        void early?.then((agent) => agent.close());
        store.close();
        open.delete(parts);
      },
    };
  }

  return {
    async begin(settings, host) {
      const parts = await prepared(settings, host);
      const model = await parts.models.first();
      const persist = settings.persist ?? !parts.options.noSession;
      return conversation(parts, model, persist ? parts.store.begin() : undefined);
    },
    async resume(id, settings, host) {
      const { cwd, created } = (await everywhere.row(id)) ?? {};
      if (settings.cwd !== undefined && settings.cwd !== cwd)
        throw new UsageError(`cwd: the session ${id} belongs to another folder: ${cwd}`);
      const parts = await prepared({ ...settings, ...(cwd !== undefined && { cwd }) }, host);
      const model = await parts.models.first();
      const session = await parts.store.open(id);
      for (const notice of session.notices) parts.report(notice);
      return conversation(parts, model, session, created);
    },
    list: ({ cwd, limit, before }) => everywhere.list({ cwd, limit, before, all: cwd === undefined }),
    row: (id) => everywhere.row(id),
    messages: async (id) => (await everywhere.read(id)).messages,
    fork: (id, messageId) => everywhere.fork(id, messageId),
    remove: async (id) => everywhere.remove(id),
    models: async () => (await import("./model-rows.ts")).modelRows(from.options),
    isFromPlugin: (thrown) => [...open].some(({ plugins }) => plugins?.threw(thrown)),
  };
}

/** The folder a session names; throws a UsageError when it is none. */
function folderOf(cwd: string): string {
  if (!isAbsolute(cwd)) throw new UsageError(`cwd: expected an absolute path, got ${JSON.stringify(cwd)}`);
  const kind = kindOf(cwd);
  if (kind === "folder") return cwd;
  throw new UsageError(`cwd: ${kind ? "no folder" : "there is no folder"}: ${cwd}`);
}

/** Starts all; throws a UsageError when one that the client named does not start. */
async function startServers(mcp: McpServers, own: readonly McpServer[]): Promise<void> {
  await mcp.ready();
  const failed = mcp.failed.find(({ name }) => own.some((server) => server.name === name));
  if (failed) throw new UsageError(`mcp_servers: the server ${failed.name} did not start: ${failed.why}`);
}

function checkTools({ tools = [] }: SessionSettings): void {
  const known: readonly string[] = TOOL_NAMES;
  const at = tools.findIndex((name) => !known.includes(name));
  if (at >= 0)
    throw new UsageError(
      `tools[${at}]: expected one of ${known.join(", ")}, got ${JSON.stringify(tools[at]?.slice(0, 100))}`,
    );
}
