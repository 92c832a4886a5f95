/** What the host is asked while a run goes on: each question under an id, until its answer or the end of its call. */
import { StartedCalls } from "../agent/started-calls.ts";
import type { PermissionCommand, ToolResultCommand } from "../wire/commands.ts";
import type { PermissionRequestMessage, ToolCallRequestMessage } from "../wire/control.ts";
import type { Event } from "../wire/events.ts";

/** A question without its id. */
export type Question =
  | Omit<PermissionRequestMessage, "request_id">
  | Omit<ToolCallRequestMessage, "request_id">;

/** The command that answers a question. */
export type AnswerTo<Q extends Question> = Q extends { type: "permission_request" }
  ? PermissionCommand
  : ToolResultCommand;

/** Where questions go. */
export interface QuestionsOptions {
  /** Queues a question behind all events so far. */
  send(message: PermissionRequestMessage | ToolCallRequestMessage): void;
  /** The call waits for the host from now on. */
  onAsked(toolCallId: string): void;
  /** It does no more, or never did. */
  onSettled(toolCallId: string): void;
}

/** Why a question will have no answer. */
const CLOSED = "the host has closed its input and can answer no more";

interface Waiting {
  question: Question;
  settle(answer: PermissionCommand | ToolResultCommand | Error): void;
}

/** The open questions of one door. Any number may be open at once. */
export class Questions {
  readonly #options: QuestionsOptions;
  readonly #calls = new StartedCalls();
  readonly #waiting = new Map<string, Waiting>();
  #last = 0;
  #closed = false;

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /**
   * Asks once the host knows of the call. Rejects when there will be no answer: the signal aborted, which it must when the
   * call ends without one, or the host's input is closed, and then nothing is asked at all.
   */
  ask<Q extends Question>(question: Q, signal: AbortSignal): Promise<AnswerTo<Q>> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Error(CLOSED));
      const { tool_call_id: call } = question;
      const id = `r${++this.#last}`;
      const onAbort = () => settle(new Error("aborted"));
      const settle: Waiting["settle"] = (answer) => {
        if (!this.#waiting.delete(id)) return;
        signal.removeEventListener("abort", onAbort);
        this.#options.onSettled(call);
        if (answer instanceof Error) reject(answer);
        else resolve(answer as AnswerTo<Q>);
      };
      this.#waiting.set(id, { question, settle });
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      this.#calls.whenStarted(call, () => {
        if (!this.#waiting.has(id)) return;
        this.#options.onAsked(call);
        this.#options.send({ ...(question as Question), request_id: id });
      });
    });
  }

  /** Gives the question its answer; what is wrong when no such question waits for one. */
  answer(command: PermissionCommand | ToolResultCommand): string | undefined {
    const { cmd, request_id: id } = command;
    const waiting = this.#waiting.get(id);
    const type = cmd === "permission" ? "permission_request" : "tool_call_request";
    if (waiting?.question.type !== type)
      return `${cmd}.request_id: no ${type} ${JSON.stringify(id.slice(0, 100))} waits for an answer`;
    waiting.settle(command);
    return undefined;
  }

  /** An event was queued for the host. */
  onEvent(event: Event): void {
    this.#calls.onEvent(event);
  }

  /** Nobody can answer any more: what waits is settled, and nothing more is asked. */
  close(): void {
    this.#closed = true;
    for (const { settle } of [...this.#waiting.values()]) settle(new Error(CLOSED));
  }
}
