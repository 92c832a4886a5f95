/** `--mode jsonrpc` on this process's pipes. */
import { systemClock } from "../clock.ts";
import type { PumpTarget } from "../framing/pump.ts";
import { keyVariables } from "../llm/configured-model.ts";
import { configuredKeys } from "../secrets/configured-keys.ts";
import { createRedactor } from "../secrets/redactor.ts";
import { Server } from "../server/server.ts";
import { openConversations } from "./conversations.ts";
import type { Log } from "./log.ts";
import { onSignals } from "./on-signals.ts";
import { onUncaught } from "./on-uncaught.ts";
import type { Options } from "./options.ts";
import { stdin } from "./stdin.ts";
import { watchReader } from "./watch-reader.ts";

/** The options of a session that works in this folder. Throws a UsageError when its configuration cannot be read. */
export type OptionsIn = (folder: string) => Promise<Options>;

/** A server for the conversations of this process, which ends on signals and with its parent. */
export async function openServer(
  options: Options,
  log: Log,
  optionsIn: OptionsIn,
  more: Partial<ConstructorParameters<typeof Server>[0]> = {},
): Promise<Server> {
  const redactor = createRedactor(configuredKeys(process.env, keyVariables(options)));
  log.redact(redactor);
  const conversations = await openConversations({ options, optionsIn, log, redactor });
  const server = new Server({
    conversations,
    clock: systemClock,
    redactor,
    shutdownGraceMs: options.shutdownGrace * 1000,
    shutdownMaxMs: options.shutdownMax * 1000,
    report: log.report,
    ...more,
  });
  onSignals((code) => void server.terminate(code));
  onUncaught(conversations, log, () => void server.terminate(1));
  if (options.parentPid !== undefined) {
    const { watchParent } = await import("./watch-parent.ts");
    watchParent(options.parentPid, () => {
      log.report(`the parent process ${options.parentPid} has ended`);
      void server.terminate(1);
    });
  }
  return server;
}

/** Serves one client until its pipe ends; resolves with the exit code. */
export async function run(
  options: Options,
  log: Log,
  output: PumpTarget,
  optionsIn: OptionsIn,
): Promise<number> {
  const server = await openServer(options, log, optionsIn);
  watchReader(() => void server.terminate(1));
  void server.attach({ input: stdin.open(), output, life: "pipe", hangUp: () => {} });
  return server.ended;
}
