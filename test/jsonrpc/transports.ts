/** Pairs of byte streams, each with the far end of far-end.ts behind it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { Connection } from "../../src/jsonrpc/connection.ts";
import type { ConnectionOptions } from "../../src/jsonrpc/connection-options.ts";
import { newFolder } from "../process/letscode.ts";
import { serve } from "./far-end.ts";

/** The near ends of two streams. */
export interface Streams {
  input: Readable;
  output: Writable;
  /** Takes the far end away, as its death would. */
  kill(): void;
}

/** How a far end is given its two streams. */
export type Attach = (input: Readable, output: Writable) => void;

/** A connection that is closed when the test is over. */
export function openConnection(
  streams: Pick<Streams, "input" | "output">,
  more: Partial<ConnectionOptions> = {},
): Connection {
  const { input, output } = streams;
  input.on("error", () => {});
  output.on("error", () => {});
  const connection = new Connection({ input, output, clock: systemClock, ...more });
  onTestFinished(() => connection.close());
  return connection;
}

/** The far end that every transport has unless told otherwise. */
const ours: Attach = (input, output) => {
  const connection = openConnection({ input, output });
  serve(connection);
  connection.start();
};

/** Two pipes in memory. */
export async function memory(attach: Attach = ours): Promise<Streams> {
  const [there, back] = [new PassThrough(), new PassThrough()];
  attach(there, back);
  return { input: back, output: there, kill: () => void back.destroy() };
}

/** A TCP connection over the loopback. */
export function tcp(attach: Attach = ours): Promise<Streams> {
  return socket(attach, { port: 0, host: "127.0.0.1" });
}

/** A Unix socket. */
export function unix(attach: Attach = ours): Promise<Streams> {
  return socket(attach, { path: join(newFolder(), "socket") });
}

async function socket(
  attach: Attach,
  address: { path: string } | { port: number; host: string },
): Promise<Streams> {
  let far: Socket | undefined;
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (accepted) => {
    far = accepted;
    attach(accepted, accepted);
  });
  server.listen(address);
  await once(server, "listening");
  const near = connect(
    "path" in address ? address : { port: (server.address() as AddressInfo).port, host: address.host },
  );
  await Promise.all([once(near, "connect"), once(server, "connection")]);
  onTestFinished(() => {
    near.destroy();
    far?.destroy();
    server.close();
  });
  return { input: near, output: near, kill: () => void far?.destroy() };
}

/** The stdio of a process that runs this script. */
export async function stdio(script = "far-end-process.ts"): Promise<Streams> {
  const words = ["--import", "jiti/register", join(import.meta.dirname, script)];
  const child = spawn(process.execPath, words, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env.PATH, JITI_FS_CACHE: join(tmpdir(), "letscode-far-end") },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { input: child.stdout, output: child.stdin, kill: () => void child.kill("SIGKILL") };
}

/** Every transport by name. */
export const TRANSPORTS: readonly (readonly [name: string, open: () => Promise<Streams>])[] = [
  ["pipes in memory", memory],
  ["TCP", tcp],
  ["a Unix socket", unix],
  ["stdio of a process", stdio],
];
