/** What the terminal needs beside the screen: conversations, models, files, an editor. Loaded once the first keys can be typed. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Agent } from "../agent/agent.ts";
import { UsageError } from "../errors.ts";
import { keyVariables } from "../llm/configured-model.ts";
import type { Asker } from "../permissions/decision.ts";
import type { SlashEntry } from "../prompts/slash.ts";
import { childEnvironment } from "../secrets/child-environment.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { TerminalPort } from "../terminal/port.ts";
import type { Tty } from "../terminal/tty.ts";
import { exit } from "./exit.ts";
import type { Log } from "./log.ts";
import { onUncaught } from "./on-uncaught.ts";
import { openSessionStore } from "./open-conversation.ts";
import type { Options } from "./options.ts";
import { prepare } from "./prepare.ts";
import { openPromptHistory } from "./prompt-history.ts";
import { chooseSession } from "./session-choice.ts";
import { shown } from "./shown.ts";
import { stateFile, terminalConsent } from "./terminal-consent.ts";
import { openUsable, usableModels } from "./terminal-models.ts";

/** What it is made of. */
export interface TerminalPortOptions {
  options: Options;
  log: Log;
  tty: Tty;
}

/** Checks the model, the plugins and the conversation that were named. Rejects with a UsageError. */
export async function connectTerminal({
  options,
  log,
  tty,
}: TerminalPortOptions): Promise<{ port: TerminalPort; redactor: Redactor }> {
  const prepared = await prepare(options, log);
  const { redactor } = prepared;
  onUncaught(prepared, log, () => exit(1));
  const { rules } = terminalConsent(options, log, redactor);
  const openStore = async () => {
    const store = await openSessionStore(options, log, redactor);
    process.once("exit", () => store.close());
    return store;
  };
  const history = openPromptHistory({
    file: stateFile("prompts.jsonl"),
    keeps: chooseSession(options).type !== "unsaved",
    redactor,
    report: log.report,
  });
  /** What was written here may be written again. */
  const exported = new Set<string>();
  let tools: readonly string[] = [];
  let commands: () => Promise<readonly SlashEntry[]> = async () => [];
  let store: ReturnType<typeof openStore> | undefined;
  const stored = () => {
    store ??= openStore();
    return store;
  };

  return {
    redactor,
    port: {
      async openAgent(asker: Asker, sessionId?: string): Promise<Agent> {
        const session = sessionId === undefined ? undefined : await (await stored()).open(sessionId);
        for (const notice of session?.notices ?? []) log.report(notice);
        const consent = () => (options.permissionMode === "ask" ? { rules, asker } : {});
        const onTools = (names: readonly string[]) => {
          tools = names;
        };
        const onCommands = (list: typeof commands) => {
          commands = list;
        };
        try {
          return await prepared.openAgent({ consent, onTools, onCommands, ...(session && { session }) });
        } catch (thrown) {
          session?.close();
          throw thrown;
        }
      },
      tools: () => tools,
      openModel: (name) => openUsable(name, prepared),
      models: () => usableModels(options, prepared),
      sessions: async () => (await stored()).list({ limit: 50 }),
      fork: async (id) => (await stored()).fork(id),
      async exportSession(id, file) {
        const { exportSession, showSession } = await import("./sessions-output.ts");
        const path = resolve(options.cwd, file);
        if (existsSync(path) && !exported.has(path))
          throw new UsageError(`${shown(file)} is there already; name another file`);
        const setting = { store: await stored(), options, log, redactor, write: async () => {} };
        if (/\.html?$/i.test(file)) await showSession({ ...setting, names: [id], flags: { html: path } });
        else {
          const format = /\.jsonl?$/i.test(file) ? "json" : "markdown";
          await exportSession({ ...setting, names: [id, path], flags: { output: format } });
        }
        exported.add(path);
        return path;
      },
      async editOutside(text) {
        const { editOutside } = await import("./outside-editor.ts");
        const environment = childEnvironment(process.env, keyVariables(options));
        return editOutside({ text, tty, environment, report: log.report });
      },
      async clipboard(signal) {
        const { readClipboard } = await import("./clipboard.ts");
        const environment = childEnvironment(process.env, keyVariables(options));
        return readClipboard({ environment, platform: process.platform, signal });
      },
      commands: () => commands(),
      history: () => history.read(),
      remember: (prompt) => history.add(prompt),
    },
  };
}
