/** Commands to a letscode in `--mode rpc`, their answers, and whatever else it says. */
import { errorText } from "../errors.ts";
import { jsonText, LineReader, type LineRecord } from "../framing/ndjson.ts";
import { ConnectionError } from "../jsonrpc/errors.ts";
import type { Command } from "../wire/commands.ts";
import type { ControlError, ControlMessage, DoneMessage } from "../wire/control.ts";
import type { Event } from "../wire/events.ts";
import type { JsonObject } from "../wire/messages.ts";
import type { RpcOutput } from "../wire/rpc.ts";
import { MAX_LINE_BYTES } from "../wire/version.ts";
import { CommandError } from "./errors.ts";
import type { Transport } from "./transport.ts";

/** A command without its id; each kind by itself. */
export type Order = Command extends infer C ? (C extends Command ? Omit<C, "id"> : never) : never;

/** What comes beside the answers to commands. */
export interface RpcPipeOptions {
  transport: Transport;
  /** A control message, but no answer. */
  onControl(message: Exclude<ControlMessage, DoneMessage>): void;
  onEvent(event: Event): void;
  /** Nothing more will come. Called once. */
  onEnd(error: Error): void;
  report(line: string): void;
}

interface Waiting {
  resolve(done: DoneMessage): void;
  reject(error: Error): void;
}

const CONTROL = new Set(["ready", "ack", "done", "bye", "permission_request", "tool_call_request"]);

/** One pipe to one letscode. */
export class RpcPipe {
  readonly #options: RpcPipeOptions;
  readonly #lines = new LineReader({ maxBytes: MAX_LINE_BYTES });
  readonly #waiting = new Map<unknown, Waiting>();
  #lastId = 0;
  /** Why no command can be answered any more. */
  #over: Error | undefined;

  constructor(options: RpcPipeOptions) {
    this.#options = options;
    const { input } = options.transport;
    const end = () => void this.#end(new ConnectionError("end", "letscode closed its output"));
    input.on("data", (bytes: Uint8Array) => {
      for (const record of this.#lines.push(bytes)) this.#read(record);
    });
    input.on("end", () => {
      for (const record of this.#lines.end()) this.#read(record);
      end();
    });
    input.on("error", end);
    input.on("close", end);
  }

  /** Sends a command. Resolves with its `done`; rejects with a CommandError when it is refused or fails, with why letscode ended else. */
  command(order: Order): Promise<DoneMessage> {
    const answer = new Promise<DoneMessage>((resolve, reject) => {
      if (this.#over) return reject(this.#over);
      const line = jsonText({ id: ++this.#lastId, ...order });
      this.#waiting.set(this.#lastId, { resolve, reject });
      this.#options.transport.output.write(`${line}\n`);
    });
    return this.#options.transport.hold.until(answer);
  }

  /** Everything that waits rejects with this, and so does what is sent later. */
  close(error: Error): void {
    if (this.#over) return;
    this.#over = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#options.onEnd(error);
  }

  async #end(end: ConnectionError): Promise<void> {
    if (!this.#over) this.close(await this.#options.transport.explain(end));
  }

  #read(record: LineRecord): void {
    const message = parse(record);
    if (!message) return this.#options.report(`a line that is no JSON object was dropped${shown(record)}`);
    // What a program does with a message is not to stop the next one.
    try {
      this.#heed(message);
    } catch (thrown) {
      this.#options.report(`${message.type}: ${errorText(thrown)}`);
    }
  }

  #heed(message: RpcOutput): void {
    if (message.type === "done") return this.#take(message.id)?.resolve(message);
    if (message.type === "error" && "id" in message) return this.#refused(message);
    if (CONTROL.has(message.type)) this.#options.onControl(message as Exclude<ControlMessage, DoneMessage>);
    else this.#options.onEvent(message as Event);
  }

  #refused(message: ControlError): void {
    const error = new CommandError(message.error, message.code, message.recoverable);
    const waiting = this.#take(message.id);
    if (waiting) waiting.reject(error);
    else this.#options.report(`letscode says: ${message.error}`);
  }

  #take(id: unknown): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}

function parse(record: LineRecord): RpcOutput | undefined {
  if (record.type !== "line") return undefined;
  try {
    const value = JSON.parse(record.text) as JsonObject | null;
    return typeof value === "object" && typeof value?.type === "string"
      ? (value as unknown as RpcOutput)
      : undefined;
  } catch {
    return undefined;
  }
}

function shown(record: LineRecord): string {
  return record.type === "line" ? `: ${JSON.stringify(record.text.slice(0, 100))}` : "";
}
