/** The final message is the truth: where the recorded deltas do not amount to it, they are made from it. */
import { isDeepStrictEqual } from "node:util";
import { zeroUsage } from "../../usage.ts";
import type { AssistantContent, AssistantMessage, JsonObject, ToolCallBlock } from "../../wire/messages.ts";
import type { MessageStreamEvent } from "../../wire/stream.ts";
import type { RecordedStep } from "./cassette.ts";

/**
 * The steps whose fold is `message`: the recorded ones when they say all of it, else its retries and then events made
 * from the message, all at `ms`. A call that neither failed nor was aborted always ends with the message's `stop`.
 */
export function completeSteps(steps: RecordedStep[], message: AssistantMessage, ms: number): RecordedStep[] {
  const retries = steps.filter(({ event }) => event.type === "retry");
  let streamed = steps.filter(({ event }) => event.type !== "retry");
  if (!saysAll(streamed, message)) streamed = eventsOf(message).map((event) => ({ event, ms }));
  if (isFailed(message)) return [...retries, ...streamed, ...missingUsage(streamed, message, ms)];
  const stop = streamed.findLast(({ event }) => event.type === "stop");
  const rest = streamed.filter(({ event }) => event.type !== "stop");
  return [...retries, ...rest, { event: stopOf(message), ms: stop?.ms ?? ms }];
}

/** The events of a message as if it had streamed: one delta for each text; usage and stop at the end unless it failed. */
function eventsOf(message: AssistantMessage): MessageStreamEvent[] {
  const failed = isFailed(message);
  const blocks = message.content.flatMap((block, index) => eventsOfBlock(block, index, failed));
  if (failed) return blocks;
  return [...blocks, { type: "usage", ...message.usage }, stopOf(message)];
}

function eventsOfBlock(block: AssistantContent, index: number, failed: boolean): MessageStreamEvent[] {
  if (block.type === "text")
    return block.text === "" ? [] : [{ type: "text_delta", delta: block.text, index }];
  if (block.type === "thinking")
    return block.thinking === "" ? [] : [{ type: "thinking_delta", delta: block.thinking, index }];
  const { tool_call_id, name, arguments: args, arguments_text: text } = block;
  const halfReceived = failed && text !== undefined;
  return [
    { type: "tool_call_start", tool_call_id, name, index },
    { type: "tool_call_args_delta", tool_call_id, delta: text ?? JSON.stringify(args) },
    ...(halfReceived ? [] : ([{ type: "tool_call_end", tool_call_id, arguments: args }] as const)),
  ];
}

/** A failed call can tell what it used only by an event. */
function missingUsage(
  streamed: readonly RecordedStep[],
  message: AssistantMessage,
  ms: number,
): RecordedStep[] {
  const told = streamed.findLast(({ event }) => event.type === "usage")?.event ?? zeroUsage();
  const event: MessageStreamEvent = { type: "usage", ...message.usage };
  return isDeepStrictEqual({ ...told, type: "usage" }, event) ? [] : [{ event, ms }];
}

function stopOf(message: AssistantMessage): MessageStreamEvent {
  return { type: "stop", stop_reason: message.stop_reason ?? "end_turn" };
}

function isFailed(message: AssistantMessage): boolean {
  return message.stop_reason === "error" || message.stop_reason === "aborted";
}

/** What the deltas of one block amount to. */
interface Said {
  type: AssistantContent["type"];
  texts: string[];
  call?: { id: string; name: string; end?: JsonObject };
}

function saysAll(steps: readonly RecordedStep[], message: AssistantMessage): boolean {
  const said = gather(steps);
  if (said === undefined) return false;
  for (const index of said.keys()) if (index >= message.content.length) return false;
  return message.content.every((block, index) => saysBlock(said.get(index), block, isFailed(message)));
}

/** The blocks by index, or undefined when the deltas contradict each other. */
function gather(steps: readonly RecordedStep[]): Map<number, Said> | undefined {
  const said = new Map<number, Said>();
  const calls = new Map<string, Said>();
  for (const { event } of steps) {
    if (event.type === "text_delta" || event.type === "thinking_delta") {
      const type = event.type === "text_delta" ? "text" : "thinking";
      const block = said.get(event.index) ?? { type, texts: [] };
      if (block.type !== type) return undefined;
      block.texts.push(event.delta);
      said.set(event.index, block);
    } else if (event.type === "tool_call_start") {
      if (said.has(event.index)) return undefined;
      const block: Said = {
        type: "tool_call",
        texts: [],
        call: { id: event.tool_call_id, name: event.name },
      };
      said.set(event.index, block);
      calls.set(event.tool_call_id, block);
    } else if (event.type === "tool_call_args_delta" || event.type === "tool_call_end") {
      const block = calls.get(event.tool_call_id);
      if (!block?.call) return undefined;
      if (event.type === "tool_call_end") block.call.end = event.arguments;
      else block.texts.push(event.delta);
    }
  }
  return said;
}

function saysBlock(said: Said | undefined, block: AssistantContent, failed: boolean): boolean {
  const text = said?.texts.join("") ?? "";
  if (said !== undefined && said.type !== block.type) return false;
  if (block.type === "text") return text === block.text;
  if (block.type === "thinking") return text === block.thinking;
  return said?.call !== undefined && saysCall(said.call, text, block, failed);
}

function saysCall(
  call: NonNullable<Said["call"]>,
  text: string,
  block: ToolCallBlock,
  failed: boolean,
): boolean {
  if (call.id !== block.tool_call_id || call.name !== block.name) return false;
  if (call.end === undefined ? !failed : !isDeepStrictEqual(call.end, block.arguments)) return false;
  if (block.arguments_text !== undefined) return text === block.arguments_text;
  return text.trim() === "" || isDeepStrictEqual(parsed(text), block.arguments);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
