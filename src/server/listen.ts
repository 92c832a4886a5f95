/** Listens on TCP, a Unix socket or a named pipe, and brings whoever connects to a server. */
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from "node:net";
import type { Clock } from "../clock.ts";
import { UsageError } from "../errors.ts";
import { systemErrorText } from "../system-errors.ts";
import { addressText, isLoopback, type ListenAddress } from "./address.ts";
import { Newcomers } from "./newcomers.ts";
import type { Server } from "./server.ts";
import { listenOnPath } from "./unix-socket.ts";

/** What a listener needs. */
export interface ListenOptions {
  address: ListenAddress;
  /** What every client must bring. Absent: nothing, which is refused where other machines could connect. */
  token?: string | undefined;
  server: Pick<Server, "attach">;
  clock: Clock;
  /** As `process.platform`. */
  platform: string;
  /** Told in one line that connections cannot be taken. */
  report(line: string): void;
}

/** A server that can be reached. */
export interface Listener {
  /** Where: `HOST:PORT` with the address and the port that it really has, or `unix:PATH`. */
  readonly address: string;
  /** Whether only this machine can connect. */
  readonly local: boolean;
  /** Takes no more connections; those that are there go on. The socket's file is gone. Twice is once. */
  close(): void;
}

/** A peer that has vanished without a word is noticed after about so long. */
const KEEP_ALIVE_MS = 60_000;
/** How long the other side has to take the last frames and to close, too. */
const LINGER_MS = 1000;

const IN_USE = "another program listens there already";

/** Resolves when clients can connect. Rejects with a UsageError that says why they cannot. */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { address, token, platform, report } = options;
  const newcomers = new Newcomers(options.clock);
  // A client may close its half and wait for what it asked for.
  const server = createServer(
    {
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
      pauseOnConnect: true,
    },
    (socket) => accept(socket, newcomers, options),
  );
  const bound =
    address.type === "tcp"
      ? await listenOnTcp(server, address, token !== undefined)
      : { text: addressText(address), local: true, remove: await listenAt(server, address.path, platform) };
  let told = false;
  server.on("error", (error) => {
    if (!told) report(`a connection could not be taken: ${systemErrorText(error)}`);
    told = true;
  });
  let closed = false;
  return {
    address: bound.text,
    local: bound.local,
    close() {
      if (closed) return;
      closed = true;
      server.close();
      bound.remove();
    },
  };
}

function accept(socket: Socket, newcomers: Newcomers, { server, clock, token }: ListenOptions): void {
  // What fails on a socket is told to whoever reads and writes it.
  socket.on("error", () => {});
  newcomers.add(socket);
  const serve = () => {
    if (socket.destroyed) return;
    void server.attach({
      input: socket,
      output: socket,
      life: "socket",
      token,
      onInitialized: () => newcomers.known(socket),
      onWrongToken: () => newcomers.wrongToken(),
      hangUp: () => hangUp(socket, clock),
    });
    socket.resume();
  };
  const { pauseMs } = newcomers;
  if (pauseMs > 0) clock.after(pauseMs, serve);
  else serve();
}

/** Unread bytes would reset the connection, and take from the other side what it has not read yet. */
function hangUp(socket: Socket, clock: Clock): void {
  if (socket.destroyed) return;
  socket.once(
    "close",
    clock.after(LINGER_MS, () => socket.destroy()),
  );
  socket.end();
  socket.resume();
}

async function listenOnTcp(
  server: NetServer,
  { host, port }: ListenAddress & { type: "tcp" },
  hasToken: boolean,
): Promise<{ text: string; local: boolean; remove(): void }> {
  const ip = await resolved(host);
  const local = isLoopback(ip);
  if (!hasToken && !local)
    throw new UsageError(
      `--no-token: ${host} can be reached from other machines; without a token only the loopback and Unix sockets are served`,
    );
  try {
    server.listen({ host: ip, port });
    await once(server, "listening");
  } catch (thrown) {
    throw cannotListen(addressText({ type: "tcp", host, port }), thrown);
  }
  const { port: real } = server.address() as AddressInfo;
  return { text: addressText({ type: "tcp", host: ip, port: real }), local, remove() {} };
}

async function listenAt(server: NetServer, path: string, platform: string): Promise<() => void> {
  if (platform !== "win32") return listenOnPath(server, path);
  try {
    // The system gives a named pipe to nobody but its owner and administrators to write to, and removes it itself.
    server.listen({ path });
    await once(server, "listening");
  } catch (thrown) {
    throw cannotListen(path, thrown);
  }
  return () => {};
}

async function resolved(host: string): Promise<string> {
  try {
    return (await lookup(host)).address;
  } catch {
    throw new UsageError(`--listen: there is no host ${JSON.stringify(host)}`);
  }
}

function cannotListen(where: string, thrown: unknown): UsageError {
  const { code } = thrown as NodeJS.ErrnoException;
  const why =
    code === "EADDRINUSE"
      ? IN_USE
      : code === "EADDRNOTAVAIL"
        ? "this machine has no such address"
        : systemErrorText(thrown);
  return new UsageError(`--listen: cannot listen on ${where}: ${why}`);
}
