/** One attached connection: who is at the other end, and what it may do. */
import { createHash, timingSafeEqual } from "node:crypto";
import { BusyError, errorText, LetscodeError, UsageError } from "../errors.ts";
import { Connection } from "../jsonrpc/connection.ts";
import { MAX_FRAME_BYTES } from "../jsonrpc/connection-options.ts";
import { ConnectionError, JsonRpcError, rpcError } from "../jsonrpc/errors.ts";
import type { CallContext } from "../jsonrpc/incoming-calls.ts";
import type { MessageId } from "../jsonrpc/messages.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { validateParams, validateResult } from "../wire/generated/validate-method.gen.js";
import type { JsonObject } from "../wire/messages.ts";
import type { ClientCapabilities, ServerNotifications, ServerRequests } from "../wire/methods.ts";
import type { Attachment } from "./attachment.ts";
import { messageWriter, noticeMerging } from "./event-notice.ts";
import { handlersFor } from "./handlers.ts";
import type { LiveSession } from "./live-session.ts";
import { masked } from "./masked.ts";
import { type Peer, type PeerCall, WrongAnswer } from "./peer.ts";
import type { Server } from "./server.ts";

/** What all sessions of a connection together may have waiting, in characters. */
const MOST_WAITING = 64 * 1024 * 1024;
/** So many wrong tokens close the connection. */
const MOST_WRONG_TOKENS = 3;
/** What is still answered while the server shuts down. */
const CLOSING_METHODS: ReadonlySet<string> = new Set(["initialize", "ping", "session.abort", "shutdown"]);

/** A client as long as its connection lasts. */
export class Client implements Peer {
  /** Resolves when nothing more is read. */
  readonly ended: Promise<ConnectionError>;
  readonly #server: Server;
  readonly #attachment: Attachment;
  readonly #connection: Connection;
  readonly #following = new Set<LiveSession>();
  #capabilities: ClientCapabilities | undefined;
  #wrongTokens = 0;
  #gone = false;
  #hungUp = false;

  constructor(server: Server, attachment: Attachment) {
    const { clock, report } = server.options;
    this.#server = server;
    this.#attachment = attachment;
    this.#connection = new Connection({
      input: attachment.input,
      output: attachment.output,
      clock,
      stringify: messageWriter(MAX_FRAME_BYTES),
      merging: noticeMerging,
      admit: (method) => this.#refusal(method),
      onTaken: () => server.onTaken(this.#following),
      report,
    });
    this.ended = this.#connection.ended;
    for (const [method, handler] of Object.entries(handlersFor(server, this)))
      this.#connection.onRequest(method, (params, call) =>
        this.#answer(method, handler as (params: JsonObject, call: CallContext) => unknown, params, call),
      );
  }

  get capabilities(): ClientCapabilities {
    return this.#capabilities ?? {};
  }

  get initialized(): boolean {
    return this.#capabilities !== undefined;
  }

  get gone(): boolean {
    return this.#gone;
  }

  /** Whether its `shutdown` ends the server: it lives and dies with it. */
  get mayEndServer(): boolean {
    return this.#attachment.life === "pipe" || this.#server.options.socketsMayEnd === true;
  }

  /** Begins to read. */
  start(): void {
    this.#connection.start();
  }

  /** Whether the token is the right one. The third that is not closes the connection, after the answer. */
  admits(token: string | undefined): boolean {
    const { token: wanted } = this.#attachment;
    if (wanted === undefined || (token !== undefined && isEqual(token, wanted))) return true;
    this.#attachment.onWrongToken?.();
    if (++this.#wrongTokens >= MOST_WRONG_TOKENS) this.hangUpAfterAnswers();
    return false;
  }

  /** From now on its methods are answered. */
  initialize(capabilities: ClientCapabilities): void {
    this.#capabilities = capabilities;
    this.#attachment.onInitialized?.();
  }

  /** It gets the events of the session from now on. A client that is gone by now gets nothing. */
  follow(session: LiveSession, options: { fullUpdates: boolean }): void {
    if (this.#gone) return;
    this.#following.add(session);
    session.attach(this, options);
  }

  async call<M extends keyof ServerRequests>(
    method: M,
    params: ServerRequests[M]["params"],
    { signal, timeoutMs }: PeerCall,
  ): Promise<ServerRequests[M]["result"]> {
    const lane = params.session_id;
    const result = await this.#connection
      .request(method, params, { signal, timeoutMs, lane })
      .catch((thrown) => {
        if (thrown instanceof ConnectionError)
          throw new LetscodeError("the client that has to answer this is gone");
        throw thrown;
      });
    const problem = validateResult(method, result);
    if (problem !== null) throw new WrongAnswer(`the client answered what is no answer: ${problem}`);
    return result as unknown as ServerRequests[M]["result"];
  }

  tell<M extends keyof ServerNotifications>(method: M, params: ServerNotifications[M]): void {
    this.#connection.notify(method, params, { lane: params.session_id });
  }

  room(sessionId: string, mark: number): Promise<void> | undefined {
    return this.#connection.room(mark, sessionId) ?? this.#connection.room(MOST_WAITING);
  }

  /** Resolves when every request that came, or came before this one, is answered and all is written, or the pipe is gone. */
  drain(before?: MessageId): Promise<void> {
    return this.#connection.drain(before);
  }

  /** Resolves when all is written, or the pipe is gone. */
  flush(): Promise<void> {
    return this.#connection.flush();
  }

  /** Hangs up once everything is answered. */
  hangUpAfterAnswers(): void {
    // What is being answered now is written behind this turn.
    setImmediate(() => void this.#connection.flush().then(() => this.leave()));
  }

  /** It is asked and told nothing more; its sessions go on without it. What it asked for may still be answered. */
  detach(): void {
    this.#gone = true;
    for (const session of this.#following) session.detach(this);
    this.#following.clear();
  }

  /** The connection is over, and both streams are to be ended. Twice is once. */
  leave(): void {
    if (this.#hungUp) return;
    this.#hungUp = true;
    this.detach();
    this.#connection.close();
    this.#attachment.hangUp();
  }

  /** On a pipe, whose end is the server's: it can answer nothing more, and is told all to the last. */
  cannotAnswer(): void {
    this.#gone = true;
  }

  #refusal(method: string): JsonRpcError | undefined {
    if (!this.initialized && method !== "initialize")
      return rpcError("not_initialized", `${method}: initialize comes first`);
    if (this.#server.closing && !CLOSING_METHODS.has(method))
      return rpcError("closing", `${method}: letscode is shutting down and takes no more requests`);
    return undefined;
  }

  #answer(
    method: string,
    handler: (params: JsonObject, call: CallContext) => unknown,
    params: JsonObject,
    call: CallContext,
  ): unknown {
    const problem = validateParams(method, params);
    if (problem !== null) throw rpcError("invalid_params", problem);
    const redactor = this.#server.redactorFor(params.session_id);
    const refused = (thrown: unknown) => refusal(method, thrown, redactor);
    try {
      const result = handler(params, call);
      if (!(result instanceof Promise)) return masked(result, redactor);
      return result.then(
        (value) => masked(value, redactor),
        (thrown) => {
          throw refused(thrown);
        },
      );
    } catch (thrown) {
      throw refused(thrown);
    }
  }
}

/** What a handler threw, as an answer: wrong settings are wrong params. */
function refusal(method: string, thrown: unknown, redactor: Redactor): JsonRpcError {
  if (thrown instanceof JsonRpcError) return thrown;
  const text = redactor.text(errorText(thrown));
  if (thrown instanceof UsageError) {
    const { code } = thrown;
    const data = code === undefined ? undefined : { code };
    return rpcError("invalid_params", `${method}${/^[a-z_]+[:.[]/.test(text) ? "." : ": "}${text}`, data);
  }
  if (thrown instanceof BusyError) return rpcError("busy", `${method}: ${text}`);
  return rpcError("internal_error", `${method}: ${text}`);
}

/** Takes the same time wherever the two differ. */
function isEqual(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
