/** Conversations in a temporary folder whose models are scripts; the agents, tools and files are the real ones. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type AgentSettings, assemble } from "../../src/assemble.ts";
import { type Clock, systemClock } from "../../src/clock.ts";
import { UsageError } from "../../src/errors.ts";
import type { LLMClient } from "../../src/llm/client.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import type { Conversation, Conversations, HostParts } from "../../src/server/conversations.ts";
import { newSessionId } from "../../src/sessions/new-session-id.ts";
import type { Session } from "../../src/sessions/session.ts";
import { createSessionStore } from "../../src/sessions/store.ts";
import { createProcesses } from "../../src/tools/processes.ts";
import { TOOL_NAMES } from "../../src/tools/tool-names.ts";
import type { SessionSettings } from "../../src/wire/methods.ts";
import { scriptedModel } from "../agent/scripted-model.ts";

/** What the conversations do. */
export interface ScriptedOptions {
  /** The model of a session; absent: one that answers `done`. */
  model?: (settings: SessionSettings) => LLMClient;
  /** On top of all settings of an agent. */
  agent?: Partial<AgentSettings>;
  clock?: Clock;
  /** How many agents were opened. */
  onOpen?: () => void;
}

/** The conversations and where they are. */
export interface ScriptedConversations extends Conversations {
  /** Everything is below it; removed with the test. */
  folder: string;
  /** Where sessions work that name no folder. */
  workspace: string;
}

/** Conversations of a folder that is gone when the test is over. */
export function scriptedConversations(options: ScriptedOptions = {}): ScriptedConversations {
  const { clock = systemClock, model: modelOf = () => scriptedModel() } = options;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "letscode-server-")));
  const workspace = join(folder, "work");
  mkdirSync(workspace);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const surroundings = { environment: { PATH: process.env.PATH }, home: folder, platform: process.platform };
  const tempFolder = join(folder, "temp");
  const processes = createProcesses({ clock, platform: process.platform, tempFolder });
  const storeIn = (cwd: string, redactor = createRedactor([])) =>
    createSessionStore({ ...surroundings, workspace: cwd, clock, redactor, report: () => {} });
  const store = storeIn(workspace);

  async function open(
    settings: SessionSettings,
    host: HostParts,
    begin: (store: ReturnType<typeof storeIn>) => Session | Promise<Session>,
  ): Promise<Conversation> {
    const { cwd = workspace, api_key: key, persist = true, tools = TOOL_NAMES, model: name } = settings;
    if (name === "nobody/knows") throw new UsageError(`model: there is no model ${name}`);
    const redactor = createRedactor(key === undefined ? [] : [key]);
    const own = storeIn(cwd, redactor);
    const session = persist ? await begin(own) : undefined;
    const model = modelOf(settings);
    return {
      id: session?.id ?? newSessionId(clock.now()),
      cwd,
      created: clock.now(),
      saved: persist,
      model: `${model.provider}/${model.model}`,
      tools,
      messages: session?.messages ?? [],
      redactor,
      openAgent() {
        options.onOpen?.();
        return assemble({
          ...surroundings,
          workspace: cwd,
          tempFolder,
          clock,
          model,
          thinking: settings.thinking ?? "off",
          tools,
          permissionMode: "ask",
          plugins: [{ name: "client", file: null, plugin: host.plugin }],
          consent: host.consent,
          hostTools: host.hostTools,
          session,
          redactor,
          keyVariables: [],
          processes,
          report: () => {},
          ...options.agent,
        });
      },
      async openModel(other) {
        if (other === "nobody/knows") throw new UsageError(`model: there is no model ${other}`);
        return { ...scriptedModel(), provider: "other", model: other };
      },
      release: () => own.close(),
    };
  }

  return {
    folder,
    workspace,
    begin: (settings, host) => open(settings, host, (own) => own.begin()),
    async resume(id, settings, host) {
      const row = await store.row(id);
      return open({ ...settings, cwd: row?.cwd ?? workspace }, host, (own) => own.open(id));
    },
    list: ({ cwd, limit, before }) => store.list({ cwd, limit, before, all: cwd === undefined }),
    row: (id) => store.row(id),
    messages: async (id) => (await store.read(id)).messages,
    fork: (id, messageId) => store.fork(id, messageId),
    remove: async (id) => store.remove(id),
    models: async () => [
      {
        id: "scripted/test",
        provider: "scripted",
        context_window: null,
        max_output_tokens: null,
        images: true,
        thinking: null,
      },
    ],
  };
}
