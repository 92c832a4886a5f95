/** The conversation as the API takes it: user and assistant in turn, calls last, their results first in the next message. */
import type {
  AssistantMessage,
  Json,
  JsonObject,
  ModelMessage,
  ThinkingBlock,
  ToolCallBlock,
  ToolResultMessage,
  UserMessage,
} from "../../wire/messages.ts";
import type { Target } from "../dialect.ts";
import { fieldsOf, textOf } from "../fields.ts";
import { wireToolName } from "../tool-names.ts";
import { CallIds } from "./call-ids.ts";
import { contentBlocks, isBlank, textBlock } from "./content-blocks.ts";

/** A message of the API. */
export interface Turn extends JsonObject {
  role: "user" | "assistant";
  content: JsonObject[];
}

/**
 * The turns: the first and the last are the user's, none is empty, and every call has its result. Thinking goes
 * back only with `keepThinking`, and only to the model whose it is.
 */
export function toTurns(messages: readonly ModelMessage[], target: Target, keepThinking: boolean): Turn[] {
  const turns: Turn[] = [];
  const ids = new CallIds();
  for (const { answers, replies } of exchanges(messages)) {
    const blocks = answers.map((message) => answerBlocks(message, target, keepThinking));
    add(
      turns,
      "assistant",
      blocks.flatMap(({ said }) => said),
    );
    const calls = blocks.flatMap((block) =>
      block.calls.map((call) => ({ call, id: ids.next(call.tool_call_id) })),
    );
    add(
      turns,
      "assistant",
      calls.map(({ call, id }) => callBlock(call, id)),
    );
    add(turns, "user", replyBlocks(calls, replies, target));
  }
  if (turns[0]?.role !== "user") turns.unshift({ role: "user", content: [textBlock("(empty message)")] });
  // An answer at the end would be the beginning of the next one, which newer models refuse.
  if (turns.at(-1)?.role !== "user") turns.push({ role: "user", content: [textBlock("Continue.")] });
  return turns;
}

/** Answers that follow each other, and all that came before the next one. */
interface ExchangeOfMessages {
  answers: AssistantMessage[];
  replies: (UserMessage | ToolResultMessage)[];
}

function exchanges(messages: readonly ModelMessage[]): ExchangeOfMessages[] {
  const found: ExchangeOfMessages[] = [{ answers: [], replies: [] }];
  for (const message of messages) {
    const last = found.at(-1);
    if (message.role !== "assistant") last?.replies.push(message);
    else if (last?.replies.length === 0) last.answers.push(message);
    else found.push({ answers: [message], replies: [] });
  }
  return found;
}

function add(turns: Turn[], role: Turn["role"], content: JsonObject[]): void {
  if (content.length === 0) return;
  const last = turns.at(-1);
  if (last?.role === role) last.content.push(...content);
  else turns.push({ role, content });
}

/** What an answer said, with its thinking, and its calls. Thinking that nothing follows is refused, so it is left out. */
function answerBlocks(message: AssistantMessage, target: Target, keepThinking: boolean) {
  const calls = message.content.filter((block) => block.type === "tool_call");
  const own = keepThinking && message.provider === target.provider && message.model === target.model;
  const said = message.content.flatMap((block) => {
    if (block.type === "text") return isBlank(block.text) ? [] : [textBlock(block.text)];
    return block.type === "thinking" && own ? thinkingBlock(block, target.model) : [];
  });
  while (calls.length === 0 && said.length > 0 && said.at(-1)?.type !== "text") said.pop();
  return { said, calls };
}

/** The block as the model gave it. Claude always signs its thinking; other servers may not. */
function thinkingBlock(block: ThinkingBlock, model: string): JsonObject[] {
  const given = fieldsOf(block.provider_data);
  const data = textOf(given.data);
  if (given.type === "redacted_thinking") return data === "" ? [] : [{ type: "redacted_thinking", data }];
  const signature = block.signature ?? textOf(given.signature);
  if (signature === "" && /claude/i.test(model)) return [];
  const thinking = given.type === "thinking" ? textOf(given.thinking) : block.thinking;
  return thinking === "" && signature === "" ? [] : [{ type: "thinking", thinking, signature }];
}

function callBlock(call: ToolCallBlock, id: string): JsonObject {
  const input: Json = { ...fieldsOf(call.arguments) } as JsonObject;
  return { type: "tool_use", id, name: wireToolName(call.name), input };
}

interface SentCall {
  call: ToolCallBlock;
  id: string;
}

function replyBlocks(
  calls: SentCall[],
  replies: ExchangeOfMessages["replies"],
  target: Target,
): JsonObject[] {
  const results: JsonObject[] = [];
  const shown: JsonObject[] = [];
  for (const { call, id } of calls) {
    const result = replies.findLast(
      (message) => message.role === "tool_result" && message.tool_call_id === call.tool_call_id,
    ) as ToolResultMessage | undefined;
    const content = contentBlocks(result?.content ?? INTERRUPTED, target.quirks);
    const isError = result?.is_error ?? true;
    // The result of a failure may hold texts only.
    const images = isError ? content.filter(({ type }) => type === "image") : [];
    const kept = content.filter((block) => !images.includes(block));
    const note = images.length > 0 ? "(an image; it follows)" : "(no output)";
    results.push({
      type: "tool_result",
      tool_use_id: id,
      content: kept.length > 0 ? kept : [textBlock(note)],
      ...(isError ? { is_error: true } : {}),
    });
    shown.push(...images);
  }
  if (shown.length > 0) shown.unshift(textBlock("The images of these tool results:"));
  for (const message of replies) {
    if (message.role !== "user") continue;
    const content = contentBlocks(message.content, target.quirks);
    shown.push(...(content.length > 0 ? content : [textBlock("(empty message)")]));
  }
  return [...results, ...shown];
}

const INTERRUPTED = [
  { type: "text", text: "Interrupted before a result was known; it may or may not have run." },
] as const;
