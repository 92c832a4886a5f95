/** A model call of a plugin, beside the conversation. */
import { LetscodeError, ProviderError } from "../errors.ts";
import type { LLMClient, ModelEnd } from "../llm/client.ts";
import { thrownText } from "../one-line.ts";
import { ABORTED, orAborted } from "../or-aborted.ts";
import { usageOf, zeroUsage } from "../usage.ts";
import { validateMessage } from "../wire/generated/validate-message.gen.js";
import type { ModelMessage, StopReason } from "../wire/messages.ts";
import type { RetryEvent } from "../wire/stream.ts";
import { jsonCopy } from "./json-copy.ts";
import type { Completion, CompletionRequest } from "./plugin.ts";
import type { ConversationPort } from "./port.ts";

/** How the call is made. */
export interface CompletionOptions {
  /** What the recording calls it, unless the request says so. */
  purpose: string;
  signal: AbortSignal;
  /** Told of each retry. */
  emit?: ((event: RetryEvent) => void) | undefined;
}

/**
 * Asks the conversation's model, without tools. Rejects with an error that says no more than what failed (a
 * ProviderError when it was the model), at once when `signal` aborts.
 */
export async function complete(
  request: CompletionRequest,
  port: ConversationPort,
  options: CompletionOptions,
): Promise<Completion> {
  const { signal, emit } = options;
  const messages = messagesOf(request, port);
  const purpose = purposeOf(request.purpose ?? options.purpose);
  const system = request.system === undefined ? "" : String(request.system);
  const model = port.model();
  const stream = model.stream({ system, messages, tools: [], thinking: "off" }, { signal, purpose });
  let text = "";
  let usage = zeroUsage();
  let stopReason: StopReason | undefined;
  let end: ModelEnd | undefined;
  try {
    for (;;) {
      const step = await orAborted(stream.next(), signal, port.clock);
      if (step === ABORTED) throw new Error("aborted");
      if (step.done) {
        end = step.value;
        break;
      }
      const event = step.value;
      if (event.type === "text_delta") text += event.delta;
      else if (event.type === "stop") stopReason = event.stop_reason;
      else if (event.type === "retry") emit?.({ ...event, reason: port.redactor.text(event.reason) });
      else if (event.type === "usage") usage = usageOf(event);
    }
  } catch (thrown) {
    stream.return({ usage: zeroUsage() }).catch(() => {});
    throw failure(thrown, model, port, signal);
  }
  usage = end?.usage ?? usage;
  if (stopReason === undefined)
    throw new ProviderError(`${model.provider}: the answer was cut off before it ended`, {
      code: "network",
      recoverable: true,
    });
  text = port.redactor.text(text.toWellFormed());
  port.modelCall?.({
    purpose,
    message: {
      id: port.newId(),
      timestamp: port.clock.now(),
      role: "assistant",
      content: text === "" ? [] : [{ type: "text", text }],
      provider: model.provider,
      model: model.model,
      usage,
      stop_reason: stopReason,
    },
  });
  return { text, usage, stop_reason: stopReason };
}

function messagesOf({ prompt }: CompletionRequest, port: ConversationPort): ModelMessage[] {
  const list =
    typeof prompt === "string"
      ? [{ role: "user", content: [{ type: "text", text: prompt.toWellFormed() }] }]
      : jsonCopy(prompt, (problem) => `complete: prompt: ${problem}; expected messages`);
  if (!Array.isArray(list) || list.length === 0 || prompt === "")
    throw new LetscodeError("complete: prompt: expected a text, or a list of messages, and not an empty one");
  return list.map((given, at) => {
    const message = { id: port.newId(), timestamp: port.clock.now(), ...(given as object) } as ModelMessage;
    const problem =
      (message.role as string) === "custom" ? "role: no custom message" : validateMessage(message);
    if (problem !== null) throw new LetscodeError(`complete: prompt[${at}]: ${problem}`);
    return message;
  });
}

/** The agent's own calls have their name to themselves: recordings tell them apart by it. */
function purposeOf(purpose: unknown): string {
  if (typeof purpose !== "string" || purpose.trim() === "" || purpose === "turn")
    throw new LetscodeError('complete: purpose: expected a name, and not "turn"');
  return purpose;
}

function failure(thrown: unknown, model: LLMClient, port: ConversationPort, signal: AbortSignal): Error {
  if (signal.aborted) return new LetscodeError("complete: aborted");
  const text = port.redactor.text(thrownText(thrown));
  if (!(thrown instanceof ProviderError))
    return new ProviderError(`${model.provider}: ${text}`, { code: "internal", recoverable: true });
  const { status, code, recoverable } = thrown;
  return new ProviderError(text, {
    recoverable,
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
  });
}
