/** An MCP server as a child process, in a process group of its own, that is talked to in lines. */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { type Clock, within } from "../clock.ts";
import { ToolError } from "../errors.ts";
import { encodeLine, LineReader, type LineRecord } from "../framing/ndjson.ts";
import { oneLine } from "../one-line.ts";
import type { GroupExit, ProcessGroup, ProcessGroups } from "../tools/processes.ts";
import { MAX_LINE_BYTES } from "../wire/version.ts";
import { StderrLog } from "./stderr-log.ts";

/** What it takes to run one. */
export interface StdioOptions {
  /** Absolute path of the program. */
  file: string;
  args: readonly string[];
  folder: string;
  environment: Readonly<Record<string, string>>;
  processes: ProcessGroups;
  clock: Clock;
  /** Told what it writes to stderr, and what it writes to stdout that is no message. */
  log(line: string): void;
}

/** How long a server may take to leave by itself once its stdin has ended. */
const FAREWELL_MS = 300;
/** How long, once it ends, the rest of that may take, such as the end of its stderr: somebody else may hold the pipe. */
const LAST_WORDS_MS = 100;
/** Lines that are no messages, of which the log gets this many. */
const MOST_GARBAGE = 20;

/** One run of the server. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: StdioOptions;
  readonly #stderr: StderrLog;
  #group: ProcessGroup | undefined;
  #closed: Promise<void> | undefined;
  #exit: GroupExit | undefined;
  #garbage = 0;
  #end = "it was stopped";

  constructor(options: StdioOptions) {
    this.#options = options;
    this.#stderr = new StderrLog(options.log);
  }

  /** Why it ended, with its last words. */
  get end(): string {
    const words = this.#stderr.lastWords;
    return words === "" ? this.#end : `${this.#end}: ${words}`;
  }

  async start(): Promise<void> {
    const { file, args, folder: cwd, environment, processes } = this.#options;
    const group = await processes.start({ file, args, cwd, environment, listens: true });
    this.#group = group;
    const lines = new LineReader({ maxBytes: MAX_LINE_BYTES });
    group.stdin?.on("error", () => {});
    for (const pipe of [group.stdout, group.stderr]) pipe.on("error", () => {});
    group.stderr.on("data", (bytes: Buffer) => this.#stderr.add(bytes));
    group.stdout.on("data", (bytes: Buffer) => {
      for (const record of lines.push(bytes)) this.#take(record);
    });
    const told = new Promise<void>((resolve) => group.stderr.once("close", resolve));
    const silent = new Promise<void>((resolve) => group.stdout.once("end", resolve));
    void group.exited.then((exit) => {
      this.#exit = exit;
    });
    void Promise.race([group.exited, silent]).then(async () => {
      if (this.#closed) return;
      await within(this.#options.clock, LAST_WORDS_MS, Promise.all([group.exited, told]));
      this.#stderr.end();
      this.#end = this.#exit ? exitText(this.#exit) : "it closed its stdout";
      await this.close();
    });
  }

  /** Resolves when the pipe has taken it; rejects when the server has ended. */
  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#group?.stdin;
    if (!stdin?.writable || this.#closed) return Promise.reject(new ToolError(this.end));
    return new Promise((resolve, reject) => {
      stdin.write(encodeLine(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Ends its stdin, and then whatever does not leave by itself. Twice is once. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const group = this.#group;
    const leaving = group && this.#leave(group);
    this.onclose?.();
    await leaving;
  }

  async #leave(group: ProcessGroup): Promise<void> {
    group.stdin?.end();
    await within(this.#options.clock, FAREWELL_MS, group.exited);
    await group.end();
    group.discard();
  }

  #take(record: LineRecord): void {
    const message = record.type === "line" ? messageOf(record.text) : undefined;
    if (message) this.onmessage?.(message);
    else if (record.type !== "line" || record.text.trim() !== "") {
      this.#garbage++;
      const what = record.type === "line" ? oneLine(record.text) : record.type;
      if (this.#garbage <= MOST_GARBAGE) this.#options.log(`no message on stdout: ${what}`);
    }
  }
}

function messageOf(line: string): JSONRPCMessage | undefined {
  try {
    const message = JSON.parse(line) as JSONRPCMessage | null;
    return message?.jsonrpc === "2.0" ? message : undefined;
  } catch {
    return undefined;
  }
}

function exitText({ code, signal }: GroupExit): string {
  return signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`;
}
