/** Which tool calls the reader of the events knows of: what is said about a call comes behind its start. */
import type { Event } from "../wire/events.ts";

/** For a door that talks with its reader about calls that go on. */
export class StartedCalls {
  readonly #started = new Set<string>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** An event is on its way to the reader. */
  onEvent(event: Event): void {
    if (event.type === "tool_execution_start") {
      this.#started.add(event.tool_call_id);
      for (const go of this.#waiting.get(event.tool_call_id) ?? []) go();
      this.#waiting.delete(event.tool_call_id);
    } else if (event.type === "tool_execution_end") this.#forget(event.tool_call_id);
    else if (event.type === "agent_end") {
      this.#started.clear();
      this.#waiting.clear();
    }
  }

  /** Calls `go` once the start of the call is on its way: now, if it is already; never, if it does not come. */
  whenStarted(toolCallId: string, go: () => void): void {
    if (this.#started.has(toolCallId)) return go();
    this.#waiting.set(toolCallId, [...(this.#waiting.get(toolCallId) ?? []), go]);
  }

  #forget(toolCallId: string): void {
    this.#started.delete(toolCallId);
    this.#waiting.delete(toolCallId);
  }
}
