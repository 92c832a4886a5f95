/** A server on pipes in memory, and clients at their other ends. */
import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { Connection } from "../../src/jsonrpc/connection.ts";
import type { CallOptions } from "../../src/jsonrpc/connection-options.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { Server, type ServerOptions } from "../../src/server/server.ts";
import type { Event } from "../../src/wire/events.ts";
import type {
  ClientCapabilities,
  ClientRequests,
  ServerNotifications,
  ServerRequests,
} from "../../src/wire/methods.ts";
import {
  type ScriptedConversations,
  type ScriptedOptions,
  scriptedConversations,
} from "./scripted-conversations.ts";

/** A notification as it came. */
export type Told = {
  [M in keyof ServerNotifications]: { method: M; params: ServerNotifications[M] };
}[keyof ServerNotifications];

/** A client of the server. */
export interface MemoryClient {
  connection: Connection;
  /** Every notification, in order; answers to calls that were asked for by `mark` are among them. */
  told: (Told | { answer: string })[];
  call<M extends keyof ClientRequests>(
    method: M,
    ...rest: object extends ClientRequests[M]["params"]
      ? [params?: ClientRequests[M]["params"], options?: CallOptions]
      : [params: ClientRequests[M]["params"], options?: CallOptions]
  ): Promise<ClientRequests[M]["result"]>;
  /** The same, and the answer's place among the notifications shows in `told`. */
  marked: MemoryClient["call"];
  /** Answers what the server asks. */
  on<M extends keyof ServerRequests>(
    method: M,
    answer: (
      params: ServerRequests[M]["params"],
      signal: AbortSignal,
    ) => ServerRequests[M]["result"] | Promise<ServerRequests[M]["result"]>,
  ): void;
  /** The events of a session so far. */
  events(sessionId: string): Event[];
  /** Resolves with the first notification, past or future, for which `test` holds. */
  waitFor(test: (told: Told) => boolean): Promise<Told>;
  /** Reads no more, or again. */
  pause(): void;
  resume(): void;
  /** Writes bytes that are no message. */
  write(bytes: string): void;
  /** Ends its side, as a process that dies does. */
  end(): void;
  /** Resolves when the server has hung up. */
  hungUp: Promise<void>;
}

/** How a client connects. */
export interface ConnectOptions {
  life?: "pipe" | "socket";
  /** What the server wants, and what the client brings. */
  token?: string;
  capabilities?: ClientCapabilities;
  /** False: it does not say who it is. */
  initialize?: boolean;
}

/** A server and what is below it. */
export interface MemoryServer {
  server: Server;
  conversations: ScriptedConversations;
  reports: string[];
  connect(options?: ConnectOptions): Promise<MemoryClient>;
}

/** Starts a server; it is ended with the test. */
export function memoryServer(
  scripted: ScriptedOptions = {},
  options: Partial<ServerOptions> = {},
): MemoryServer {
  const conversations = scriptedConversations(scripted);
  const reports: string[] = [];
  const server = new Server({
    conversations,
    clock: scripted.clock ?? systemClock,
    redactor: createRedactor([]),
    shutdownGraceMs: 300_000,
    shutdownMaxMs: 3_600_000,
    report: (line) => reports.push(line),
    ...options,
  });
  onTestFinished(() => server.terminate(0));
  return { server, conversations, reports, connect: (how) => connect(server, how) };
}

async function connect(server: Server, options: ConnectOptions = {}): Promise<MemoryClient> {
  const { life = "socket", token, capabilities, initialize = true } = options;
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  let hangUp = () => {};
  const hungUp = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  const target = (stream: PassThrough) => ({
    write: (bytes: Uint8Array, done: (error?: Error | null) => void) => stream.write(bytes, done),
  });
  void server.attach({
    input: toServer,
    output: target(toClient),
    life,
    token,
    hangUp() {
      toClient.end();
      hangUp();
    },
  });
  const connection = new Connection({ input: toClient, output: target(toServer), clock: systemClock });
  const told: MemoryClient["told"] = [];
  const waiting: { test: (one: Told) => boolean; resolve: (one: Told) => void }[] = [];
  for (const method of ["session.event", "session.idle", "session.gap"] as const)
    connection.onNotification(method, (params) => {
      const one = { method, params } as unknown as Told;
      told.push(one);
      for (const wait of waiting.filter(({ test }) => test(one))) {
        waiting.splice(waiting.indexOf(wait), 1);
        wait.resolve(one);
      }
    });
  connection.start();
  // biome-ignore lint/suspicious/noExplicitAny: the pairs of params and results are held by the interface
  const call = (method: string, params?: object, how?: CallOptions): any =>
    connection.request(method, params, how);
  const client: MemoryClient = {
    connection,
    told,
    call: call as MemoryClient["call"],
    marked: ((method: string, params?: object, how?: CallOptions) =>
      call(method, params, how).finally(() => told.push({ answer: method }))) as MemoryClient["call"],
    on: (method, answer) =>
      connection.onRequest(method, (params, { signal }) => answer(params as never, signal)),
    events: (id) =>
      told.flatMap((one) =>
        "method" in one && one.method === "session.event" && one.params.session_id === id
          ? [one.params.event]
          : [],
      ),
    waitFor(test) {
      const found = told.find((one): one is Told => "method" in one && test(one));
      if (found) return Promise.resolve(found);
      return new Promise((resolve) => waiting.push({ test, resolve }));
    },
    pause: () => void toClient.pause(),
    resume: () => void toClient.resume(),
    write: (bytes) => void toServer.write(bytes),
    end: () => void connection.flush().then(() => toServer.end()),
    hungUp,
  };
  if (initialize)
    await client.call("initialize", {
      protocol: "letscode-jsonrpc/1",
      client: { name: "test", version: "1" },
      ...(token === undefined ? {} : { token }),
      ...(capabilities && { capabilities }),
    });
  return client;
}

/** The kinds of what a client was told: an event by its type, all else by its method. */
export function kinds(told: MemoryClient["told"]): string[] {
  return told.map((one) =>
    "answer" in one
      ? `answer to ${one.answer}`
      : one.method === "session.event"
        ? one.params.event.type
        : one.method,
  );
}
