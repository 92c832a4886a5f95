/** The lighter client: one letscode with one conversation, by `--mode rpc`. */
import { type Clock, systemClock, within } from "../clock.ts";
import { LetscodeError } from "../errors.ts";
import type { ImageInput, ThinkingLevel } from "../wire/commands.ts";
import type {
  CompactionReport,
  ControlMessage,
  DoneMessage,
  Features,
  QueueLengths,
  ReadyMessage,
  StateReport,
} from "../wire/control.ts";
import type { Event } from "../wire/events.ts";
import type { Message } from "../wire/messages.ts";
import { PROTOCOL } from "../wire/version.ts";
import {
  ABORT_TIMEOUT_MS,
  type BaseClientOptions,
  CLOSE_TIMEOUT_MS,
  MAX_WAITING_CHARS,
  START_TIMEOUT_MS,
} from "./base-options.ts";
import { CommandError } from "./errors.ts";
import { Feed } from "./feed.ts";
import { type LetscodeProcess, startProcess } from "./letscode-process.ts";
import { RpcAnswers } from "./rpc-answers.ts";
import { type Order, RpcPipe } from "./rpc-pipe.ts";
import { OpenRun, type Run } from "./run.ts";
import { imagesOf, type SendOptions } from "./send-options.ts";
import { type PermissionHandler, permissionMode } from "./session-options.ts";
import type { Tool } from "./tool.ts";
import { wholeTranscript } from "./whole-transcript.ts";

/** How an RpcClient starts letscode. */
export interface RpcClientOptions extends BaseClientOptions {
  /** What the model may do: everything, only read in `cwd`, or read freely and ask this function for the rest. */
  permissions: "allow" | "read-only" | PermissionHandler;
  /** Functions of the program that the model may call. */
  tools?: readonly Tool[];
  /** `full`: every `message_update` carries the whole partial message. */
  messageUpdates?: "reference" | "full";
}

/** One letscode with one conversation. Every method that talks to it rejects with its error. */
export class RpcClient {
  readonly #letscode: LetscodeProcess;
  readonly #options: RpcClientOptions;
  readonly #clock: Clock;
  readonly #pipe: RpcPipe;
  readonly #answers: RpcAnswers;
  #settleReady: { resolve(ready: ReadyMessage): void; reject(error: Error): void } | undefined;
  #ready: ReadyMessage | undefined;
  #features: Features = {};
  #run: OpenRun | undefined;
  /** How many events have come. */
  #seq = 0;
  #closing: Promise<void> | undefined;

  private constructor(letscode: LetscodeProcess, options: RpcClientOptions, clock: Clock) {
    this.#letscode = letscode;
    this.#options = options;
    this.#clock = clock;
    const { permissions, tools = [], report } = options;
    this.#pipe = new RpcPipe({
      transport: letscode,
      onControl: (message) => this.#onControl(message),
      onEvent: (event) => this.#onEvent(event),
      onEnd: (error) => this.#onEnd(error),
      report: (line) => report?.(line),
    });
    this.#answers = new RpcAnswers({
      permissions: typeof permissions === "function" ? permissions : undefined,
      tools,
      answer: (order) => this.#pipe.command(order),
      report: (line) => report?.(line),
    });
  }

  /** Starts letscode and shakes hands. Rejects, with its last words on stderr, when that does not come to an end in time. */
  static async start(options: RpcClientOptions): Promise<RpcClient> {
    const { clock = systemClock, startTimeoutMs = START_TIMEOUT_MS, args = [] } = options;
    const mode = permissionMode(options.permissions);
    const flags = mode === "ask" ? args : [...args, "--permission-mode", mode];
    const letscode = await startProcess({ ...options, args: flags }, "rpc", clock);
    const client = new RpcClient(letscode, options, clock);
    const shaken = client.#shakeHands();
    if (!(await within(clock, startTimeoutMs, letscode.hold.until(shaken))))
      client.#pipe.close(
        new LetscodeError(`letscode did not shake hands within ${startTimeoutMs} ms${letscode.lastWords}`),
      );
    try {
      await shaken;
    } catch (thrown) {
      void letscode.end(0);
      throw thrown;
    }
    return client;
  }

  /** What letscode said of itself. */
  get ready(): ReadyMessage {
    return this.#ready as ReadyMessage;
  }

  /** What was asked for and granted. */
  get features(): Features {
    return this.#features;
  }

  /** Begins a run with this prompt. While one goes on the new one fails as busy: use `steer` or `followUp`. */
  prompt(text: string, { images, signal, activityTimeoutMs }: SendOptions = {}): Run {
    const { abortTimeoutMs = ABORT_TIMEOUT_MS, maxWaitingChars: maxChars = MAX_WAITING_CHARS } =
      this.#options;
    const fetch = async () => {
      const messages = await this.getMessages();
      return { gap: true as const, messages, seq: this.#seq, running: this.#run !== undefined };
    };
    const feed = new Feed({ after: this.#seq, maxChars, fetch });
    const stop = () => this.abort();
    const run = new OpenRun({ feed, clock: this.#clock, signal, activityTimeoutMs, abortTimeoutMs, stop });
    if (signal?.aborted) run.fail(signal.reason);
    else if (this.#run)
      run.fail(new CommandError("a run goes on: steer it, or send a follow-up", "busy", true));
    else void this.#follow(run, { cmd: "prompt", text, ...imagesOf(images) });
    return run;
  }

  /** Speaks to the running turn: delivered before the next model call. */
  async steer(text: string, images?: readonly ImageInput[]): Promise<void> {
    await this.#done({ cmd: "steer", text, ...imagesOf(images) });
  }

  /** Waits until the run would end, then goes on with this. */
  async followUp(text: string, images?: readonly ImageInput[]): Promise<void> {
    await this.#done({ cmd: "follow_up", text, ...imagesOf(images) });
  }

  /** Stops the run; resolves when letscode has heard it, with what waits in its queues. */
  async abort({ clearQueue = false }: { clearQueue?: boolean } = {}): Promise<QueueLengths> {
    const { queued } = await this.#done({ cmd: "abort", clear_queue: clearQueue });
    return queued ?? { steer: 0, follow_up: 0 };
  }

  /** Forgets the conversation. Only when nothing runs. */
  async reset(): Promise<void> {
    await this.#done({ cmd: "reset" });
  }

  /** What is known of the conversation now. */
  async getState(): Promise<StateReport> {
    return (await this.#done({ cmd: "get_state" })).state as StateReport;
  }

  /** The transcript, oldest first; with `after`, what comes behind that message. */
  getMessages({ after }: { after?: string } = {}): Promise<Message[]> {
    return wholeTranscript(after, (from) => this.#done({ cmd: "get_messages", ...from }));
  }

  /** Changes the model, from the next model call on. */
  async setModel(model: string): Promise<void> {
    await this.#done({ cmd: "set_model", model });
  }

  /** Changes how much the model thinks, from the next model call on. */
  async setThinking(level: ThinkingLevel): Promise<void> {
    await this.#done({ cmd: "set_thinking", level });
  }

  /** Summarises the older part of the conversation; null when there was nothing to summarise. */
  async compact(instructions?: string): Promise<CompactionReport | null> {
    const done = await this.#done({
      cmd: "compact",
      ...(instructions === undefined ? {} : { instructions }),
    });
    return done.compaction ?? null;
  }

  /** Ends letscode after the run that goes on and what waits behind it. Resolves when it has ended. */
  async bye(): Promise<void> {
    await this.#done({ cmd: "bye" });
    await this.close();
  }

  /** Ends letscode: its run is aborted, and it has `closeTimeoutMs` to go before it is killed. Never rejects. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { closeTimeoutMs = CLOSE_TIMEOUT_MS } = this.#options;
    if (this.#run) this.abort({ clearQueue: true }).catch(() => {});
    await this.#letscode.hold.until(this.#letscode.end(closeTimeoutMs));
    this.#pipe.close(new LetscodeError("the client was closed"));
  }

  async #shakeHands(): Promise<void> {
    const { permissions, tools = [], messageUpdates } = this.#options;
    this.#ready = await new Promise<ReadyMessage>((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    const { features = {} } = await this.#done({
      cmd: "hello",
      protocol: PROTOCOL,
      ...(typeof permissions === "function" ? { permissions: true } : {}),
      ...(tools.length > 0 ? { tools: tools.map(({ spec }) => spec) } : {}),
      ...(messageUpdates === undefined ? {} : { message_updates: messageUpdates }),
    });
    this.#features = features;
  }

  async #follow(run: OpenRun, order: Order): Promise<void> {
    this.#run = run;
    try {
      const { output, error = null } = await this.#pipe.command(order);
      this.#run = undefined;
      if (run.begun) return run.end(this.#seq, error === null ? {} : { error });
      run.end(this.#seq, { stopReason: "command", error, ...(output === undefined ? {} : { output }) });
    } catch (thrown) {
      this.#run = undefined;
      run.fail(thrown);
    }
  }

  async #done(order: Order): Promise<DoneMessage> {
    const done = await this.#pipe.command(order);
    if (done.error !== undefined) throw new CommandError(done.error, undefined, true);
    return done;
  }

  #onControl(message: Exclude<ControlMessage, DoneMessage>): void {
    if (message.type === "ready") this.#settleReady?.resolve(message);
    else if (message.type === "permission_request") void this.#answers.permit(message);
    else if (message.type === "tool_call_request") void this.#answers.run(message);
  }

  #onEvent(event: Event): void {
    this.#seq++;
    this.#answers.onEvent(event);
    this.#run?.receive(this.#seq, event);
  }

  #onEnd(error: Error): void {
    this.#settleReady?.reject(error);
    this.#answers.close();
  }
}
