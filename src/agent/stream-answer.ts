/** One model call as events: from the first delta to the final message, whatever happens on the way. */
import { errorText, ProviderError } from "../errors.ts";
import type { LLMRequest, ModelEnd, ModelStream } from "../llm/client.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { usageOf, zeroUsage } from "../usage.ts";
import type { Event } from "../wire/events.ts";
import type { AssistantContent, AssistantMessage, StopReason } from "../wire/messages.ts";
import type { MessageStreamEvent } from "../wire/stream.ts";
import { CleanStream } from "./clean-stream.ts";
import { foldStream } from "./fold.ts";
import type { LoopPorts } from "./ports.ts";

/** How a model call ended. */
export interface Answer {
  message: AssistantMessage;
  /** Set when the provider failed. */
  failure: ProviderError | null;
}

/**
 * Streams one answer. Emits `message_start` at the first stream event (never before a retry) or, when there was none,
 * right before `message_end`. Never throws: a failure is in the answer, an abort in its `stop_reason`.
 */
export async function* streamAnswer(
  ports: LoopPorts,
  prepare: () => Promise<LLMRequest>,
  signal: AbortSignal,
): AsyncGenerator<Event, Answer, void> {
  const { model } = ports;
  const clean = new CleanStream(ports);
  let message = emptyAnswer(ports);
  let started = false;
  let usage = message.usage;
  let stopReason: StopReason | null = null;
  let end: ModelEnd | undefined;
  let failure: ProviderError | null = null;
  const steps = new Steps(signal);
  try {
    const request = await steps.race(prepare());
    const stream: ModelStream = model.stream(request, { signal, purpose: "turn" });
    steps.stream = stream;
    for (;;) {
      const step = await steps.race(stream.next());
      if (step.done) {
        end = step.value;
        break;
      }
      if (step.value.type === "retry") {
        yield step.value;
        continue;
      }
      for (const event of clean.add(step.value)) {
        if (!started) {
          started = true;
          message = { ...message, provider: model.provider, model: model.model };
          yield { type: "message_start", message };
        }
        if (event.type === "usage") usage = usageOf(event);
        if (event.type === "stop") stopReason = event.stop_reason;
        message = foldStream(message, event);
        yield update(message, event);
      }
    }
    if (stopReason === null) throw cutStream(model.provider);
  } catch (thrown) {
    // A model that said `stop` was done: what breaks after that costs nothing.
    if (stopReason === null && !signal.aborted) failure = asProviderError(thrown, model.provider);
    for (const event of clean.end()) {
      message = foldStream(message, event);
      yield update(message, event);
    }
  } finally {
    steps.close();
  }
  if (!started) {
    message = { ...message, provider: model.provider, model: model.model };
    yield { type: "message_start", message };
  }
  message = {
    ...message,
    content: end?.content ? finalContent(end.content, message.content, ports.redactor) : message.content,
    usage: end?.usage ?? usage,
    stop_reason: stopReason ?? (failure ? "error" : "aborted"),
    ...(failure ? { error_message: failure.message } : {}),
  };
  yield { type: "message_end", message };
  return { message, failure };
}

function update(message: AssistantMessage, event: MessageStreamEvent): Event {
  return { type: "message_update", message: { id: message.id, role: "assistant" }, stream_event: event };
}

function emptyAnswer(ports: LoopPorts): AssistantMessage {
  return {
    id: ports.newId(),
    timestamp: ports.clock.now(),
    role: "assistant",
    content: [],
    provider: ports.model.provider,
    model: ports.model.model,
    usage: zeroUsage(),
    stop_reason: null,
  };
}

/** The client's final blocks under the call ids that the conversation knows, as fit to leave as the deltas were. */
function finalContent(
  blocks: AssistantContent[],
  folded: AssistantContent[],
  redactor: Redactor,
): AssistantContent[] {
  const ids = folded.flatMap((block) => (block.type === "tool_call" ? [block.tool_call_id] : []));
  return blocks.map((block) => {
    if (block.type === "text") return { ...block, text: redactor.text(block.text.toWellFormed()) };
    if (block.type === "thinking")
      return { ...block, thinking: redactor.text(block.thinking.toWellFormed()) };
    return { ...block, tool_call_id: ids.shift() ?? block.tool_call_id };
  });
}

function cutStream(provider: string): ProviderError {
  return new ProviderError(`${provider}: the answer was cut off before it ended; send the prompt again`, {
    code: "network",
    recoverable: true,
  });
}

function asProviderError(thrown: unknown, provider: string): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  return new ProviderError(`${provider}: the model call failed: ${errorText(thrown)}`, {
    code: "internal",
    recoverable: true,
    cause: thrown,
  });
}

/** Steps of one call, each of which an abort ends at once, whether or not the model heeds it. */
class Steps {
  readonly #signal: AbortSignal;
  readonly #onAbort = () => this.#wake?.(new Error("aborted"));
  #wake: ((error: Error) => void) | undefined;
  stream: ModelStream | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  race<T>(step: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      step.then(resolve, reject);
      if (this.#signal.aborted) reject(new Error("aborted"));
      this.#wake = reject;
    });
  }

  close(): void {
    this.#signal.removeEventListener("abort", this.#onAbort);
    this.stream?.return({ usage: zeroUsage() }).catch(() => {});
  }
}
