/** The conversation that is open, and the change to another one. */
import type { Agent } from "../agent/agent.ts";
import { type Clock, within } from "../clock.ts";
import type { Event } from "../wire/events.ts";
import type { Prompt } from "./draft-parts.ts";
import { modelName, NO_MODEL, type Status, statusOf } from "./status-line.ts";

const LAST_WORDS_MS = 2000;

/** Whoever shows it. */
export interface ConversationListener {
  event(event: Event): void;
  /** Something that was sent while there was none to take it. */
  send(prompt: Prompt): void;
  /** No model was named and none is found: the prompt that is not said for it, or none at the start. */
  noModel(prompt?: Prompt): void;
}

/** At most one. The old one is open until the new one is, and stays when that fails. */
export class Conversation {
  readonly #clock: Clock;
  readonly #listener: ConversationListener;
  agent: Agent | undefined;
  /** Whether another one is being opened. */
  isOpening = true;
  #early: Prompt[] = [];
  #leave: (() => void) | undefined;
  #status: Status | undefined;
  #isCounted = true;

  constructor(clock: Clock, listener: ConversationListener) {
    this.#clock = clock;
    this.#listener = listener;
  }

  /** The numbers of the status line; undefined before there are any. */
  get status(): Status | undefined {
    if (this.agent && !this.#isCounted) this.#status = statusOf(this.agent.state);
    this.#isCounted = true;
    return this.#status;
  }

  /** The numbers are out of date. */
  recount(): void {
    this.#isCounted = false;
  }

  /** Keeps what was sent for the one that is being opened. */
  keep(prompt: Prompt): void {
    this.#early.push(prompt);
  }

  /** Says something once there is a model for it: at once, or when one has been looked for. */
  withModel(prompt: Prompt, say: () => void): void {
    if (this.#hasModel) say();
    else void this.#findModel().then((found) => (found ? say() : this.#listener.noModel(prompt)));
  }

  get #hasModel(): boolean {
    return !this.agent || modelName(this.agent.state.model) !== NO_MODEL;
  }

  async #findModel(): Promise<boolean> {
    await this.agent?.state.model.open?.().catch(() => {});
    this.recount();
    return this.#hasModel;
  }

  /** Goes on with the agent, and with the model and the thinking as they were; rejects as it does. Events come from `opened` on. */
  async open(opening: Promise<Agent>, opened: (agent: Agent) => void): Promise<void> {
    const old = this.agent;
    this.isOpening = true;
    try {
      const agent = await opening;
      if (old) {
        agent.setModel(old.state.model);
        agent.setThinking(old.state.thinking);
      }
      this.#leave?.();
      this.#leave = agent.subscribe((event) => {
        if (event.type === "message_end" || event.type === "agent_end") this.recount();
        this.#listener.event(event);
      });
      this.agent = agent;
      this.recount();
      opened(agent);
      if (!old && !this.#hasModel) void this.#findModel().then((found) => found || this.#listener.noModel());
      if (old) await within(this.#clock, LAST_WORDS_MS, old.close());
    } finally {
      this.isOpening = false;
      for (const prompt of this.#early.splice(0)) this.#listener.send(prompt);
    }
  }

  /** Ends it in good order, or not, when that takes too long. */
  async close(): Promise<void> {
    if (this.agent) await within(this.#clock, LAST_WORDS_MS, this.agent.close());
  }
}
