/** The agent loop: one run, as the events of everything it does. */
import { errorText } from "../errors.ts";
import type { LLMRequest } from "../llm/client.ts";
import { ABORTED, orAborted } from "../or-aborted.ts";
import type { AgentEnd, ErrorCode, ErrorEvent, Event } from "../wire/events.ts";
import type {
  AssistantMessage,
  Message,
  StopReason,
  ToolCallBlock,
  ToolResultMessage,
  UserMessage,
} from "../wire/messages.ts";
import { whileTelling } from "./channel.ts";
import { AbortReason, type LoopPorts } from "./ports.ts";
import { prepareCall } from "./request.ts";
import { NOT_TAKEN_UP, refuseTools, runTools } from "./run-tools.ts";
import { shorten } from "./shorten.ts";
import { streamAnswer } from "./stream-answer.ts";

/** What a run starts from. */
export interface LoopInput {
  /** Opens the run; empty to go on from the history as it is. */
  prompt: readonly UserMessage[];
  history: readonly Message[];
}

/** How many answers in a row may be cut inside their tool calls. */
const MOST_CUT_ANSWERS = 3;
const CUT_TOO_OFTEN = `the output limit cut ${MOST_CUT_ANSWERS} answers in a row inside their tool calls; ask for smaller steps or raise the limit`;
/** What a call says that no answer but a whole one may start. */
const NOT_RUN: Record<StopReason, string> = {
  max_tokens:
    "Not run: the output limit cut the answer off before this call was complete. Send it again, in smaller parts.",
  aborted: NOT_TAKEN_UP,
  error: "Not run: the answer failed before it was complete.",
  refusal: "Not run: the answer ended in a refusal.",
  end_turn: "Not run.",
  tool_use: "Not run.",
};

/** How a turn left the run. */
type Verdict =
  | { next: "model" | "done" }
  | { next: "end"; error: string | null; stopReason: AgentEnd["stop_reason"] };

/**
 * Runs until the model is done, an abort, a failure or the turn limit. Every start has its end and `agent_end` comes
 * exactly once, whatever is thrown on the way. Aborting is done through `signal`, never by leaving the generator.
 */
export async function* agentLoop(
  input: LoopInput,
  ports: LoopPorts,
  signal: AbortSignal,
): AsyncGenerator<Event, void, void> {
  const added: Message[] = [];
  let error: string | null = null;
  let stopReason: AgentEnd["stop_reason"] = "end_turn";
  yield { type: "agent_start", messages: [...input.prompt] };
  try {
    const run = new Run(input, ports, signal, added);
    ({ error, stopReason } = yield* run.turns());
  } catch (thrown) {
    error = `letscode failed inside: ${errorText(thrown)}`;
    stopReason = "error";
    yield errorEvent(error, true, "internal");
  } finally {
    try {
      yield* enter(ports.takeCustoms(), added);
      await ports.endRun();
    } catch (thrown) {
      error ??= `ending the run failed: ${errorText(thrown)}`;
    }
    yield { type: "agent_end", messages: added, error, stop_reason: stopReason };
  }
}

class Run {
  readonly #input: LoopInput;
  readonly #ports: LoopPorts;
  readonly #signal: AbortSignal;
  readonly #added: Message[];
  #cutAnswers = 0;
  /** The context was summarised because the model refused it, and no answer has come since. */
  #shortened = false;

  constructor(input: LoopInput, ports: LoopPorts, signal: AbortSignal, added: Message[]) {
    this.#input = input;
    this.#ports = ports;
    this.#signal = signal;
    this.#added = added;
  }

  async *turns(): AsyncGenerator<Event, { error: string | null; stopReason: AgentEnd["stop_reason"] }, void> {
    const { maxTurns } = this.#ports;
    let incoming: readonly UserMessage[] = [...this.#input.prompt, ...this.#ports.takeSteers()];
    for (let turn = 1; ; turn++) {
      const verdict = yield* this.#turn(turn, incoming);
      if (verdict.next === "end") return verdict;
      const more =
        verdict.next === "model" || this.#ports.hasQueued() || (await this.#saidWhileProcessesEnd());
      if (this.#signal.aborted) return this.#aborted();
      if (!more) return { error: null, stopReason: this.#lastStop() };
      if (turn >= maxTurns) {
        const error = `the run reached its limit of ${maxTurns} model calls (--max-turns); send another prompt to go on`;
        yield errorEvent(error, true, "max_turns");
        return { error, stopReason: "max_turns" };
      }
      incoming = this.#takeQueued(verdict.next === "done");
    }
  }

  async *#turn(turn: number, incoming: readonly UserMessage[]): AsyncGenerator<Event, Verdict, void> {
    yield { type: "turn_start", turn };
    yield* enter(incoming, this.#added);
    const request = yield* this.#prepare();
    const { message, failure } = yield* streamAnswer(this.#ports, request, this.#signal);
    this.#added.push(message);
    if (!failure) this.#shortened = false;
    if (failure?.code === "context_overflow") {
      const shorter = yield* this.#shorten();
      if (shorter || this.#signal.aborted) {
        yield { type: "turn_end", turn, message, tool_results: [] };
        return shorter ? { next: "model" } : { next: "end", ...this.#aborted() };
      }
    }
    if (failure) yield errorEvent(failure.message, failure.recoverable, failure.code, failure.status);
    const results = yield* this.#toolResults(message);
    this.#added.push(...results);
    const cutTooOften = this.#countCut(message, results);
    if (cutTooOften) yield errorEvent(CUT_TOO_OFTEN, true, "max_tokens");
    yield { type: "turn_end", turn, message, tool_results: results };
    if (failure) return { next: "end", error: failure.message, stopReason: "error" };
    if (message.stop_reason === "aborted") return { next: "end", ...this.#aborted() };
    if (cutTooOften) return { next: "end", error: CUT_TOO_OFTEN, stopReason: "max_tokens" };
    return { next: results.length > 0 && message.stop_reason !== "refusal" ? "model" : "done" };
  }

  /** The request, or the failure to make one; custom messages that plugins added join the transcript on the way. */
  async *#prepare(): AsyncGenerator<Event, () => Promise<LLMRequest>, void> {
    const signal = this.#signal;
    yield* enter(this.#ports.takeCustoms(), this.#added);
    const history = this.#history();
    try {
      const prepared = yield* whileTelling((emit) =>
        orAborted(prepareCall(history, this.#ports, { signal, emit }), signal, this.#ports.clock),
      );
      if (prepared === ABORTED) return () => Promise.reject(new Error("aborted"));
      yield* enter(prepared.customs, this.#added);
      return () => Promise.resolve(prepared.request);
    } catch (thrown) {
      return () => Promise.reject(thrown);
    }
  }

  /** After a refusal of the context as too long: whether it is shorter now. Once between two answers. */
  async *#shorten(): AsyncGenerator<Event, boolean, void> {
    if (this.#shortened) return false;
    this.#shortened = true;
    try {
      const summary = yield* shorten(this.#history(), { trigger: "overflow" }, this.#ports, this.#signal);
      if (summary) this.#added.push(summary);
      return summary !== undefined;
    } catch (thrown) {
      yield errorEvent(`the conversation could not be summarised: ${errorText(thrown)}`, true, "compaction");
      return false;
    }
  }

  #history(): Message[] {
    return [...this.#input.history, ...this.#added];
  }

  async *#toolResults(message: AssistantMessage): AsyncGenerator<Event, ToolResultMessage[], void> {
    const calls = message.content.filter((block): block is ToolCallBlock => block.type === "tool_call");
    if (calls.length === 0) return [];
    if (message.stop_reason === "tool_use") return yield* runTools(calls, this.#ports, this.#signal);
    return yield* refuseTools(calls, this.#ports, NOT_RUN[message.stop_reason ?? "error"]);
  }

  /** Whether this answer was the last that may be cut inside its calls. */
  #countCut(message: AssistantMessage, results: readonly ToolResultMessage[]): boolean {
    const cut = message.stop_reason === "max_tokens" && results.length > 0;
    this.#cutAnswers = cut ? this.#cutAnswers + 1 : 0;
    return this.#cutAnswers >= MOST_CUT_ANSWERS;
  }

  /** Ending what the tools left running takes a moment; what is queued in it still belongs to this run. */
  async #saidWhileProcessesEnd(): Promise<boolean> {
    // What fails here is told by the loop, which ends the run for good.
    await this.#ports.endRun().catch(() => {});
    return this.#ports.hasQueued();
  }

  /** Steers all together; a follow-up only when the run would end, one at a time. */
  #takeQueued(atEnd: boolean): readonly UserMessage[] {
    const steers = this.#ports.takeSteers();
    if (steers.length > 0 || !atEnd) return steers;
    const followUp = this.#ports.takeFollowUp();
    return followUp ? [followUp] : [];
  }

  #aborted(): { error: string | null; stopReason: AgentEnd["stop_reason"] } {
    const { reason } = this.#signal;
    return { error: reason instanceof AbortReason ? reason.error : null, stopReason: "aborted" };
  }

  #lastStop(): AgentEnd["stop_reason"] {
    const last = this.#added.findLast((message) => message.role === "assistant");
    return last?.role === "assistant" ? (last.stop_reason ?? "end_turn") : "end_turn";
  }
}

/** Messages join the conversation, whole as they are. */
function* enter(messages: readonly Message[], added: Message[]): Generator<Event, void, void> {
  for (const message of messages) {
    yield { type: "message_start", message };
    added.push(message);
    yield { type: "message_end", message };
  }
}

function errorEvent(error: string, recoverable: boolean, code?: ErrorCode, status?: number): ErrorEvent {
  return {
    type: "error",
    error,
    recoverable,
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
  };
}
