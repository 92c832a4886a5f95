/** One MCP server of a conversation: started, called, and started again when it has ended. */
import type { CallToolResult } from "@modelcontextprotocol/client";
import { errorText, ToolError } from "../errors.ts";
import { ABORTED, orAborted } from "../or-aborted.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { JsonObject } from "../wire/messages.ts";
import type { McpServer } from "../wire/session-methods.ts";
import { type Connection, connect, type ListedTool, Refused, type ServerSurroundings } from "./connection.ts";

/** How long a server may take until its tools are known. */
const START_MS = 30_000;
/** How long a list that has changed may take, while a model call waits for it. */
const REFRESH_MS = 10_000;
/** How often in a row a server may end before any call of it has succeeded. */
const MOST_STARTS = 3;

/** A server that is there or can be had. */
export class LiveServer {
  readonly #server: McpServer;
  readonly #surroundings: ServerSurroundings;
  readonly #log: (line: string) => void;
  #connecting: Promise<Connection> | undefined;
  #connection: Connection | undefined;
  #tools: readonly ListedTool[] = [];
  #listIsOld = false;
  #startsInVain = 0;
  #closed: Promise<void> | undefined;
  readonly #closing = new AbortController();

  /** Starts nothing. `log` is told what only those want to know who look for a fault. */
  constructor(server: McpServer, surroundings: ServerSurroundings, log: (line: string) => void) {
    this.#server = server;
    this.#surroundings = surroundings;
    this.#log = (line) => log(`MCP server ${server.name}: ${line}`);
  }

  get name(): string {
    return this.#server.name;
  }

  /** As they were last listed; empty before the start. */
  get tools(): readonly ListedTool[] {
    return this.#tools;
  }

  /** Starts it and lists its tools, within 30 seconds. Rejects with a ToolError that says why it cannot be used. */
  async start(): Promise<void> {
    await this.#connected();
  }

  /** Lists the tools again when the server has said that they have changed. Rejects when that fails. */
  async refresh(): Promise<void> {
    const connection = this.#connection;
    if (!this.#listIsOld || !connection || connection.ended !== undefined) return;
    this.#listIsOld = false;
    this.#tools = await this.#limited(REFRESH_MS, (signal) => connection.listTools(signal));
  }

  /** Has it run a call, after a start when it has ended. Rejects with a ToolError that names it. */
  async call(
    name: string,
    args: JsonObject,
    context: Pick<ToolContext, "signal" | "update">,
  ): Promise<CallToolResult> {
    try {
      const connection = await this.#connected();
      const result = await connection.call(name, args, context).catch(async (thrown) => {
        if (!(thrown instanceof Refused) || context.signal.aborted) throw thrown;
        this.#log(`${thrown.message}; it is asked again in a new session`);
        await this.#forget(connection);
        return (await this.#connected()).call(name, args, context);
      });
      this.#startsInVain = 0;
      return result;
    } catch (thrown) {
      throw new ToolError(`The MCP server ${this.name} failed: ${errorText(thrown)}`);
    }
  }

  /** Ends it for good; resolves when no process of it is alive. Never rejects. */
  close(): Promise<void> {
    this.#closing.abort();
    this.#closed ??= Promise.resolve(this.#connecting)
      .catch(() => {})
      .then(() => this.#connection?.close());
    return this.#closed;
  }

  #connected(): Promise<Connection> {
    if (this.#closing.signal.aborted) return Promise.reject(new ToolError("the conversation has ended"));
    const connection = this.#connection;
    if (connection && connection.ended === undefined) return Promise.resolve(connection);
    if (this.#startsInVain >= MOST_STARTS) {
      const why = connection?.ended ?? "it did not start";
      return Promise.reject(
        new ToolError(`${why} (started ${MOST_STARTS} times without success; it is not started again)`),
      );
    }
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #connect(): Promise<Connection> {
    this.#startsInVain++;
    if (this.#connection) await this.#forget(this.#connection);
    const { connection, tools } = await this.#limited(START_MS, async (signal) => {
      const connection = await connect(this.#server, this.#surroundings, {
        signal,
        log: this.#log,
        onToolsChanged: () => {
          this.#listIsOld = true;
        },
      });
      try {
        return { connection, tools: await connection.listTools(signal) };
      } catch (thrown) {
        await connection.close();
        throw thrown;
      }
    });
    this.#connection = connection;
    this.#tools = tools;
    this.#listIsOld = false;
    return connection;
  }

  async #forget(connection: Connection): Promise<void> {
    if (this.#connection === connection) this.#connection = undefined;
    await connection.close();
  }

  /** What takes longer is told to stop, and left behind. */
  async #limited<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock } = this.#surroundings;
    const stop = new AbortController();
    const late = () => stop.abort(new ToolError(`no answer within ${ms / 1000} seconds`));
    const cancel = clock.after(ms, late);
    const closing = () => stop.abort(new ToolError("the conversation has ended"));
    this.#closing.signal.addEventListener("abort", closing, { once: true });
    try {
      const result = await orAborted(work(stop.signal), stop.signal, clock);
      if (result === ABORTED) throw stop.signal.reason;
      return result;
    } catch (thrown) {
      throw stop.signal.aborted ? stop.signal.reason : thrown;
    } finally {
      cancel();
      this.#closing.signal.removeEventListener("abort", closing);
    }
  }
}
