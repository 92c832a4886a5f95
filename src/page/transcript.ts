/** A conversation in the order in which it is read: each answer with the results of its calls. */
import type {
  AssistantMessage,
  CustomMessage,
  Message,
  ToolCallBlock,
  ToolResultMessage,
  UserMessage,
} from "../wire/messages.ts";
import { type Compaction, compactionOf } from "./compaction.ts";

/** One entry of the page. `anchor` is the page's own name for its place, such as `m12`. */
export type Entry = PromptEntry | AnswerEntry | CompactionEntry | OtherEntry;

/** What a user said. `number` counts from 1. */
export interface PromptEntry {
  type: "prompt";
  anchor: string;
  number: number;
  message: UserMessage;
}

/** One turn: what a model said, and what its calls came to. `turn` counts from 1 over the whole conversation. */
export interface AnswerEntry {
  type: "answer";
  anchor: string;
  turn: number;
  message: AssistantMessage;
  /** By the call; a call that was interrupted has none. */
  results: ReadonlyMap<ToolCallBlock, ToolResultMessage>;
}

/** The place where older messages were summarised. `number` counts from 1. */
export interface CompactionEntry {
  type: "compaction";
  anchor: string;
  number: number;
  message: CustomMessage;
  compaction: Compaction;
  /** Where what was kept begins; undefined when nothing was, or when it is not in this conversation. */
  keptFrom: string | undefined;
}

/** A plugin's own entry, the result of a call that is not there, or something newer than this page. */
export interface OtherEntry {
  type: "custom" | "stray_result" | "unknown";
  anchor: string;
  message: Message;
}

/** Reads the messages; none is left out. */
export function readTranscript(messages: readonly Message[]): Entry[] {
  const anchors = new Map<string, string>();
  for (const [index, { id, role }] of messages.entries())
    if (role !== "tool_result") anchors.set(id, anchorOf(index));
  const open = new Map<string, { call: ToolCallBlock; results: Map<ToolCallBlock, ToolResultMessage> }>();
  const entries: Entry[] = [];
  let [prompts, turns, compactions] = [0, 0, 0];
  for (const [index, message] of messages.entries()) {
    const anchor = anchorOf(index);
    if (message.role === "user") {
      entries.push({ type: "prompt", anchor, number: ++prompts, message });
    } else if (message.role === "assistant") {
      const results = new Map<ToolCallBlock, ToolResultMessage>();
      for (const block of message.content)
        if (block.type === "tool_call") open.set(block.tool_call_id, { call: block, results });
      entries.push({ type: "answer", anchor, turn: ++turns, message, results });
    } else if (message.role === "tool_result") {
      const waiting = open.get(message.tool_call_id);
      open.delete(message.tool_call_id);
      if (waiting) waiting.results.set(waiting.call, message);
      else entries.push({ type: "stray_result", anchor, message });
    } else {
      const compaction = message.role === "custom" ? compactionOf(message) : undefined;
      if (compaction) {
        const keptFrom = compaction.firstKeptId === null ? undefined : anchors.get(compaction.firstKeptId);
        entries.push({ type: "compaction", anchor, number: ++compactions, message, compaction, keptFrom });
      } else entries.push({ type: message.role === "custom" ? "custom" : "unknown", anchor, message });
    }
  }
  return entries;
}

/** The calls of an answer, in its order. */
export function callsOf(message: AssistantMessage): ToolCallBlock[] {
  return message.content.filter((block) => block.type === "tool_call");
}

function anchorOf(index: number): string {
  return `m${index + 1}`;
}
