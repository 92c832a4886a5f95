/** One conversation: its messages, its queues, and at most one run at a time. */
import { setMaxListeners } from "node:events";
import { type Clock, systemClock } from "../clock.ts";
import { BusyError, errorText, LetscodeError } from "../errors.ts";
import { type LLMClient, type ThinkingLevel, zeroUsage } from "../llm/client.ts";
import type { Decide } from "../permissions/decision.ts";
import type { Hooks } from "../plugins/hooks.ts";
import { createRedactor, type Redactor } from "../secrets/redactor.ts";
import type { Tool } from "../tools/tool.ts";
import type { AgentEnd, Event } from "../wire/events.ts";
import type {
  AssistantMessage,
  ImageBlock,
  JsonObject,
  Message,
  Usage,
  UserMessage,
} from "../wire/messages.ts";
import { foldStream } from "./fold.ts";
import { agentLoop } from "./loop.ts";
import { createNewId } from "./new-id.ts";
import { AbortReason, type CheckArguments, type LoopPorts } from "./ports.ts";
import { MessageQueue } from "./queue.ts";
import { addUsage } from "./usage.ts";

/** What an agent is made of. Only the model is needed. */
export interface AgentOptions {
  model: LLMClient;
  tools?: readonly Tool[];
  systemPrompt?: string;
  thinking?: ThinkingLevel;
  /** The most model calls of one run; no limit when absent. */
  maxTurns?: number;
  /** A conversation to go on with. */
  messages?: readonly Message[];
  /** Absent: every call is allowed. */
  decide?: Decide;
  hooks?: Hooks;
  clock?: Clock;
  /** A new id, unique in the conversation, at most 12 characters. */
  newId?: () => string;
  /** Absent: arguments go to the tool as the model gave them. */
  checkArguments?: CheckArguments;
  /** Keeps configured keys out of streamed text. */
  redactor?: Redactor;
  /** Called before a run ends: ends what its tools left running. */
  endRun?: () => Promise<void>;
  /** Called by `reset`. */
  onReset?: () => void;
  /** Told, in one line, of a subscriber that threw. */
  report?: (line: string) => void;
}

/** Takes every event in order. What it returns is awaited; what it throws is reported and skipped. */
export type Sink = (event: Event) => void | Promise<void>;

/** What is known of an agent at this moment. */
export interface AgentState {
  readonly messages: readonly Message[];
  /** The answer that streams now, as far as it has come. */
  readonly partial: AssistantMessage | null;
  readonly running: boolean;
  readonly queues: { readonly steer: readonly UserMessage[]; readonly followUp: readonly UserMessage[] };
  readonly model: LLMClient;
  /** Of all model calls of the conversation. */
  readonly usage: Usage;
}

/** How a run ended. */
export type RunResult = Pick<AgentEnd, "error" | "stop_reason">;

/** An agent: prompts go in, events go to its subscribers, the conversation grows. */
export class Agent {
  readonly #options: AgentOptions;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #queue = new MessageQueue();
  readonly #callIds = new Set<string>();
  #sinks: readonly Sink[] = [];
  #messages: Message[];
  #partial: AssistantMessage | null = null;
  #usage: Usage;
  #model: LLMClient;
  #tools: readonly Tool[];
  #thinking: ThinkingLevel;
  #decide: Decide;
  #run: { controller: AbortController; ended: Promise<RunResult> } | null = null;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#newId = options.newId ?? createNewId();
    this.#model = options.model;
    this.#tools = options.tools ?? [];
    this.#thinking = options.thinking ?? "off";
    this.#decide = options.decide ?? (() => Promise.resolve({ type: "allow" }));
    this.#messages = [...(options.messages ?? [])];
    this.#usage = zeroUsage();
    for (const message of this.#messages) this.#learn(message);
  }

  /** A view of the agent now; take a new one after each event. */
  get state(): AgentState {
    return {
      messages: this.#messages,
      partial: this.#partial,
      running: this.#run !== null,
      queues: this.#queue.waiting(),
      model: this.#model,
      usage: this.#usage,
    };
  }

  /**
   * Runs one prompt; resolves after `agent_end` when every subscriber has had it. A failed run resolves too: its error
   * is in the result and in the events. Rejects with BusyError while a run is active.
   */
  async prompt(text: string, images: readonly ImageBlock[] = []): Promise<RunResult> {
    return this.#start([this.#userMessage(text, images)]);
  }

  /** Runs again on the history as it is, without a new message. Rejects when there is nothing a model could answer. */
  async retry(): Promise<RunResult> {
    const last = this.#messages.findLast(({ role }) => role === "user" || role === "assistant");
    if (!last || (last.role === "assistant" && last.stop_reason === "end_turn"))
      throw new LetscodeError(
        "there is nothing to retry: the last answer is complete; send a prompt instead",
      );
    return this.#start([]);
  }

  /** Queues a message for the running turn: all waiting ones are delivered together before the next model call. */
  steer(text: string, images: readonly ImageBlock[] = []): void {
    this.#queue.addSteer(this.#userMessage(text, images));
  }

  /** Queues a message for when the run would end; one is delivered at a time. */
  followUp(text: string, images: readonly ImageBlock[] = []): void {
    this.#queue.addFollowUp(this.#userMessage(text, images));
  }

  /**
   * Stops the run and resolves when the agent is idle. What waits in the queues stays unless `clearQueue`. With
   * `reason` the run ends with that error; without, an abort is no error.
   */
  async abort(options: { clearQueue?: boolean; reason?: string } = {}): Promise<void> {
    if (options.clearQueue) this.#queue.clear();
    this.#run?.controller.abort(new AbortReason(options.reason ?? null));
    await this.#run?.ended;
  }

  /** Forgets the conversation and the queues. Throws BusyError while a run is active. */
  reset(): void {
    this.#assertIdle();
    this.#messages = [];
    this.#callIds.clear();
    this.#queue.clear();
    this.#usage = zeroUsage();
    this.#options.onReset?.();
  }

  /** Adds a subscriber behind those there already; the function returned removes it. */
  subscribe(sink: Sink): () => void {
    this.#sinks = [...this.#sinks, sink];
    return () => {
      this.#sinks = this.#sinks.filter((other) => other !== sink);
    };
  }

  /** The longest a call may take by its tool's own limit, in milliseconds; 0 when it has none. */
  timeLimit(toolName: string, args: JsonObject): number {
    const tool = this.#tools.find(({ name }) => name === toolName);
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
  setTools(tools: readonly Tool[]): void {
    this.#tools = tools;
  }

  /** Takes effect with the next tool call. */
  setDecide(decide: Decide): void {
    this.#decide = decide;
  }

  #start(prompt: UserMessage[]): Promise<RunResult> {
    this.#assertIdle();
    const controller = new AbortController();
    // Every call of a turn listens to it.
    setMaxListeners(0, controller.signal);
    const ended = this.#drive(prompt, controller.signal).finally(() => {
      this.#run = null;
      this.#partial = null;
    });
    this.#run = { controller, ended };
    return ended;
  }

  async #drive(prompt: UserMessage[], signal: AbortSignal): Promise<RunResult> {
    let result: RunResult = { error: null, stop_reason: "end_turn" };
    const history = this.#messages.slice();
    for await (const event of agentLoop({ prompt, history }, this.#ports(), signal)) {
      this.#fold(event);
      if (event.type === "agent_end") result = { error: event.error, stop_reason: event.stop_reason };
      for (const sink of this.#sinks) {
        try {
          const pending = sink(event);
          if (pending) await pending;
        } catch (thrown) {
          this.#options.report?.(
            `a subscriber failed on ${event.type} and was skipped: ${errorText(thrown)}`,
          );
        }
      }
    }
    return result;
  }

  #fold(event: Event): void {
    if (event.type === "message_update") {
      if (this.#partial) this.#partial = foldStream(this.#partial, event.stream_event);
    } else if (event.type === "message_start") {
      if (event.message.role === "assistant") this.#partial = event.message;
    } else if (event.type === "message_end") {
      if (event.message.role === "assistant") this.#partial = null;
      this.#messages.push(event.message);
      this.#learn(event.message);
    }
  }

  #learn(message: Message): void {
    if (message.role !== "assistant") return;
    this.#usage = addUsage(this.#usage, message.usage);
    for (const block of message.content)
      if (block.type === "tool_call") this.#callIds.add(block.tool_call_id);
  }

  #userMessage(text: string, images: readonly ImageBlock[]): UserMessage {
    const content = [
      ...(text === "" ? [] : [{ type: "text" as const, text: text.toWellFormed() }]),
      ...images,
    ];
    return { id: this.#newId(), timestamp: this.#clock.now(), role: "user", content };
  }

  #assertIdle(): void {
    if (this.#run) throw new BusyError("the agent is busy with a run; wait for it to end or abort it first");
  }

  #ports(): LoopPorts {
    const agent = this;
    const { systemPrompt, hooks, checkArguments, redactor, maxTurns } = this.#options;
    return {
      get model() {
        return agent.#model;
      },
      get tools() {
        return agent.#tools;
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
      claimCallId: (id) => id !== "" && !agent.#callIds.has(id) && Boolean(agent.#callIds.add(id)),
      hasQueued: () => agent.#queue.length > 0,
      takeSteers: () => agent.#queue.takeSteers(),
      takeFollowUp: () => agent.#queue.takeFollowUp(),
      endRun: () => this.#options.endRun?.() ?? Promise.resolve(),
    };
  }
}

const takeAsGiven: CheckArguments = async (_tool, given) =>
  typeof given === "object" && given !== null
    ? { arguments: given as Record<string, never> }
    : { problem: "the arguments are not a JSON object" };
