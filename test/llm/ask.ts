/** Asks a model directly, without an agent, and keeps all it says. */
import type { LLMClient, LLMRequest, ModelEnd, StreamOptions } from "../../src/llm/client.ts";
import { zeroUsage } from "../../src/usage.ts";
import type {
  AssistantContent,
  AssistantMessage,
  ModelMessage,
  StopReason,
  ToolResultMessage,
  UserMessage,
} from "../../src/wire/messages.ts";
import type { StreamEvent } from "../../src/wire/stream.ts";

/** What came of a call: its events, and how it ended. */
export interface Asked {
  events: StreamEvent[];
  end?: ModelEnd;
  error?: unknown;
}

/** Makes one call and never throws. */
export async function ask(
  model: LLMClient,
  request: Partial<LLMRequest> & { messages: readonly ModelMessage[] },
  options: Partial<StreamOptions> & { onEvent?: (event: StreamEvent) => void } = {},
): Promise<Asked> {
  const { signal = new AbortController().signal, purpose = "turn", onEvent } = options;
  const stream = model.stream({ system: "", tools: [], thinking: "off", ...request }, { signal, purpose });
  const events: StreamEvent[] = [];
  try {
    for (;;) {
      const step = await stream.next();
      if (step.done) return { events, end: step.value };
      events.push(step.value);
      onEvent?.(step.value);
    }
  } catch (error) {
    return { events, error };
  }
}

/** The text blocks that the deltas make, one string each. */
export function textsOf(events: readonly StreamEvent[]): string[] {
  const texts: string[] = [];
  for (const event of events)
    if (event.type === "text_delta") texts[event.index] = (texts[event.index] ?? "") + event.delta;
  return texts.filter((text) => text !== undefined);
}

/** The calls that the deltas make, with the arguments as raw text. */
export function callsOf(events: readonly StreamEvent[]): { id: string; name: string; args: string }[] {
  const calls: { id: string; name: string; args: string }[] = [];
  for (const event of events) {
    if (event.type === "tool_call_start") calls.push({ id: event.tool_call_id, name: event.name, args: "" });
    if (event.type !== "tool_call_args_delta") continue;
    const call = calls.find(({ id }) => id === event.tool_call_id);
    if (call) call.args += event.delta;
  }
  return calls;
}

let ids = 0;

/** A user message. */
export function user(text: string, id = `u${++ids}`): UserMessage {
  return { id, timestamp: 0, role: "user", content: [{ type: "text", text }] };
}

/** An assistant message; it ends with `tool_use` when it holds calls; one that failed or was aborted used nothing. */
export function assistant(
  content: AssistantContent[],
  more: Partial<AssistantMessage> & { stop_reason?: StopReason } = {},
): AssistantMessage {
  const calls = content.some(({ type }) => type === "tool_call");
  const failed = more.stop_reason === "error" || more.stop_reason === "aborted";
  const usage = {
    input_tokens: 11,
    output_tokens: 7,
    cache_read_tokens: 5,
    cache_write_tokens: 3,
    reasoning_tokens: 2,
    cost_usd: 0.25,
  };
  return {
    id: `a${++ids}`,
    timestamp: 0,
    role: "assistant",
    content,
    provider: "test",
    model: "test-1",
    usage: failed ? zeroUsage() : usage,
    stop_reason: calls ? "tool_use" : "end_turn",
    ...more,
  };
}

/** A text block. */
export function text(text: string): AssistantContent {
  return { type: "text", text };
}

/** A tool call block. */
export function call(id: string, name: string, args: Record<string, string> = {}): AssistantContent {
  return { type: "tool_call", tool_call_id: id, name, arguments: args };
}

/** A tool result. */
export function result(id: string, name: string, said: string, isError = false): ToolResultMessage {
  return {
    id: `r${++ids}`,
    timestamp: 0,
    role: "tool_result",
    tool_call_id: id,
    tool_name: name,
    content: [{ type: "text", text: said }],
    is_error: isError,
  };
}
