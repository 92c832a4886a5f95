/** The MCP servers of one conversation, and their tools as letscode's. */
import { errorText } from "../errors.ts";
import { oneLine } from "../one-line.ts";
import type { Tool } from "../tools/tool.ts";
import type { McpServer } from "../wire/session-methods.ts";
import type { ServerSurroundings } from "./connection.ts";
import type { LiveServer } from "./live-server.ts";
import { mcpToolName } from "./tool-name.ts";

/** What the servers of a conversation need. */
export interface McpServersOptions extends ServerSurroundings {
  /** Already checked; their names are unique. */
  servers: readonly McpServer[];
  /** Writes one line for people. */
  report(line: string): void;
  /** Writes one line for those who look for a fault. */
  detail?: ((line: string) => void) | undefined;
}

/** A server that could not be used, and why, in one line. */
export interface FailedServer {
  name: string;
  why: string;
}

/** The servers; none is started before `ready` is called. */
export class McpServers {
  readonly #options: McpServersOptions;
  #starting: Promise<void> | undefined;
  #live: LiveServer[] = [];
  #failed: FailedServer[] = [];
  #tools: readonly Tool[] = [];
  /** The lists of which the tools were made. */
  #lists: readonly unknown[] = [];
  #closed = false;

  constructor(options: McpServersOptions) {
    this.#options = options;
  }

  /** The tools of all servers that are there, as of the last `ready`. */
  get tools(): readonly Tool[] {
    return this.#tools;
  }

  /** Those that did not start; each was reported. */
  get failed(): readonly FailedServer[] {
    return this.#failed;
  }

  /**
   * Starts all servers, at the first call, side by side; at later ones lists the tools anew of those that say they have
   * changed. One that does not start within 30 seconds is reported and left out. Never rejects.
   */
  async ready(): Promise<void> {
    this.#starting ??= this.#start();
    await this.#starting;
    const { report } = this.#options;
    await Promise.all(
      this.#live.map((server) =>
        server.refresh().catch((thrown) => {
          report(`the MCP server ${server.name} did not list its tools again: ${errorText(thrown)}`);
        }),
      ),
    );
    const lists = this.#live.map(({ tools }) => tools);
    if (lists.length === this.#lists.length && lists.every((list, at) => list === this.#lists[at])) return;
    this.#lists = lists;
    this.#tools = toolsOf(this.#live);
  }

  /** Ends all of them; resolves when no process of theirs is alive. Never rejects. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#live.map((server) => server.close()));
    await this.#options.processes.endRun();
  }

  async #start(): Promise<void> {
    const { LiveServer } = await import("./live-server.ts");
    if (this.#closed) return;
    const { servers, report, detail = () => {} } = this.#options;
    this.#live = servers.map((server) => new LiveServer(server, this.#options, detail));
    const started = await Promise.all(
      this.#live.map(async (server) => {
        try {
          await server.start();
          return [server];
        } catch (thrown) {
          const why = oneLine(errorText(thrown));
          this.#failed.push({ name: server.name, why });
          if (!this.#closed) report(`the MCP server ${server.name} did not start: ${why}`);
          await server.close();
          return [];
        }
      }),
    );
    this.#live = started.flat();
  }
}

/** Calls leave for a server, so each needs permission, whatever the server says of them; and each runs alone. */
function toolsOf(servers: readonly LiveServer[]): Tool[] {
  const tools = new Map<string, Tool>();
  for (const server of servers) {
    const listed = new Map(server.tools.map((tool) => [tool.name, tool]));
    for (const { name, title, description, inputSchema, execution } of listed.values()) {
      // It answers to nobody who does not know tasks.
      if (execution?.taskSupport === "required") continue;
      const shown = mcpToolName(server.name, name, (taken) => tools.has(taken));
      tools.set(shown, {
        name: shown,
        description: (description || title || name).toWellFormed(),
        parameters: { properties: {}, ...inputSchema, type: "object" } as Tool["parameters"],
        access: () => ({ kind: "external" }),
        concurrency: () => "exclusive",
        async execute(args, context) {
          const result = await server.call(name, args, context);
          const { callOutput } = await import("./call-result.ts");
          return callOutput(result);
        },
      });
    }
  }
  return [...tools.values()];
}
