/** One conversation in this process: its agent, made when it is first needed, and the clients that follow it. */
import type { Agent } from "../agent/agent.ts";
import { LastRun } from "../agent/last-run.ts";
import { queueLengths } from "../agent/queue-lengths.ts";
import {
  compactionAnswer,
  messagesAfter,
  newestMessages,
  type TranscriptPage,
} from "../agent/transcript-page.ts";
import { imageBlocks } from "../agent/user-input.ts";
import type { Clock } from "../clock.ts";
import { rpcError } from "../jsonrpc/errors.ts";
import type { CallContext } from "../jsonrpc/incoming-calls.ts";
import type { ThinkingLevel } from "../wire/commands.ts";
import type { QueueLengths } from "../wire/control.ts";
import type { Event } from "../wire/events.ts";
import type { Message } from "../wire/messages.ts";
import type {
  SessionCompactResult,
  SessionEventsResult,
  SessionIdleParams,
  SessionResetResult,
  SessionSendParams,
  SessionSendResult,
} from "../wire/methods.ts";
import { Activity } from "./activity.ts";
import type { Conversation } from "./conversations.ts";
import { EventLog } from "./event-log.ts";
import type { FairTurns } from "./fair-turns.ts";
import { Followers } from "./followers.ts";
import type { OwnerLink } from "./owner-link.ts";
import type { Peer } from "./peer.ts";

/** What a live session is made of. */
export interface LiveSessionOptions {
  conversation: Conversation;
  owner: OwnerLink;
  clock: Clock;
  shutdownGraceMs: number;
  shutdownMaxMs: number;
  /** Shared by all sessions of the process. */
  turns: FairTurns;
  /** The number behind which its events go on. */
  seq: number;
  /** About how much memory the events that are held for `session.events` may take. */
  logBytes(): number;
  /** Something began or ended: a run, or somebody's following. */
  onChange(session: LiveSession): void;
  report(line: string): void;
}

/** A session with at most one run at a time. */
export class LiveSession {
  readonly owner: OwnerLink;
  readonly #options: LiveSessionOptions;
  /** Its last events, numbered. */
  readonly log: EventLog;
  readonly #lastRun: LastRun;
  readonly #activity: Activity;
  readonly #followers: Followers;
  #agent: Agent | undefined;
  #opening: Promise<Agent> | undefined;
  #closed: Promise<void> | undefined;
  #updated: number;
  /** Of the run that goes on, or the last one. */
  #firstId: string | null = null;
  #lastId: string | null = null;

  constructor(options: LiveSessionOptions) {
    const { clock, shutdownGraceMs: graceMs, shutdownMaxMs: maxMs, conversation, owner } = options;
    const { id: sessionId, redactor } = conversation;
    this.#options = options;
    this.owner = owner;
    this.log = new EventLog(options.logBytes, options.seq);
    const partial = () => this.#agent?.state.partial ?? null;
    this.#followers = new Followers({ sessionId, redactor, partial });
    this.#updated = clock.now();
    this.#activity = new Activity({ cancel: () => this.abort(), end: () => this.#touch() });
    this.#lastRun = new LastRun({
      clock,
      graceMs,
      maxMs,
      timeLimit: (name, args) => this.#agent?.timeLimit(name, args) ?? 0,
      abort: (reason) => this.abort({ reason }),
    });
    const { valve } = this.#lastRun;
    owner.belongTo(sessionId, redactor, {
      onAsked: (id) => valve.hold(id),
      onSettled: (id) => valve.release(id),
    });
  }

  get id(): string {
    return this.#options.conversation.id;
  }

  get conversation(): Conversation {
    return this.#options.conversation;
  }

  /** The id under which it is on disk: another one than its own after a reset. Null when it is not kept. */
  get savedAs(): string | null {
    const { saved, id } = this.#options.conversation;
    return saved ? (this.#agent?.state.session?.id ?? id) : null;
  }

  get running(): boolean {
    return this.#activity.running;
  }

  /** Whether no client follows it. */
  get unattended(): boolean {
    return this.#followers.size === 0;
  }

  /** Its model now. */
  get model(): string {
    if (!this.#agent) return this.#options.conversation.model;
    const { provider, model } = this.#agent.state.model;
    return model === "" || model === provider ? provider : `${provider}/${model}`;
  }

  /** Every tool the model has. */
  get tools(): string[] {
    const own = this.owner.toolNames;
    return [...this.#options.conversation.tools.filter((name) => !own.includes(name)), ...own];
  }

  get messages(): readonly Message[] {
    return this.#agent?.state.messages ?? this.#options.conversation.messages;
  }

  /** When something last began or ended, in milliseconds since the epoch. */
  get updated(): number {
    return this.#updated;
  }

  /** The client gets every event from now on. */
  attach(peer: Peer, { fullUpdates }: { fullUpdates: boolean }): void {
    this.#followers.add(peer, { fullUpdates, seq: this.log.seq });
    this.#options.onChange(this);
  }

  /** It gets nothing more. */
  detach(peer: Peer): void {
    this.#followers.remove(peer);
    this.#options.onChange(this);
  }

  /** Runs a prompt. Throws at once when the session is busy; a call that is cancelled aborts the run. */
  send(params: SessionSendParams, call: CallContext): Promise<SessionSendResult> {
    return this.#work("session.send", call, async (agent, signal) => {
      this.#firstId = this.#lastId = null;
      const text = await this.owner.userPrompt(params.text, signal, this.#options.report);
      const { output, ...ended } = signal.aborted
        ? { error: null, stop_reason: "aborted" as const, output: undefined }
        : await agent.prompt(text, imageBlocks(params));
      return {
        message_id: this.#firstId,
        last_message_id: this.#lastId,
        stop_reason: ended.stop_reason,
        error: ended.error,
        ...(output === undefined ? {} : { output }),
      };
    });
  }

  /** Queues a message for the running turn, or for when the run would end. */
  async queue(which: "steer" | "followUp", params: SessionSendParams): Promise<void> {
    const agent = this.#agent ?? (await this.#open());
    agent[which](params.text, imageBlocks(params));
  }

  /** Stops what goes on; what is left waiting. */
  abort(options: { clearQueue?: boolean; reason?: string } = {}): QueueLengths {
    this.#activity.abort();
    void this.#agent?.abort(options);
    return this.queued;
  }

  /** Forgets the conversation. Throws at once when the session is busy. */
  reset(call: CallContext): Promise<SessionResetResult> {
    return this.#work("session.reset", call, async (agent) => {
      agent.reset();
      return { saved_as: this.savedAs };
    });
  }

  /** Summarises the older part. Throws at once when the session is busy. */
  compact(instructions: string | undefined, call: CallContext): Promise<SessionCompactResult> {
    return this.#work("session.compact", call, async (agent, signal) => ({
      ...compactionAnswer(signal.aborted ? undefined : await agent.compact(instructions)),
    }));
  }

  async setModel(name: string): Promise<void> {
    const model = await this.#options.conversation.openModel(name);
    const agent = this.#agent ?? (await this.#open());
    agent.setModel(model);
  }

  async setThinking(level: ThinkingLevel): Promise<void> {
    const agent = this.#agent ?? (await this.#open());
    agent.setThinking(level);
  }

  /** Undefined when no message has this id. */
  messagesAfter(after: string | undefined): TranscriptPage | undefined {
    return messagesAfter(this.messages, after);
  }

  /** The events behind a number, or where things stand when they are not held any more. */
  eventsAfter(seq: number): SessionEventsResult {
    const events = this.log.after(seq);
    if (events) return { events };
    return { gap: true, seq: this.log.seq, running: this.running, ...newestMessages(this.messages) };
  }

  /** No new work from now on. Resolves when the run has ended: false when it had to be left behind. */
  async drain(): Promise<boolean> {
    const { ended } = this.#activity;
    return ended === undefined || this.#lastRun.drain(ended);
  }

  /** A client took bytes: that is life, too. */
  onTaken(): void {
    this.#lastRun.valve.onTaken();
  }

  /** Aborts what goes on and closes the conversation. Resolves when both are done. Twice is once. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** How many messages wait for a run. */
  get queued(): QueueLengths {
    return queueLengths(this.#agent?.state.queues);
  }

  async #work<T extends object>(
    method: string,
    call: CallContext,
    work: (agent: Agent, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const working = this.#activity.start(method, call, async (signal) => work(await this.#open(), signal));
    this.#options.onChange(this);
    const result = await working;
    if ("stop_reason" in result)
      this.#followers.tellIdle(result.stop_reason as SessionIdleParams["stop_reason"]);
    call.signal.throwIfAborted();
    return result;
  }

  #touch(): void {
    this.#updated = this.#options.clock.now();
    this.#options.onChange(this);
  }

  #open(): Promise<Agent> {
    if (this.#closed) throw rpcError("session_not_found", `the session ${this.id} is closed`);
    this.#opening ??= this.#options.conversation.openAgent().then(
      (agent) => {
        this.#agent = agent;
        agent.subscribe((event) => this.#onEvent(event));
        return agent;
      },
      (thrown) => {
        this.#opening = undefined;
        throw thrown;
      },
    );
    return this.#opening;
  }

  #onEvent(event: Event): Promise<void> | undefined {
    if (event.type === "agent_start") this.#firstId = event.messages[0]?.id ?? null;
    else if (event.type === "agent_end") this.#lastId = event.messages.at(-1)?.id ?? null;
    this.#lastRun.valve.onEvent(event);
    const room = this.#followers.tell(this.log.add(event), event, this.owner.owner);
    this.owner.onEvent(event);
    return room ?? this.#options.turns.room();
  }

  async #close(): Promise<void> {
    this.abort();
    await this.#activity.ended;
    const agent = this.#agent ?? (await this.#opening?.catch(() => undefined));
    await agent?.close();
    this.#options.conversation.release();
  }
}
