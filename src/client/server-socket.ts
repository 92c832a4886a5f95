/** A letscode that listens somewhere: TCP, a Unix socket or a named pipe. */
import type { NetConnectOpts, Socket } from "node:net";
import { type Clock, within } from "../clock.ts";
import { errorText, LetscodeError } from "../errors.ts";
import type { ConnectionError } from "../jsonrpc/errors.ts";
import { Hold } from "./hold.ts";
import type { Transport } from "./transport.ts";

/** Connects to `HOST:PORT` or `unix:PATH`. Rejects with a LetscodeError that names the address. */
export async function connectTo(
  url: string,
  { clock, timeoutMs, signal }: { clock: Clock; timeoutMs: number; signal: AbortSignal },
): Promise<Transport> {
  const address = addressOf(url);
  const { connect } = await import("node:net");
  const socket = connect(address);
  const giveUp = () => socket.destroy(signal.reason);
  signal.addEventListener("abort", giveUp);
  const connected = new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  if (!(await within(clock, timeoutMs, connected)))
    socket.destroy(new Error(`no answer within ${timeoutMs} ms`));
  try {
    await connected;
  } catch (thrown) {
    throw new LetscodeError(
      `letscode at ${url} cannot be reached: ${errorText(thrown)}; is \`letscode serve --listen ${url}\` running?`,
    );
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
  return new ServerSocket(url, socket, clock);
}

class ServerSocket implements Transport {
  readonly input: Socket;
  readonly output: Socket;
  readonly hold: Hold;
  readonly #url: string;
  readonly #clock: Clock;
  readonly #closed: Promise<void>;

  constructor(url: string, socket: Socket, clock: Clock) {
    this.input = socket;
    this.output = socket;
    this.hold = new Hold([socket]);
    this.#url = url;
    this.#clock = clock;
    socket.setNoDelay(true);
    socket.on("error", () => {});
    this.#closed = new Promise((resolve) => socket.once("close", () => resolve()));
  }

  readonly lastWords = "";

  async explain(end: ConnectionError): Promise<Error> {
    return new LetscodeError(`letscode at ${this.#url}: ${end.message}`, { cause: end });
  }

  /** What was said is with the pipe when `said` is settled; whatever still runs over there is not waited for. */
  async end(graceMs: number, said: Promise<unknown> = Promise.resolve()): Promise<void> {
    await within(this.#clock, graceMs, said);
    this.output.destroySoon();
    if (!(await within(this.#clock, graceMs, this.#closed))) this.output.destroy();
  }
}

function addressOf(url: string): NetConnectOpts {
  if (url.startsWith("unix:")) return { path: url.slice("unix:".length) };
  const [, host = "", port = ""] = /^(?:tcp:\/\/)?(\[[^\]]+\]|[^:]*):(\d+)$/.exec(url) ?? [];
  if (host === "" || Number(port) > 65_535)
    throw new LetscodeError(`url: expected HOST:PORT or unix:PATH, got ${JSON.stringify(url)}`);
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}
