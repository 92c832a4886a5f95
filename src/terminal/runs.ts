/** What is said to the agent, and the run that it begins or joins. */
import type { Agent } from "../agent/agent.ts";
import type { RunResult } from "../agent/agent-options.ts";
import { errorText } from "../errors.ts";
import { waitingPrompts } from "./content-text.ts";
import { type Prompt, promptIn } from "./draft-parts.ts";

/** Who is told, and what is asked. */
export interface RunsListener {
  /** The one that is spoken to. */
  agent(): Agent | undefined;
  /** Whether the last run failed in a way that may pass. */
  canRetry(): boolean;
  note(text: string): void;
  /** A run is over, or something waits. */
  changed(): void;
  /** What will not be said by itself any more. */
  giveBack(prompts: readonly Prompt[]): void;
}

/** The runs of one terminal: at most one at a time. */
export class Runs {
  readonly #listener: RunsListener;
  isWorking = false;

  constructor(listener: RunsListener) {
    this.#listener = listener;
  }

  /** Begins a run; while one is on, is said before its next step, or with `isLater` when it would end. */
  say({ text, images }: Prompt, isLater: boolean): void {
    const agent = this.#listener.agent();
    if (!this.isWorking) this.#begin((idle) => idle.prompt(text, images));
    else if (isLater) agent?.followUp(text, images);
    else agent?.steer(text, images);
    this.#listener.changed();
  }

  /** Gives back what was queued last, which is not said then; false when nothing waits. */
  takeBack(): boolean {
    const last = this.#listener.agent()?.takeBack();
    if (last) this.#listener.giveBack([promptIn(last.content)]);
    return last !== undefined;
  }

  /** Whether the last run failed in a way that may pass. */
  get mayRetry(): boolean {
    const { canRetry, agent } = this.#listener;
    return canRetry() && !this.isWorking && (agent()?.state.messages.length ?? 0) > 0;
  }

  /** Runs again without a new message. */
  retry(): void {
    this.#begin((agent) => agent.retry());
  }

  /** Ends the run; what waits to be said is given back. */
  stop(): void {
    const agent = this.#listener.agent();
    if (!agent) return;
    const waiting = waitingPrompts(agent.state.queues);
    void agent.abort({ clearQueue: true });
    if (waiting.length > 0) this.#listener.giveBack(waiting);
  }

  #begin(run: (agent: Agent) => Promise<RunResult>): void {
    const agent = this.#listener.agent();
    if (!agent) return;
    this.isWorking = true;
    void this.#end(agent, run(agent));
  }

  async #end(agent: Agent, run: Promise<RunResult>): Promise<void> {
    const { note, canRetry, changed } = this.#listener;
    let hasFailed = true;
    try {
      const { stop_reason, error, output } = await run;
      hasFailed = error !== null;
      if (stop_reason === "command") note(error ?? output ?? "");
      else if (canRetry()) note("(press 'r' to retry)");
    } catch (thrown) {
      note(errorText(thrown));
    }
    this.isWorking = false;
    changed();
    // What was typed while the run ended came too late for it.
    if (!hasFailed) this.#sayNext(agent);
    else if (!canRetry()) this.stop();
  }

  /** Begins a run with what waits first; the rest waits for that one. */
  #sayNext(agent: Agent): void {
    const [steers, later] = [[...agent.state.queues.steer], [...agent.state.queues.followUp]];
    const first = steers.shift() ?? later.shift();
    if (!first) return;
    void agent.abort({ clearQueue: true });
    this.say(promptIn(first.content), false);
    for (const { content } of steers) this.say(promptIn(content), false);
    for (const { content } of later) this.say(promptIn(content), true);
  }
}
