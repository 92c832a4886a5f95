/** Many conversations in one process, for any number of clients. */
import { LAST_WORDS_MS } from "../agent/last-run.ts";
import { reportDropped } from "../agent/queue-lengths.ts";
import { ShutdownValve } from "../agent/shutdown-valve.ts";
import { within } from "../clock.ts";
import type { ConnectionError } from "../jsonrpc/errors.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Attachment } from "./attachment.ts";
import { Client } from "./client.ts";
import type { LiveSession } from "./live-session.ts";
import { LiveSessions, type LiveSessionsOptions } from "./live-sessions.ts";

/** What a server is made of. Nothing is read from the process. */
export interface ServerOptions extends LiveSessionsOptions {
  /** Knows the keys of the process. */
  redactor: Redactor;
  /** A client on a socket may end the server by `shutdown`; otherwise that ends its connection. */
  socketsMayEnd?: boolean;
}

/**
 * A server without a transport: whoever opens streams hands them to `attach`. It ends when it is told to (`drain`,
 * `terminate`), and when a client on a pipe is at its end.
 */
export class Server {
  /** Resolves with an exit code when all sessions are closed and everything is written that can be. */
  readonly ended: Promise<number>;
  readonly sessions: LiveSessions;
  readonly options: Readonly<ServerOptions>;
  readonly #clients = new Set<Client>();
  #draining: Promise<boolean> | undefined;
  #lastValve: ShutdownValve | undefined;
  #closing = false;
  #exiting = false;
  #end: (code: number) => void = () => {};

  constructor(options: ServerOptions) {
    this.options = options;
    this.sessions = new LiveSessions(options);
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** It takes no new work any more. */
  get closing(): boolean {
    return this.#closing;
  }

  /** Serves the client at the other end of these streams; resolves when it is gone and `hangUp` was called. */
  async attach(attachment: Attachment): Promise<void> {
    const client = new Client(this, attachment);
    this.#clients.add(client);
    client.start();
    const end = await client.ended;
    if (attachment.life === "pipe") await this.#pipeEnded(client, end);
    else await this.#socketEnded(client, end);
    this.#clients.delete(client);
  }

  /** Takes no new work, lets what runs go on to its end, then closes every session. Twice is once. */
  async drain(): Promise<void> {
    this.#closing = true;
    this.#draining ??= this.#drain();
    await this.#draining;
  }

  /** Drains, answers what was asked, hangs up; `ended` resolves with 0, or with 1 when something had to be left behind. */
  async shutdown(): Promise<void> {
    await this.drain();
    const answered = Promise.all([...this.#clients].map((client) => client.drain()));
    const well = (await this.#draining) ? await this.#whileTaken(answered) : false;
    if (!well) await this.#lastWords(answered);
    this.#exit(well ? 0 : 1);
  }

  /** Aborts all at once, gives what is left to say a moment, ends with `code`. */
  async terminate(code: number): Promise<void> {
    if (this.#exiting) return;
    this.#exiting = true;
    this.#closing = true;
    for (const session of this.sessions.all) session.abort();
    await this.#lastWords(
      this.sessions.closeAll().then(() => Promise.all([...this.#clients].map((client) => client.drain()))),
    );
    this.#exit(code);
  }

  /** Bytes were taken by a client that follows these: whoever waits for them is alive. */
  onTaken(following: Iterable<LiveSession>): void {
    if (!this.#closing) return;
    for (const session of following) session.onTaken();
    this.#lastValve?.onTaken();
  }

  /** Knows the keys that answers about this session must not hold. */
  redactorFor(sessionId: unknown): Redactor {
    const found = typeof sessionId === "string" ? this.sessions.find(sessionId) : undefined;
    return found && !(found instanceof Promise) ? found.conversation.redactor : this.options.redactor;
  }

  /** It may have closed its half only: what it asked for is answered, as long as it can be written. */
  async #socketEnded(client: Client, { reason }: ConnectionError): Promise<void> {
    client.cannotAnswer();
    if (reason === "end") await client.drain();
    else await this.#lastWords(client.flush());
    client.leave();
  }

  async #pipeEnded(client: Client, { reason, message }: ConnectionError): Promise<void> {
    client.cannotAnswer();
    if (reason === "cut" || reason === "broken") this.options.report(message);
    if (reason === "end") await this.shutdown();
    else await this.terminate(1);
  }

  /** Whether every run came to its end. */
  async #drain(): Promise<boolean> {
    await this.sessions.opened();
    const sessions = [...this.sessions.all];
    const well = await Promise.all(sessions.map((session) => session.drain()));
    reportDropped(
      sessions.map(({ queued }) => queued),
      this.options,
    );
    // A plugin may take the same time to clean up.
    const closed = await this.#lastWords(this.sessions.closeAll(), 2 * LAST_WORDS_MS);
    return closed && !well.includes(false);
  }

  /** Whether it was done before the clients took nothing for too long. */
  #whileTaken(work: Promise<unknown>): Promise<boolean> {
    const { clock, shutdownGraceMs: graceMs, shutdownMaxMs: maxMs } = this.options;
    return new Promise((resolve) => {
      const valve = new ShutdownValve({
        clock,
        graceMs,
        maxMs,
        timeLimit: () => 0,
        onSilence: () => resolve(false),
      });
      this.#lastValve = valve;
      valve.open();
      work.then(() => resolve(true)).finally(() => valve.close());
    });
  }

  /** Whether it was done in time. */
  #lastWords(work: Promise<unknown>, limitMs = LAST_WORDS_MS): Promise<boolean> {
    return within(this.options.clock, limitMs, work);
  }

  #exit(code: number): void {
    this.#exiting = true;
    for (const client of this.#clients) client.leave();
    this.#end(code);
  }
}
