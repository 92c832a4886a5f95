/** A server that listens, and connections to it that are written and read byte by byte. */
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { onTestFinished } from "vitest";
import { type Clock, systemClock } from "../../src/clock.ts";
import { encodeFrame, FrameReader } from "../../src/framing/content-length.ts";
import { parseAddress } from "../../src/server/address.ts";
import { type Listener, type ListenOptions, listen } from "../../src/server/listen.ts";
import type { Server } from "../../src/server/server.ts";
import type { JsonObject } from "../../src/wire/messages.ts";

/** A message of the other side, as tests look into it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every kind
export type Message = Record<string, any>;

/** The other side of a connection, whatever carries it. */
export interface RawPeer {
  /** Every message so far. */
  messages: Message[];
  /** Every byte so far. */
  bytes(): Buffer;
  /** Writes bytes, or each value as a frame, all in one write. */
  write(...parts: (string | Uint8Array | object)[]): void;
  /** The answer to a request, which is sent. */
  call(method: string, params?: object): Promise<Message>;
  /** Says who it is. */
  initialize(more?: object): Promise<Message>;
  /** The first message, past or future, for which `test` holds; rejects when the connection is closed without it. */
  waitFor(test: (message: Message) => boolean): Promise<Message>;
  /** Reads no more, or again. */
  pause(): void;
  resume(): void;
  /** Says that nothing more will come. */
  end(): void;
  /** Resolves when the other side has ended it. */
  closed: Promise<void>;
}

/** One on a socket. */
export interface RawSocket extends RawPeer {
  socket: Socket;
}

/** A new folder that is gone when the test is. */
export function folderOfTest(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "letscode-listen-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Listens until the test is over. */
export async function listening(
  server: Pick<Server, "attach">,
  at: string,
  options: Partial<Omit<ListenOptions, "address" | "server">> & { clock?: Clock } = {},
): Promise<Listener> {
  const { platform } = process;
  const address = parseAddress(at, platform);
  if (!address) throw new Error(`no address: ${at}`);
  const listener = await listen({
    address,
    server,
    clock: systemClock,
    platform,
    report: () => {},
    ...options,
  });
  onTestFinished(() => listener.close());
  return listener;
}

/** Connects to `HOST:PORT` or `unix:PATH`. */
export async function open(address: string): Promise<RawSocket> {
  const where = parseAddress(address, process.platform);
  if (!where) throw new Error(`no address: ${address}`);
  const socket = connect({ ...where, allowHalfOpen: false });
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.on("error", () => {});
  return { socket, ...rawPeer(socket, socket) };
}

/** The same for two streams that are open. */
export function rawPeer(input: Readable, output: Writable): RawPeer {
  const frames = new FrameReader({ maxBytes: 1 << 30 });
  const messages: Message[] = [];
  const chunks: Uint8Array[] = [];
  const waiting = new Set<() => void>();
  let ids = 0;
  let isClosed = false;
  input.on("data", (chunk) => {
    chunks.push(chunk);
    for (const record of frames.push(chunk))
      messages.push(record.type === "frame" ? JSON.parse(record.text) : record);
    for (const check of waiting) check();
  });
  const closed = new Promise<void>((resolve) => {
    input.once("close", () => {
      isClosed = true;
      for (const check of waiting) check();
      resolve();
    });
  });
  const self: RawPeer = {
    messages,
    bytes: () => Buffer.concat(chunks),
    closed,
    write(...parts) {
      const bytes = parts.map((part) => {
        if (typeof part === "string" || part instanceof Uint8Array) return Buffer.from(part as string);
        return Buffer.from(encodeFrame(JSON.stringify(part)) as string);
      });
      output.write(Buffer.concat(bytes));
    },
    pause: () => void input.pause(),
    resume: () => void input.resume(),
    end: () => void output.end(),
    call(method, params) {
      const id = ++ids;
      self.write({ jsonrpc: "2.0", id, method, ...(params && { params }) });
      return self.waitFor((message) => message.id === id && !("method" in message));
    },
    initialize: (more) => self.call("initialize", { ...HELLO, ...more }),
    waitFor(test) {
      return new Promise((resolve, reject) => {
        const check = () => {
          const found = messages.find(test);
          if (!found && !isClosed) return;
          waiting.delete(check);
          if (found) resolve(found);
          else reject(new Error(`closed first; messages: ${JSON.stringify(messages).slice(-500)}`));
        };
        waiting.add(check);
        check();
      });
    },
  };
  return self;
}

/** What a client says first. */
export const HELLO: JsonObject = {
  protocol: "letscode-jsonrpc/1",
  client: { name: "test", version: "1" },
};
