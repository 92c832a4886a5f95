/** `letscode_event`: plugins that watch. The run never waits for them. */
import type { Event } from "../wire/events.ts";
import { callHook } from "./call-hook.ts";
import type { PluginConversation } from "./conversation.ts";
import type { LoadedPlugin } from "./loaded-plugin.ts";

const HOOK = "letscode_event";
/** How many events may wait for one watcher; what only streams is then left out. */
const MOST_WAITING = 1000;

/** One plugin's watch over one conversation: every event in order, each when the one before is done with. */
export class Watcher {
  readonly #loaded: LoadedPlugin;
  readonly #conversation: PluginConversation;
  #waiting: Event[] = [];
  #working: Promise<void> | undefined;
  #gone = false;

  constructor(loaded: LoadedPlugin, conversation: PluginConversation) {
    this.#loaded = loaded;
    this.#conversation = conversation;
  }

  /** Never waits and never throws. */
  see(event: Event): void {
    if (this.#gone) return;
    const streams = event.type === "message_update" || event.type === "tool_execution_update";
    if (streams && this.#waiting.length >= MOST_WAITING) return;
    this.#waiting.push(structuredClone(event));
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  /** Resolves when it has seen everything so far. */
  async caughtUp(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    for (let event = this.#waiting.shift(); event && !this.#gone; event = this.#waiting.shift()) {
      const seen = event;
      const outcome = await callHook(this.#loaded, HOOK, this.#conversation, {}, (context) =>
        this.#loaded.plugin[HOOK]?.(seen, context),
      );
      // One that hung would hang again at every event that waits.
      this.#gone = outcome.type === "aborted" || (outcome.type === "failed" && outcome.timedOut);
    }
    if (this.#gone) this.#waiting = [];
  }
}
