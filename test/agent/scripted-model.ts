/** A model that does what a test says, event by event. */
import type { LLMClient, LLMRequest, ModelStream, StreamOptions } from "../../src/llm/client.ts";
import { zeroUsage } from "../../src/usage.ts";
import type { StreamEvent } from "../../src/wire/stream.ts";

/** One call: its events, or a function that makes them; a thrown error fails the call. */
export type ScriptedCall =
  | readonly StreamEvent[]
  | ((request: LLMRequest, options: StreamOptions) => AsyncGenerator<StreamEvent, void, void>);

/** The model and what it was asked. */
export interface ScriptedModel extends LLMClient {
  readonly requests: LLMRequest[];
}

/** Plays the calls in order; past the last one it answers `done`. */
export function scriptedModel(...calls: ScriptedCall[]): ScriptedModel {
  const requests: LLMRequest[] = [];
  return {
    provider: "scripted",
    model: "test",
    requests,
    async *stream(request, options): ModelStream {
      const call = calls[requests.length] ?? answer("done");
      requests.push(structuredClone(request));
      if (typeof call === "function") yield* call(request, options);
      else yield* call;
      return { usage: { ...zeroUsage(), input_tokens: 1, output_tokens: 1 } };
    },
  };
}

/** A whole answer of one text. */
export function answer(text: string): StreamEvent[] {
  return [
    { type: "text_delta", delta: text, index: 0 },
    { type: "stop", stop_reason: "end_turn" },
  ];
}

/** A whole answer of tool calls. */
export function calls(...list: { id: string; name: string; arguments: string }[]): StreamEvent[] {
  return [
    ...list.flatMap((call, index): StreamEvent[] => [
      { type: "tool_call_start", tool_call_id: call.id, name: call.name, index },
      { type: "tool_call_args_delta", tool_call_id: call.id, delta: call.arguments },
      { type: "tool_call_end", tool_call_id: call.id, arguments: tryParse(call.arguments) },
    ]),
    { type: "stop", stop_reason: "tool_use" },
  ];
}

function tryParse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Waits until the call is aborted, then throws. */
export async function* untilAborted(
  _request: LLMRequest,
  { signal }: StreamOptions,
): AsyncGenerator<StreamEvent, void, void> {
  yield { type: "text_delta", delta: "partial", index: 0 };
  await new Promise<void>((_resolve, reject) => {
    if (signal.aborted) reject(new Error("aborted"));
    signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
  });
}
