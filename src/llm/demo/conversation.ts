/** What the demo reads from the history: what was asked last, and what was done about it. */
import type { ModelMessage, ToolCallBlock, ToolResultMessage, UserMessage } from "../../wire/messages.ts";

/** A call and what it came to. */
export interface DoneCall {
  call: ToolCallBlock;
  result: ToolResultMessage;
}

/** The state of a conversation in which the model is asked now. */
export interface Conversation {
  /** The newest thing the user said. */
  prompt: string;
  /** Images that came with it. */
  images: number;
  /** What the user said while tools ran, the newest last; empty when the newest opened the run. */
  steers: string[];
  /** Messages right before the newest that never got an answer. */
  unanswered: number;
  /** Answers since the newest. */
  answers: number;
  /** Calls since the run was opened, in order. */
  done: DoneCall[];
  /** The calls of the last answer since the newest; empty when there is none. */
  lastCalls: DoneCall[];
  /** The number of the next call. */
  nextCall: number;
}

/** Reads a history as a model is shown it. */
export function readConversation(messages: readonly ModelMessage[]): Conversation {
  const newest = messages.findLastIndex(isUser);
  const first = groupStart(messages, newest);
  const group = messages.slice(first, newest + 1).filter(isUser);
  const steered = messages[first - 1]?.role === "tool_result";
  const answers = messages.slice(newest + 1).filter((message) => message.role === "assistant").length;
  const last =
    answers === 0 ? messages.length : messages.findLastIndex((message) => message.role === "assistant");
  const prompt = messages[newest];
  return {
    prompt: prompt ? textOf(prompt) : "",
    images: prompt?.role === "user" ? prompt.content.filter((block) => block.type === "image").length : 0,
    steers: steered ? group.map(textOf) : [],
    unanswered: steered ? 0 : Math.max(group.length - 1, 0),
    answers,
    done: doneCalls(messages.slice(runStart(messages, first))),
    lastCalls: doneCalls(messages.slice(last)),
    nextCall: nextCall(messages),
  };
}

/** The text blocks of a message, one per line. */
function textOf(message: ModelMessage): string {
  return message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

function isUser(message: ModelMessage): message is UserMessage {
  return message.role === "user";
}

/** Where the user messages that end at `index` begin. */
function groupStart(messages: readonly ModelMessage[], index: number): number {
  let start = Math.max(index, 0);
  while (messages[start - 1]?.role === "user") start--;
  return start;
}

/** Where the run began: only a message that follows tool results was said in the middle of one. */
function runStart(messages: readonly ModelMessage[], group: number): number {
  let start = group;
  while (messages[start - 1]?.role === "tool_result")
    start = groupStart(messages, messages.slice(0, start).findLastIndex(isUser));
  return start;
}

function doneCalls(messages: readonly ModelMessage[]): DoneCall[] {
  const results = new Map<string, ToolResultMessage>();
  for (const message of messages)
    if (message.role === "tool_result") results.set(message.tool_call_id, message);
  return callsOf(messages).flatMap((call) => {
    const result = results.get(call.tool_call_id);
    return result ? [{ call, result }] : [];
  });
}

/** Counts the calls of the history; where a part of it was cut away, the numbers in the rest count too. */
function nextCall(messages: readonly ModelMessage[]): number {
  const calls = callsOf(messages);
  const numbers = calls.map((call) => Number(/^demo_(\d{1,9})$/.exec(call.tool_call_id)?.[1] ?? 0));
  return 1 + numbers.reduce((highest, number) => Math.max(highest, number), calls.length);
}

function callsOf(messages: readonly ModelMessage[]): ToolCallBlock[] {
  return messages.flatMap((message) =>
    message.role === "assistant" ? message.content.filter((block) => block.type === "tool_call") : [],
  );
}
