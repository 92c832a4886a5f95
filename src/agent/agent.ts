/** One conversation: its messages, its queues, and at most one run at a time. */
import { setMaxListeners } from "node:events";
import { type Clock, systemClock } from "../clock.ts";
import { BusyError, errorText, LetscodeError } from "../errors.ts";
import type { LLMClient, ThinkingLevel } from "../llm/client.ts";
import { ABORTED, orAborted } from "../or-aborted.ts";
import type { Decide } from "../permissions/decision.ts";
import { createRedactor } from "../secrets/redactor.ts";
import type { Tool } from "../tools/tool.ts";
import type { Event } from "../wire/events.ts";
import type { CustomMessage, ImageBlock, JsonObject, UserMessage } from "../wire/messages.ts";
import type { AgentOptions, AgentState, RunResult, Sink } from "./agent-options.ts";
import { viewOf } from "./agent-view.ts";
import { customMessage, type GivenCustomMessage } from "./custom-message.ts";
import { agentLoop } from "./loop.ts";
import { createNewId } from "./new-id.ts";
import { AbortReason, type LoopPorts, type SlashOutcome, takeAsGiven } from "./ports.ts";
import { MessageQueue } from "./queue.ts";
import { Settling } from "./settling.ts";
import { shorten } from "./shorten.ts";
import { Subscribers } from "./subscribers.ts";
import { Transcript } from "./transcript.ts";
import { userMessage } from "./user-message.ts";

/** An agent: prompts go in, events go to its subscribers, the conversation grows. */
export class Agent {
  readonly #options: AgentOptions;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #queue = new MessageQueue();
  readonly #transcript: Transcript;
  readonly #settling: Settling;
  readonly #subscribers: Subscribers;
  #model: LLMClient;
  #tools: () => readonly Tool[] = () => [];
  #thinking: ThinkingLevel;
  #decide: Decide;
  readonly #customs: CustomMessage[] = [];
  #closed: Promise<void> | undefined;
  /** What goes on now: a run, a compaction, a slash command or a reset. */
  #activity: { controller: AbortController; ended: Promise<unknown> } | null = null;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#newId = options.newId ?? createNewId();
    this.#model = options.model;
    this.setTools(options.tools ?? []);
    this.#thinking = options.thinking ?? "off";
    this.#decide = options.decide ?? (() => Promise.resolve({ type: "allow" }));
    this.#transcript = new Transcript(options.messages ?? []);
    const report = (line: string) => options.report?.(line);
    this.#subscribers = new Subscribers(report);
    this.#settling = new Settling(report);
    this.#settling.add(options.onStart && Promise.resolve().then(options.onStart));
  }

  /** A view of the agent now; take a new one after each event. */
  get state(): AgentState {
    const { messages, partial, usage } = this.#transcript;
    return viewOf({
      messages,
      partial,
      running: this.#activity !== null,
      queues: this.#queue.waiting(),
      model: this.#model,
      thinking: this.#thinking,
      session: this.#options.session?.() ?? null,
      usage,
    });
  }

  /**
   * Runs one prompt; resolves after `agent_end` when every subscriber has had it. A failed run resolves too: its error
   * is in the result and in the events. A slash command may answer instead, without a run. Rejects with BusyError
   * while a run is active.
   */
  async prompt(text: string, images: readonly ImageBlock[] = []): Promise<RunResult> {
    return this.#start((signal) => {
      const compact = (instructions?: string) => this.#shorten(instructions, signal);
      const outcome = this.#options.slash?.(text, { signal, compact });
      return outcome
        ? this.#runSlash(outcome, images, signal)
        : this.#drive([this.#userMessage(text, images)], signal);
    });
  }

  /** Runs again on the history as it is, without a new message. Rejects when there is nothing a model could answer. */
  async retry(): Promise<RunResult> {
    const last = this.#transcript.messages.findLast(({ role }) => role === "user" || role === "assistant");
    if (!last || (last.role === "assistant" && last.stop_reason === "end_turn"))
      throw new LetscodeError(
        "there is nothing to retry: the last answer is complete; send a prompt instead",
      );
    return this.#start((signal) => this.#drive([], signal));
  }

  /**
   * Summarises the older part of the conversation, so that models see less from now on; the transcript keeps all of it.
   * Resolves with the message that holds the summary, or with undefined when there was nothing to summarise or it was
   * aborted. Rejects when the summary could not be made, and then nothing has changed; with BusyError while a run is active.
   */
  async compact(instructions?: string): Promise<CustomMessage | undefined> {
    return this.#start((signal) => this.#shorten(instructions, signal));
  }

  /** Adds a message of a plugin, which joins the transcript before the next model call, or at the end of the run. Throws when it is none. */
  append(message: GivenCustomMessage): CustomMessage {
    this.#assertOpen();
    const whole = customMessage(message, { id: this.#newId(), timestamp: this.#clock.now() });
    this.#customs.push(whole);
    return whole;
  }

  /** Queues a message for the running turn: all waiting ones are delivered together before the next model call. */
  steer(text: string, images: readonly ImageBlock[] = []): void {
    this.#queue.addSteer(this.#userMessage(text, images));
  }

  /** Queues a message for when the run would end; one is delivered at a time. */
  followUp(text: string, images: readonly ImageBlock[] = []): void {
    this.#queue.addFollowUp(this.#userMessage(text, images));
  }

  /** Takes what was queued last out of its queue: it is not delivered. */
  takeBack(): UserMessage | undefined {
    return this.#queue.takeBack();
  }

  /** Stops the run; resolves when the agent is idle. The queues stay unless `clearQueue`. With `reason` the run ends with that error. */
  async abort(options: { clearQueue?: boolean; reason?: string } = {}): Promise<void> {
    if (options.clearQueue) this.#queue.clear();
    this.#activity?.controller.abort(new AbortReason(options.reason ?? null));
    await this.#activity?.ended.catch(() => {});
  }

  /** Forgets the conversation and the queues. Throws BusyError while a run is active. */
  reset(): void {
    this.#assertIdle();
    for (const message of this.#takeCustoms())
      for (const type of ["message_start", "message_end"] as const) void this.#take({ type, message });
    this.#transcript.clear();
    this.#queue.clear();
    this.#settling.add(this.#options.onReset?.());
  }

  /** Ends the conversation: the run is aborted, plugins and the conversation's file are closed. Twice is once. */
  close(): Promise<void> {
    this.#closed ??= this.abort()
      .then(() => this.#settling.pending)
      .then(() => this.#flushCustoms())
      .then(() => this.#options.onClose?.());
    return this.#closed;
  }

  /** Adds a subscriber behind those there already; the function returned removes it. */
  subscribe(sink: Sink): () => void {
    return this.#subscribers.add(sink);
  }

  /** The longest a call may take by its tool's own limit, in milliseconds; 0 when it has none. */
  timeLimit(toolName: string, args: JsonObject): number {
    const tool = this.#tools().find(({ name }) => name === toolName);
    return tool?.timeLimitMs?.(args) ?? 0;
  }

  /** Takes effect with the next model call. */
  setModel(model: LLMClient): void {
    this.#model = model;
  }

  /** Takes effect with the next model call. */
  setThinking(level: ThinkingLevel): void {
    this.#thinking = level;
  }

  /** Takes effect with the next model call. */
  setTools(tools: NonNullable<AgentOptions["tools"]>): void {
    this.#tools = typeof tools === "function" ? tools : () => tools;
  }

  /** Takes effect with the next tool call. */
  setDecide(decide: Decide): void {
    this.#decide = decide;
  }

  #start<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#assertIdle();
    const controller = new AbortController();
    // Every call of a turn listens to it.
    setMaxListeners(0, controller.signal);
    const { signal } = controller;
    const { pending } = this.#settling;
    const ready = pending && orAborted(pending, signal, this.#clock);
    const ended = (ready ? ready.then(() => work(signal)) : work(signal)).finally(() => {
      this.#activity = null;
      this.#transcript.partial = null;
    });
    this.#activity = { controller, ended };
    return ended;
  }

  #assertOpen(): void {
    if (this.#closed) throw new LetscodeError("the conversation has ended: close was called");
  }

  #assertIdle(): void {
    this.#assertOpen();
    if (this.#activity)
      throw new BusyError("the agent is busy with a run; wait for it to end or abort it first");
  }

  async #drive(prompt: UserMessage[], signal: AbortSignal): Promise<RunResult> {
    let result: RunResult = { error: null, stop_reason: "end_turn" };
    const history = this.#transcript.messages.slice();
    for await (const event of agentLoop({ prompt, history }, this.#ports(), signal)) {
      if (event.type === "agent_end") result = { error: event.error, stop_reason: event.stop_reason };
      await this.#take(event);
    }
    return result;
  }

  async #runSlash(
    outcome: Promise<SlashOutcome>,
    images: readonly ImageBlock[],
    signal: AbortSignal,
  ): Promise<RunResult> {
    try {
      const settled = await orAborted(outcome, signal, this.#clock);
      if (settled === ABORTED) return { error: null, stop_reason: "aborted" };
      if ("prompt" in settled) return await this.#drive([this.#userMessage(settled.prompt, images)], signal);
      return { error: null, stop_reason: "command", output: settled.output };
    } catch (thrown) {
      return { error: errorText(thrown), stop_reason: "command" };
    }
  }

  async #shorten(instructions: string | undefined, signal: AbortSignal): Promise<CustomMessage | undefined> {
    const request = { trigger: "manual" as const, ...(instructions === undefined ? {} : { instructions }) };
    await this.#flushCustoms();
    const events = shorten(this.#transcript.messages.slice(), request, this.#ports(), signal);
    for (;;) {
      const step = await events.next();
      if (step.done) return step.value;
      await this.#take(step.value);
    }
  }

  /** What plugins added while no run was there to take it. */
  async #flushCustoms(): Promise<void> {
    for (const message of this.#takeCustoms())
      for (const type of ["message_start", "message_end"] as const) await this.#take({ type, message });
  }

  #takeCustoms(): CustomMessage[] {
    return this.#customs.splice(0);
  }

  /** One event joins the state and goes to the subscribers. */
  #take(event: Event): Promise<void> {
    this.#transcript.fold(event);
    return this.#subscribers.tell(event);
  }

  #userMessage(text: string, images: readonly ImageBlock[]): UserMessage {
    return userMessage(text, images, { id: this.#newId(), timestamp: this.#clock.now() });
  }

  #ports(): LoopPorts {
    const agent = this;
    const { systemPrompt, hooks, checkArguments, redactor, maxTurns } = this.#options;
    return {
      get model() {
        return agent.#model;
      },
      get tools() {
        return agent.#tools();
      },
      get thinking() {
        return agent.#thinking;
      },
      systemPrompt: systemPrompt ?? "",
      maxTurns: maxTurns ?? Number.POSITIVE_INFINITY,
      hooks: hooks ?? {},
      clock: this.#clock,
      decide: (call, context) => agent.#decide(call, context),
      checkArguments: checkArguments ?? takeAsGiven,
      redactor: redactor ?? createRedactor([]),
      newId: this.#newId,
      claimCallId: (id) => this.#transcript.claimCallId(id),
      hasQueued: () => agent.#queue.length > 0,
      takeSteers: () => agent.#queue.takeSteers(),
      takeFollowUp: () => agent.#queue.takeFollowUp(),
      takeCustoms: () => this.#takeCustoms(),
      endRun: () => this.#options.endRun?.() ?? Promise.resolve(),
    };
  }
}
