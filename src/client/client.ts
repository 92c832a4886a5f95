/** A letscode with any number of sessions: started, or reached where it listens. */
import { type Clock, systemClock } from "../clock.ts";
import { LetscodeError } from "../errors.ts";
import { Connection } from "../jsonrpc/connection.ts";
import { CallTimeoutError, type ConnectionError } from "../jsonrpc/errors.ts";
import { VERSION } from "../version.ts";
import type {
  ClientRequests,
  InitializeResult,
  ModelRow,
  ServerNotifications,
  SessionCreateResult,
  SessionListParams,
  SessionRowReport,
} from "../wire/methods.ts";
import { JSONRPC_PROTOCOL } from "../wire/version.ts";
import { answerRequests, type Hosted } from "./answers.ts";
import { ABORT_TIMEOUT_MS, CLOSE_TIMEOUT_MS, MAX_WAITING_CHARS, START_TIMEOUT_MS } from "./base-options.ts";
import type { Call, CallOptions } from "./call.ts";
import { type ClientOptions, capabilitiesOf } from "./client-options.ts";
import { startProcess } from "./letscode-process.ts";
import { connectTo } from "./server-socket.ts";
import { Session } from "./session.ts";
import { SessionEvents } from "./session-events.ts";
import { type SessionOptions, sessionSettings } from "./session-options.ts";
import type { Transport } from "./transport.ts";

/** A session as the client keeps it. */
interface Kept extends Hosted {
  events: SessionEvents;
}

/** An open connection. */
interface Link {
  transport: Transport;
  connection: Connection;
  server: InitializeResult;
}

/**
 * One letscode. It starts with the first call, or with `start`. A program may end while its client is open and idle: it is held
 * only while something is waited for, and a process that was started for it ends with it.
 */
export class LetscodeClient {
  readonly #options: ClientOptions;
  readonly #clock: Clock;
  readonly #sessions = new Map<string, Kept>();
  #link: Promise<Link> | undefined;
  #closing: Promise<void> | undefined;
  /** Ends a start that goes on. */
  readonly #end = new AbortController();

  constructor(options: ClientOptions = {}) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** A client whose letscode has started. */
  static async start(options: ClientOptions = {}): Promise<LetscodeClient> {
    const client = new LetscodeClient(options);
    await client.start();
    return client;
  }

  /**
   * Starts letscode, or connects to it, and shakes hands; resolves with what it says of itself. Rejects, with its last words on
   * stderr, when that does not come to an end in time. A second call does nothing more.
   */
  async start(): Promise<InitializeResult> {
    return (await this.#open()).server;
  }

  /** Calls a method of the protocol: what the other methods of clients and sessions are made of. */
  call: Call = async (method, params, options = {}) => {
    const { connection, transport } = await this.#open();
    return (await transport.hold.until(request(connection, method, params, options))) as never;
  };

  /** Begins a conversation. */
  async createSession(options: SessionOptions): Promise<Session> {
    const created = await this.call("session.create", sessionSettings(options));
    return this.#keep(created, options).session;
  }

  /** Goes on with a conversation: from disk, or with one that is alive, in the middle of its run too. */
  async resumeSession(id: string, options: SessionOptions): Promise<Session> {
    const resumed = await this.call("session.resume", { session_id: id, ...sessionSettings(options) });
    return this.#keep(resumed, options).session;
  }

  /** Copies a conversation up to a message and the results of its calls; resolves with the id of the copy. */
  async forkSession(id: string, messageId: string): Promise<string> {
    return (await this.call("session.fork", { session_id: id, message_id: messageId })).session_id;
  }

  /** The conversations there are, the newest first. */
  async listSessions(which: SessionListParams = {}): Promise<SessionRowReport[]> {
    return (await this.call("session.list", which)).sessions;
  }

  /** Deletes a conversation. */
  async deleteSession(id: string): Promise<void> {
    await this.call("session.delete", { session_id: id });
    this.#forget(id);
  }

  /** The models that sessions can have. */
  async listModels(): Promise<ModelRow[]> {
    return (await this.call("models.list", {})).models;
  }

  /** Milliseconds until letscode answered. */
  async ping(): Promise<number> {
    await this.#open();
    const start = this.#clock.now();
    await this.call("ping", {});
    return this.#clock.now() - start;
  }

  /**
   * Ends a letscode that this client started: its runs are aborted, and it has `closeTimeoutMs` to go before it is killed. One
   * that listens goes on, its runs too. Never rejects. No call works after this.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #open(): Promise<Link> {
    if (this.#closing) throw this.#closed();
    this.#link ??= this.#connect();
    return await this.#link;
  }

  async #connect(): Promise<Link> {
    const { url, token, name = "letscode/client", startTimeoutMs = START_TIMEOUT_MS, report } = this.#options;
    const clock = this.#clock;
    const { signal } = this.#end;
    const transport =
      url === undefined
        ? await startProcess(this.#options, "jsonrpc", clock)
        : await connectTo(url, { clock, timeoutMs: startTimeoutMs, signal });
    const connection = new Connection({
      input: transport.input,
      output: transport.output,
      clock,
      explainEnd: (end) => this.#explain(end, transport),
      ...(report ? { report } : {}),
    });
    answerRequests(connection, this.#options, (id) => this.#sessions.get(id));
    this.#hear(connection);
    connection.start();
    try {
      const hello = {
        protocol: JSONRPC_PROTOCOL,
        client: { name, version: VERSION },
        capabilities: capabilitiesOf(this.#options),
        ...(token === undefined ? {} : { token }),
      };
      const answer = request(connection, "initialize", hello, { timeoutMs: startTimeoutMs, signal });
      const server = await transport.hold.until(answer);
      if (!ours(server?.protocol))
        throw new LetscodeError(
          `the other end speaks ${server?.protocol ?? "no protocol it names"}; this client speaks ${JSONRPC_PROTOCOL}`,
        );
      return { transport, connection, server };
    } catch (thrown) {
      void transport.end(0);
      if (!(thrown instanceof CallTimeoutError)) throw thrown;
      throw new LetscodeError(
        `letscode did not shake hands within ${startTimeoutMs} ms${transport.lastWords}`,
      );
    }
  }

  /** Whoever reads events is told what whoever calls is told. */
  async #explain(end: ConnectionError, transport: Transport): Promise<Error> {
    if (this.#closing) return this.#closed();
    const error = await transport.explain(end);
    for (const { events } of this.#sessions.values()) events.close(error);
    if (end.reason === "broken") void transport.end(0);
    return error;
  }

  #closed(): LetscodeError {
    return new LetscodeError("the client was closed");
  }

  #hear(connection: Connection): void {
    const on = <N extends keyof ServerNotifications>(
      name: N,
      heed: (events: SessionEvents, params: ServerNotifications[N]) => void,
    ) =>
      connection.onNotification(name, (sent) => {
        const params = sent as unknown as ServerNotifications[N];
        const events = this.#sessions.get(params.session_id)?.events;
        if (events) heed(events, params);
      });
    on("session.event", (events, params) => events.receive(params));
    on("session.gap", (events) => events.leaveOut());
    on("session.idle", () => {});
  }

  #keep({ session_id: id, model, tools }: SessionCreateResult, options: SessionOptions): Kept {
    const { abortTimeoutMs = ABORT_TIMEOUT_MS, maxWaitingChars = MAX_WAITING_CHARS } = this.#options;
    // One that is open here already goes on, its run and whoever watches it.
    const events =
      this.#sessions.get(id)?.events ??
      new SessionEvents({
        maxChars: maxWaitingChars,
        fetch: (after) => this.call("session.events", { session_id: id, after }),
      });
    const session = new Session({
      id,
      model,
      tools,
      events,
      call: this.call,
      clock: this.#clock,
      abortTimeoutMs,
      hold: async (promise) => (await this.#link)?.transport.hold.until(promise) ?? promise,
      forget: () => this.#forget(id),
    });
    const kept = { session, events, options };
    this.#sessions.set(id, kept);
    return kept;
  }

  #forget(id: string): void {
    this.#sessions.get(id)?.events.close();
    this.#sessions.delete(id);
  }

  async #close(): Promise<void> {
    this.#end.abort(this.#closed());
    const link = await this.#link?.catch(() => undefined);
    if (link) await this.#leave(link);
    for (const { events } of this.#sessions.values()) events.close();
  }

  async #leave({ transport, connection }: Link): Promise<void> {
    const { url, closeTimeoutMs = CLOSE_TIMEOUT_MS } = this.#options;
    if (url === undefined) {
      for (const [id, { events }] of this.#sessions)
        if (events.run)
          request(connection, "session.abort", { session_id: id, clear_queue: true }).catch(() => {});
      request(connection, "shutdown", {}).catch(() => {});
    }
    await transport.hold.until(transport.end(closeTimeoutMs, connection.flush()));
    connection.close();
  }
}

function request<M extends keyof ClientRequests>(
  connection: Connection,
  method: M,
  params: ClientRequests[M]["params"],
  options: CallOptions = {},
): Promise<ClientRequests[M]["result"]> {
  const lane = (params as { session_id?: string }).session_id;
  return connection.request(method, params, { ...options, lane }) as Promise<unknown> as Promise<
    ClientRequests[M]["result"]
  >;
}

function ours(protocol: unknown): boolean {
  return typeof protocol === "string" && /^letscode-jsonrpc\/1(\.|$)/.test(protocol);
}
