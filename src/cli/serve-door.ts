/** `letscode serve`: any number of clients, over TCP or a Unix socket. */
import { homedir } from "node:os";
import { resolve } from "node:path";
import { systemClock } from "../clock.ts";
import { UsageError } from "../errors.ts";
import { type ListenAddress, parseAddress } from "../server/address.ts";
import { type Listener, listen } from "../server/listen.ts";
import { type OptionsIn, openServer } from "./jsonrpc-door.ts";
import type { Log } from "./log.ts";
import type { Options } from "./options.ts";
import { serveToken } from "./serve-token.ts";
import { shown } from "./shown.ts";
import type { output as stdout } from "./stdout-guard.ts";

/** The exit code of SIGTERM, which drains. */
const TERMINATED = 128 + 15;
/** Shorter tokens can be guessed by a program that tries. */
const SHORT_TOKEN = 16;

/** Listens until it is told to end; resolves with the exit code. */
export async function run(
  options: Options,
  log: Log,
  output: typeof stdout,
  optionsIn: OptionsIn,
): Promise<number> {
  const { platform } = process;
  const address = listenAddress(options.listen);
  const token = serveToken(options, { environment: process.env, home: homedir(), platform });
  const { value } = token;
  let listener: Listener | undefined;
  const server = await openServer(options, log, optionsIn, {
    options: {
      maxSessions: options.maxSessions,
      idleTimeoutMs: options.idleTimeout === 0 ? undefined : options.idleTimeout * 1000,
      // A host that started the server for itself may end it.
      socketsMayEnd: options.parentPid !== undefined,
    },
    secrets: value === undefined ? [] : [value],
    onSignal(ending, code) {
      listener?.close();
      void (code === TERMINATED ? ending.shutdown() : ending.terminate(code));
    },
  });
  listener = await listen({
    address,
    token: value,
    server,
    clock: systemClock,
    platform,
    report: log.report,
  });
  process.once("exit", () => listener?.close());
  const file = token.publish();
  if (file) {
    process.once("exit", () => file.remove());
    log.report(`the token is in ${file.path}`);
  }
  if (!listener.local)
    log.report(
      `other machines can reach ${listener.address}; what they send, the token too, is not encrypted`,
    );
  if (value !== undefined && value.length < SHORT_TOKEN)
    log.report(`the token is short enough to be guessed; ${SHORT_TOKEN} characters or more are not`);
  output.write(`letscode listening on ${listener.address}\n`);
  return server.ended;
}

function listenAddress(text: string): ListenAddress {
  const address = parseAddress(text, process.platform);
  if (!address) throw new UsageError(`--listen: expected HOST:PORT, a PORT or unix:PATH, got ${shown(text)}`);
  if (address.type === "tcp" || process.platform === "win32") return address;
  return { type: "unix", path: resolve(address.path) };
}
