/** The safety valve: a run that falls silent after shutdown began does not keep the process. */
import type { Clock } from "../clock.ts";
import type { Event } from "../wire/events.ts";
import type { JsonObject } from "../wire/messages.ts";

/** What the valve goes by. */
export interface ValveOptions {
  clock: Clock;
  /** How long the run may be silent, in milliseconds. */
  graceMs: number;
  /** How long it may go on in all cases, in milliseconds. */
  maxMs: number;
  /** The longest a call may take by its tool's own limit, in milliseconds. */
  timeLimit(toolName: string, args: JsonObject): number;
  /** Silence lasted too long; `why` says how long. Called once. */
  onSilence(why: string): void;
}

/** A call that runs: how long it may take, and until when that is no silence. */
interface Running {
  limitMs: number;
  until: number;
}

/**
 * Watches from `open` on. Life is an event produced or bytes taken by the pipe; a tool inside its own time limit, a call
 * that waits for the host and a retry's pause are no silence.
 */
export class ShutdownValve {
  readonly #options: ValveOptions;
  readonly #calls = new Map<string, Running>();
  #lastLife = 0;
  #retryUntil = 0;
  #openedAt: number | null = null;
  #cancel = () => {};

  constructor(options: ValveOptions) {
    this.#options = options;
  }

  /** An event was produced. */
  onEvent(event: Event): void {
    const now = this.#options.clock.now();
    this.#lastLife = now;
    if (event.type === "tool_execution_start") {
      const limitMs = this.#options.timeLimit(event.tool_name, event.arguments);
      this.#calls.set(event.tool_call_id, { limitMs, until: now + limitMs });
    } else if (event.type === "tool_execution_end") {
      this.#calls.delete(event.tool_call_id);
      this.#checkAnew();
    } else if (event.type === "retry") this.#retryUntil = now + event.delay_seconds * 1000;
    else if (event.type === "agent_end") this.#calls.clear();
  }

  /** Bytes were taken by the pipe. */
  onTaken(): void {
    if (this.#openedAt !== null) this.#lastLife = this.#options.clock.now();
  }

  /** A running call waits for the host. */
  hold(toolCallId: string): void {
    const call = this.#calls.get(toolCallId);
    if (call) call.until = Number.POSITIVE_INFINITY;
  }

  /** It does no more: its tool's own time limit begins anew. */
  release(toolCallId: string): void {
    const call = this.#calls.get(toolCallId);
    if (!call) return;
    this.#lastLife = this.#options.clock.now();
    call.until = this.#lastLife + call.limitMs;
    this.#checkAnew();
  }

  /** Shutdown began. */
  open(): void {
    if (this.#openedAt !== null) return;
    this.#openedAt = this.#options.clock.now();
    this.#lastLife = Math.max(this.#lastLife, this.#openedAt);
    this.#check();
  }

  /** The run is over or given up. */
  close(): void {
    this.#openedAt = null;
    this.#cancel();
    this.#cancel = () => {};
  }

  /** The next check may be due earlier than was thought. */
  #checkAnew(): void {
    if (this.#openedAt === null) return;
    this.#cancel();
    this.#check();
  }

  #check(): void {
    const { clock, graceMs, maxMs } = this.#options;
    const now = clock.now();
    const end = (this.#openedAt ?? now) + maxMs;
    const alive = Math.max(
      this.#lastLife,
      this.#retryUntil,
      ...Array.from(this.#calls.values(), ({ until }) => until),
    );
    if (now >= end) return this.#fire(`it went on for ${maxMs / 1000} s (--shutdown-max)`);
    if (now - alive >= graceMs) return this.#fire(`it was silent for ${graceMs / 1000} s (--shutdown-grace)`);
    this.#cancel = clock.after(Math.max(1, Math.min(alive + graceMs, end) - now), () => this.#check());
  }

  #fire(why: string): void {
    this.close();
    this.#options.onSilence(why);
  }
}
