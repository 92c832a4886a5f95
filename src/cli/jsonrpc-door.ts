/** `--mode jsonrpc` on this process's pipes. */
import { systemClock } from "../clock.ts";
import type { PumpTarget } from "../framing/pump.ts";
import { keyVariables } from "../llm/configured-model.ts";
import { configuredKeys } from "../secrets/configured-keys.ts";
import { createRedactor } from "../secrets/redactor.ts";
import { Server, type ServerOptions } from "../server/server.ts";
import { openConversations } from "./conversations.ts";
import type { Log } from "./log.ts";
import { onSignals } from "./on-signals.ts";
import { onUncaught } from "./on-uncaught.ts";
import type { Options } from "./options.ts";
import { stdin } from "./stdin.ts";
import { watchReader } from "./watch-reader.ts";

/** The options of a session that works in this folder. Throws a UsageError when its configuration cannot be read. */
export type OptionsIn = (folder: string) => Promise<Options>;

/** What a door adds to the server. */
export interface ServerAdditions {
  options?: Partial<ServerOptions>;
  /** Texts that count as keys, beside the configured ones. */
  secrets?: readonly string[];
  /** Ends the server at a signal, with this exit code; absent: at once. */
  onSignal?(server: Server, code: number): void;
}

/** A server for the conversations of this process, which ends on signals and with its parent. */
export async function openServer(
  options: Options,
  log: Log,
  optionsIn: OptionsIn,
  { options: more = {}, secrets = [], onSignal }: ServerAdditions = {},
): Promise<Server> {
  const redactor = createRedactor([...configuredKeys(process.env, keyVariables(options)), ...secrets]);
  log.redact(redactor);
  const conversations = await openConversations({ options, optionsIn, log, redactor, secrets });
  const server = new Server({
    conversations,
    clock: systemClock,
    redactor,
    shutdownGraceMs: options.shutdownGrace * 1000,
    shutdownMaxMs: options.shutdownMax * 1000,
    report: log.report,
    ...more,
  });
  onSignals((code) => (onSignal ? onSignal(server, code) : void server.terminate(code)));
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
