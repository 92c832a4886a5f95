/** A model that plays prepared answers, for tests of what becomes of them. */
import type { LLMClient } from "../../src/llm/client.ts";
import { zeroUsage } from "../../src/llm/client.ts";
import type { StreamEvent } from "../../src/wire/stream.ts";

/** One step of an answer: an event, a failure to throw, or `hold`: wait until the call is aborted. */
export type Step = StreamEvent | Error | "hold";

/** Answers call after call; a call past the last script fails. */
export function scriptedModel(...answers: Step[][]): LLMClient {
  const waiting = [...answers];
  return {
    provider: "scripted",
    model: "script",
    async *stream(_request, { signal }) {
      for (const step of waiting.shift() ?? [new Error("the script is over")]) {
        if (step === "hold") await new Promise((resolve) => signal.addEventListener("abort", resolve));
        else if (step instanceof Error) throw step;
        else yield step;
      }
      return { usage: { ...zeroUsage(), input_tokens: 10, output_tokens: 3, cost_usd: 0.0005 } };
    },
  };
}

/** An answer of these texts, a content block each. */
export function says(...texts: string[]): Step[] {
  return [
    ...texts.map((delta, index): StreamEvent => ({ type: "text_delta", delta, index })),
    { type: "stop", stop_reason: "end_turn" },
  ];
}

/** An answer that says something and calls a tool. */
export function calls(name: string, args: Record<string, string>, text = "Let me look."): Step[] {
  const tool_call_id = `call_${name}`;
  return [
    { type: "text_delta", delta: text, index: 0 },
    { type: "tool_call_start", tool_call_id, name, index: 1 },
    { type: "tool_call_args_delta", tool_call_id, delta: JSON.stringify(args) },
    { type: "tool_call_end", tool_call_id, arguments: args },
    { type: "stop", stop_reason: "tool_use" },
  ];
}
