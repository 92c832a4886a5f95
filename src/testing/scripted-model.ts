/** A model that says what a test tells it to: no key, no network. */
import { ProviderError } from "../errors.ts";
import type { LLMClient, LLMRequest, ModelStream, StreamOptions } from "../llm/client.ts";
import { zeroUsage } from "../usage.ts";
import type { ErrorCode } from "../wire/events.ts";
import type { JsonObject, StopReason, Usage } from "../wire/messages.ts";
import type { StreamEvent } from "../wire/stream.ts";

/** One answer: a text, or more than that. */
export type ScriptedAnswer =
  | string
  | {
      text?: string;
      thinking?: string;
      /** Tools it calls; their ids are made. */
      calls?: readonly { name: string; arguments?: JsonObject }[];
      usage?: Partial<Usage>;
      /** Absent: `tool_use` with calls, `end_turn` without. */
      stop_reason?: StopReason;
    }
  /** The call fails with this message, after `text` when there is one. */
  | { fail: string; text?: string; status?: number; code?: ErrorCode; recoverable?: boolean };

/** An answer, or a function that makes it from what was asked. One that never resolves is a model that hangs. */
export type ScriptedStep =
  | ScriptedAnswer
  | ((request: LLMRequest, options: StreamOptions) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** What the model was asked in one call, in a copy. */
export interface ScriptedCall extends LLMRequest {
  /** `turn` for the agent's own calls; a name such as a plugin's for others. */
  purpose: string;
}

/** The model, and what it was asked so far. */
export interface ScriptedModel extends LLMClient {
  readonly calls: readonly ScriptedCall[];
}

/** How the model is to be. */
export interface ScriptedModelOptions {
  /** The most tokens a request and its answer may have; absent: not known. */
  contextWindow?: number;
}

/** Plays the steps in order, one for each call. A call past the last one fails and says so. */
export function scriptedModel(
  script: readonly ScriptedStep[],
  { contextWindow }: ScriptedModelOptions = {},
): ScriptedModel {
  const calls: ScriptedCall[] = [];
  let callIds = 0;
  return {
    provider: "scripted",
    model: "test",
    contextWindow: contextWindow ?? null,
    calls,
    async *stream(request, options): ModelStream {
      const step = script[calls.length];
      calls.push(structuredClone({ ...request, purpose: options.purpose }));
      if (step === undefined)
        throw new ProviderError(`the script has ${script.length} answers, and this is call ${calls.length}`, {
          recoverable: false,
        });
      const made = typeof step === "function" ? await step(request, options) : step;
      const answer = typeof made === "string" ? { text: made } : made;
      yield* events(answer, () => `call_${++callIds}`);
      if ("fail" in answer)
        throw new ProviderError(answer.fail, { ...answer, recoverable: answer.recoverable ?? true });
      return { usage: { ...zeroUsage(), ...answer.usage } };
    },
  };
}

function* events(answer: Exclude<ScriptedAnswer, string>, newCallId: () => string): Generator<StreamEvent> {
  let index = 0;
  if ("thinking" in answer && answer.thinking)
    yield { type: "thinking_delta", delta: answer.thinking, index: index++ };
  if (answer.text) yield { type: "text_delta", delta: answer.text, index: index++ };
  if ("fail" in answer) return;
  const { calls = [] } = answer;
  for (const { name, arguments: args = {} } of calls) {
    const tool_call_id = newCallId();
    yield { type: "tool_call_start", tool_call_id, name, index: index++ };
    yield { type: "tool_call_args_delta", tool_call_id, delta: JSON.stringify(args) };
    yield { type: "tool_call_end", tool_call_id, arguments: args };
  }
  yield { type: "stop", stop_reason: answer.stop_reason ?? (calls.length > 0 ? "tool_use" : "end_turn") };
}
