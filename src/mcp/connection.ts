/** One connection to an MCP server, from its start to its end. */
import {
  type CallToolResult,
  Client,
  type Tool as ListedTool,
  type Progress,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { type Clock, within } from "../clock.ts";
import { errorText, ToolError } from "../errors.ts";
import { oneLine } from "../one-line.ts";
import type { ProcessGroups } from "../tools/processes.ts";
import type { ToolContext } from "../tools/tool.ts";
import { VERSION } from "../version.ts";
import type { JsonObject } from "../wire/messages.ts";
import type { McpServer } from "../wire/session-methods.ts";
import { findProgram } from "./find-program.ts";
import { plainEnvironment } from "./plain-environment.ts";
import { StdioTransport } from "./stdio-transport.ts";

export type { ListedTool };

/** What servers live in. */
export interface ServerSurroundings {
  /** The folder they are started in. */
  workspace: string;
  environment: Readonly<Record<string, string | undefined>>;
  platform: string;
  clock: Clock;
  /** Of these servers alone. */
  processes: ProcessGroups;
}

/** A server that speaks HTTP has not taken a message up: it speaks otherwise, or has forgotten the session. */
export class Refused extends ToolError {
  override name = "Refused";
}

/** What is known of a server that answers. */
export interface Connection {
  /** Why it ended; undefined while it has not. */
  readonly ended: string | undefined;
  /** All of its tools, page by page. */
  listTools(signal: AbortSignal): Promise<ListedTool[]>;
  /** Rejects with a ToolError; with a Refused when the server has not taken the call up. */
  call(
    name: string,
    args: JsonObject,
    context: Pick<ToolContext, "signal" | "update">,
  ): Promise<CallToolResult>;
  /** Ends it; resolves when no process of it is alive. Never rejects. */
  close(): Promise<void>;
}

/** The longest silence of a call: longer ones hang. Progress is no silence. */
const CALL_SILENCE_MS = 10 * 60 * 1000;
/** The library waits no longer than this; how long a start may take is the caller's to say, by its signal. */
const FOREVER_MS = 2 ** 31 - 1;
const FAREWELL_MS = 1000;
/** Pages of a list, and tools in it: who has more is out of order. */
const MOST_PAGES = 100;
const MOST_TOOLS = 2000;

/** Starts or reaches the server and greets it. Rejects with a ToolError that says why that failed. */
export async function connect(
  server: McpServer,
  surroundings: ServerSurroundings,
  hooks: { signal: AbortSignal; log(line: string): void; onToolsChanged(): void },
): Promise<Connection> {
  if (server.url === undefined)
    return open(stdioLink(server, surroundings, hooks.log), surroundings.clock, hooks);
  const { httpTransports } = await import("./http-transports.ts");
  const [streamable, sse] = httpTransports(server.url, server.headers ?? {});
  try {
    return await open(streamable(), surroundings.clock, hooks);
  } catch (thrown) {
    if (hooks.signal.aborted || !(thrown instanceof Refused)) throw thrown;
    return open(sse(), surroundings.clock, hooks).catch(() => Promise.reject(thrown));
  }
}

/** How the server is reached. */
interface Link {
  transport: Transport;
  farewell(): Promise<void>;
  /** What the server said when it ended. */
  end?(): string;
}

function stdioLink(
  { command = "", args = [], env }: McpServer,
  { workspace: folder, platform, processes, clock, ...surroundings }: ServerSurroundings,
  log: (line: string) => void,
): Link {
  const environment = plainEnvironment(surroundings.environment, platform, env);
  const file = findProgram(command, { folder, environment });
  const transport = new StdioTransport({ file, args, folder, environment, processes, clock, log });
  return { transport, farewell: async () => {}, end: () => transport.end };
}

async function open(
  link: Link,
  clock: Clock,
  { signal, log, onToolsChanged }: Parameters<typeof connect>[2],
): Promise<Connection> {
  const client = new Client({ name: "letscode", version: VERSION }, { capabilities: {} });
  let ended: string | undefined;
  client.onclose = () => {
    ended ??= link.end?.() ?? "the connection was closed";
  };
  client.onerror = (error) => log(oneLine(errorText(error)));
  client.setNotificationHandler("notifications/tools/list_changed", () => onToolsChanged());
  const stop = () => void client.close();
  signal.addEventListener("abort", stop, { once: true });
  // What a program says when it ends tells more than that it has ended.
  const failed = (thrown: unknown) => failure(thrown, link.end && ended);
  try {
    await client.connect(link.transport, { signal, timeout: FOREVER_MS });
  } catch (thrown) {
    await client.close().catch(() => {});
    throw failed(thrown);
  } finally {
    signal.removeEventListener("abort", stop);
  }
  return {
    get ended() {
      return ended;
    },
    async listTools(signal) {
      if (!client.getServerCapabilities()?.tools) return [];
      const tools: ListedTool[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES && tools.length < MOST_TOOLS; page++) {
        const params = cursor === undefined ? {} : { cursor };
        const list = await client
          .request({ method: "tools/list", params }, { signal, timeout: FOREVER_MS })
          .catch((thrown) => Promise.reject(failed(thrown)));
        tools.push(...list.tools);
        if (list.nextCursor === undefined || list.nextCursor === cursor) break;
        cursor = list.nextCursor;
      }
      return tools.slice(0, MOST_TOOLS);
    },
    call(name, args, { signal, update }) {
      return client
        .request(
          { method: "tools/call", params: { name, arguments: args } },
          {
            signal,
            timeout: CALL_SILENCE_MS,
            resetTimeoutOnProgress: true,
            onprogress: (progress) => update(progressLine(progress)),
          },
        )
        .catch((thrown) => Promise.reject(failed(thrown)));
    },
    async close() {
      if (ended === undefined) await within(clock, FAREWELL_MS, link.farewell());
      await client.close().catch(() => {});
      await link.transport.close().catch(() => {});
    },
  };
}

function progressLine({ progress, total, message }: Progress) {
  const count = total === undefined ? `${progress}` : `${progress}/${total}`;
  return `${[count, message].filter((part) => part !== undefined && part !== "").join(" ")}\n`;
}

/** What servers answer who know another way to speak, or no such session. */
const REFUSALS: readonly number[] = [400, 404, 405, 406, 415];

function failure(thrown: unknown, ended: string | undefined): ToolError {
  if (ended !== undefined && !(thrown instanceof ProtocolError)) return new ToolError(ended);
  if (thrown instanceof UnauthorizedError || (thrown instanceof SdkHttpError && thrown.status === 401))
    return new ToolError("HTTP 401: it wants authorization, such as a header Authorization");
  if (thrown instanceof SdkHttpError) {
    const said = thrown.message.replace(/^Error POSTing to endpoint: ?| \(redirectPolicy: .*\)$/g, "");
    const text = oneLine(`HTTP ${thrown.status}: ${said}`);
    return REFUSALS.includes(thrown.status ?? 0) ? new Refused(text) : new ToolError(text);
  }
  if (SdkError.isInstance(thrown) && thrown.code === SdkErrorCode.RequestTimeout)
    return new ToolError(`no answer and no progress for ${CALL_SILENCE_MS / 60_000} minutes`);
  const { cause } = thrown as { cause?: unknown };
  const why = cause === undefined ? "" : ` (${errorText(cause)})`;
  return new ToolError(oneLine(errorText(thrown) + why));
}
