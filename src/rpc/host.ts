/** `--mode rpc`: one agent on a pipe, driven by commands, answering with control messages and its own events. */
import type { Agent } from "../agent/agent.ts";
import { LAST_WORDS_MS, LastRun } from "../agent/last-run.ts";
import { queueLengths, reportDropped } from "../agent/queue-lengths.ts";
import { compactionAnswer } from "../agent/transcript-page.ts";
import { imageBlocks } from "../agent/user-input.ts";
import { wholeUpdate } from "../agent/whole-update.ts";
import { errorText } from "../errors.ts";
import { LineReader, type LineRecord } from "../framing/ndjson.ts";
import { outputErrorText } from "../system-errors.ts";
import type {
  AbortCommand,
  Command,
  HelloCommand,
  PermissionCommand,
  PromptCommand,
  ToolResultCommand,
} from "../wire/commands.ts";
import type { ControlErrorCode, DoneMessage } from "../wire/control.ts";
import type { Event } from "../wire/events.ts";
import type { Json } from "../wire/messages.ts";
import { MAX_LINE_BYTES } from "../wire/version.ts";
import { HostSide } from "./host-side.ts";
import { Outlet } from "./outlet.ts";
import { parseCommand } from "./parse-command.ts";
import type { RpcOptions } from "./rpc-options.ts";
import { answerNow, type StateCommand } from "./state-answers.ts";

/** What is still answered after `bye` or the end of the input. */
const CLOSING_COMMANDS: ReadonlySet<string> = new Set(["abort", "permission", "tool_result"]);

/** One session of `letscode-rpc/1`. */
export class RpcHost {
  /** Resolves with the exit code when everything is written that can be. */
  readonly ended: Promise<number>;
  readonly #options: RpcOptions;
  readonly #outlet: Outlet;
  readonly #lastRun: LastRun;
  readonly #side: HostSide;
  readonly #lines = new LineReader({ maxBytes: MAX_LINE_BYTES });
  #agent: Agent | null = null;
  #running: Promise<void> | null = null;
  #sawCommand = false;
  #fullUpdates: boolean;
  #closing = false;
  #saidBye = false;
  #exiting = false;
  #end: (code: number) => void = () => {};

  constructor(options: RpcOptions) {
    this.#options = options;
    this.#fullUpdates = options.fullUpdates;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#outlet = new Outlet(options.output, {
      redactor: options.redactor,
      onTaken: () => this.#lastRun.valve.onTaken(),
      onClosed: (error) => this.readerGone(error),
    });
    this.#lastRun = new LastRun({
      clock: options.clock,
      graceMs: options.shutdownGraceMs,
      maxMs: options.shutdownMaxMs,
      timeLimit: (name, args) => this.#agent?.timeLimit(name, args) ?? 0,
      abort: (reason) => void this.#agent?.abort({ reason }),
    });
    this.#side = new HostSide({
      ...options,
      send: (message) => this.#outlet.control(message),
      onAsked: (call) => this.#lastRun.valve.hold(call),
      onSettled: (call) => this.#lastRun.valve.release(call),
    });
  }

  /** Opens the agent, then reads commands until the end. `ready` must have been written. */
  async start(openAgent: (side: Pick<HostSide, "consent" | "hostTools">) => Promise<Agent>): Promise<void> {
    const { input } = this.#options;
    try {
      this.#agent = await openAgent(this.#side);
    } catch (thrown) {
      return this.#fatal(null, `letscode could not start its agent: ${errorText(thrown)}`, "internal");
    }
    this.#agent.subscribe((event) => this.#onEvent(event));
    input.on("data", (chunk) => this.#onBytes(chunk));
    input.on("end", () => this.#onEnd());
    input.on("error", (error) => this.#fatal(null, `reading commands failed: ${error.message}`, "io"));
  }

  /** Ends by a signal or the loss of the parent: aborts, gives the last lines a moment, ends with `code`. */
  terminate(code: number): void {
    this.#stop(code);
  }

  /** Nobody reads any more, or nothing can be written, which is told: aborts, ends the children, ends with 1. */
  readerGone(error?: Error): void {
    const failure = error && outputErrorText(error);
    if (failure !== undefined) this.#options.report(failure);
    this.#outlet.close();
    this.#stop(1);
  }

  /** Ends after an error that nobody caught. */
  crash(error: string): void {
    this.#fatal(null, `letscode failed inside: ${error}`, "internal");
  }

  #onBytes(chunk: Uint8Array): void {
    for (const record of this.#lines.push(chunk)) this.#onRecord(record);
    const room = this.#outlet.inputRoom();
    if (!room) return;
    this.#options.input.pause();
    void room.then(() => this.#options.input.resume());
  }

  #onEnd(): void {
    for (const record of this.#lines.end()) this.#onRecord(record);
    this.#side.questions.close();
    if (!this.#closing) void this.#shutdown(null);
  }

  #onRecord(record: LineRecord): void {
    if (this.#exiting || this.#saidBye || !this.#agent) return;
    const parsed = parseCommand(record);
    if (parsed === null) return;
    if ("error" in parsed) return this.#outlet.control(parsed.error);
    const { command, id } = parsed;
    if (this.#closing && !CLOSING_COMMANDS.has(command.cmd))
      return this.#outlet.refuse(
        id,
        `${command.cmd}: letscode is shutting down and takes no more commands`,
        "closing",
      );
    if (command.cmd === "hello") return this.#hello(command, id);
    this.#sawCommand = true;
    this.#onCommand(command, id, this.#agent);
  }

  #onCommand(command: Exclude<Command, HelloCommand>, id: Json, agent: Agent): void {
    switch (command.cmd) {
      case "prompt":
        return this.#prompt(command, id, agent);
      case "steer":
        this.#outlet.ack(id);
        agent.steer(command.text, imageBlocks(command));
        return this.#outlet.done(id);
      case "follow_up":
        this.#outlet.ack(id);
        agent.followUp(command.text, imageBlocks(command));
        return this.#outlet.done(id);
      case "abort":
        return this.#abort(command, id, agent);
      case "reset":
        if (this.#running) return this.#outlet.busy(id, "reset");
        this.#outlet.ack(id);
        agent.reset();
        return this.#outlet.done(id);
      case "get_state":
      case "get_messages":
      case "set_model":
      case "set_thinking":
        return this.#answerNow(command, id, agent);
      case "compact":
        if (this.#running) return this.#outlet.busy(id, "compact");
        this.#outlet.ack(id);
        return this.#work(id, agent.compact(command.instructions), compactionAnswer);
      case "permission":
      case "tool_result":
        return this.#answer(command, id);
      case "bye":
        this.#outlet.ack(id);
        void this.#shutdown({ id });
    }
  }

  #hello(command: HelloCommand, id: Json): void {
    if (this.#sawCommand)
      return this.#outlet.refuse(id, "hello: must come before every other command, once", "invalid_command");
    const outcome = this.#side.hello(command);
    if ("problem" in outcome) {
      const { problem, fatal } = outcome;
      if (fatal) return this.#fatal(id, problem, "protocol_mismatch");
      return this.#outlet.refuse(id, problem, "invalid_command");
    }
    this.#sawCommand = true;
    this.#outlet.ack(id);
    const { features } = outcome;
    if (features.message_updates) this.#fullUpdates = features.message_updates === "full";
    this.#outlet.done(id, { features });
  }

  #prompt(command: PromptCommand, id: Json, agent: Agent): void {
    if (this.#running) return this.#outlet.busy(id, "prompt");
    this.#outlet.ack(id);
    this.#work(id, agent.prompt(command.text, imageBlocks(command)), ({ output, error, stop_reason }) => {
      if (output !== undefined) return { output };
      return stop_reason === "command" && error !== null ? { error } : {};
    });
  }

  /** Busy until `work` has ended; its end is told. */
  #work<T>(id: Json, work: Promise<T>, answer: (value: T) => Omit<DoneMessage, "type" | "id">): void {
    this.#running = work
      .then(answer, (thrown) => ({ error: errorText(thrown) }))
      .then((extra) => {
        this.#running = null;
        this.#outlet.done(id, extra);
      });
  }

  #answerNow(command: StateCommand, id: Json, agent: Agent): void {
    const answer = answerNow(command, agent, this.#options.openModel);
    if ("problem" in answer) return this.#outlet.refuse(id, answer.problem, "invalid_command");
    this.#outlet.ack(id);
    this.#outlet.done(id, answer);
  }

  #answer(command: PermissionCommand | ToolResultCommand, id: Json): void {
    const problem = this.#side.questions.answer(command);
    if (problem !== undefined) return this.#outlet.refuse(id, problem, "invalid_command");
    this.#outlet.ack(id);
    this.#outlet.done(id);
  }

  #abort(command: AbortCommand, id: Json, agent: Agent): void {
    this.#outlet.ack(id);
    void agent.abort({ clearQueue: command.clear_queue ?? false });
    this.#outlet.done(id, { queued: queueLengths(agent.state.queues) });
  }

  #onEvent(event: Event): Promise<void> | undefined {
    this.#lastRun.valve.onEvent(event);
    const room = this.#outlet.event(
      this.#fullUpdates ? wholeUpdate(event, this.#agent?.state.partial) : event,
    );
    this.#side.questions.onEvent(event);
    return room;
  }

  /** No more commands: the run goes on to its end, or is left behind. */
  async #shutdown(bye: { id: Json } | null): Promise<void> {
    this.#closing = true;
    const well = await this.#lastRun.drain(this.#sayBye(bye));
    if (!this.#exiting) this.#exit(well ? 0 : 1);
  }

  async #sayBye(bye: { id: Json } | null): Promise<void> {
    await this.#running;
    if (this.#exiting) return;
    await this.#agent?.close();
    if (this.#exiting) return;
    reportDropped([queueLengths(this.#agent?.state.queues)], this.#options);
    if (bye) this.#outlet.done(bye.id);
    this.#outlet.control({ type: "bye" });
    this.#saidBye = true;
    await this.#outlet.flush();
  }

  /** Aborts, gives what is left to say a moment, then ends with `code`, without `bye`. */
  #stop(code: number): void {
    if (this.#exiting) return;
    this.#exiting = true;
    this.#closing = true;
    const cancel = this.#options.clock.after(LAST_WORDS_MS, () => this.#exit(code));
    void this.#agent?.abort();
    void Promise.resolve(this.#running)
      .then(() => this.#agent?.close())
      .then(() => this.#outlet.flush())
      .then(() => {
        cancel();
        this.#exit(code);
      });
  }

  #fatal(id: Json, error: string, code: ControlErrorCode): void {
    if (this.#exiting) return;
    this.#outlet.control({ type: "error", id, error, recoverable: false, fatal: true, code });
    this.#stop(1);
  }

  #exit(code: number): void {
    this.#exiting = true;
    this.#lastRun.valve.close();
    this.#outlet.close();
    this.#end(code);
  }
}
