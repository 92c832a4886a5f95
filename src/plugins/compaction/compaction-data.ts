/** What a compaction leaves in the conversation: one custom message. */
import type { CustomMessage, Json, Message, Usage } from "../../wire/messages.ts";
import { isObject } from "../json-copy.ts";

/** The kind of the custom messages that hold a summary. */
export const COMPACTION_KIND = "compaction";

/** What such a message holds. */
export interface CompactionData {
  /** What was said before, in the words of a model. */
  summary: string;
  /** The first message that a model still sees as it was; null when there is none before the summary. */
  first_kept_id: string | null;
  /** About how many tokens the context had, and has since. */
  tokens_before: number;
  tokens_after: number;
  /** The context came near the model's window, somebody wanted it, or the model refused the context as too long. */
  trigger: "automatic" | "manual" | "overflow";
  /** Who wrote the summary. */
  provider: string;
  model: string;
  /** Of all the calls it took. */
  usage: Usage;
  /** What the summary was to pay attention to. */
  instructions?: string;
}

/** As much of the data as is needed to use a summary. */
export type Summary = Pick<CompactionData, "summary" | "first_kept_id">;

/** The summary in a message; undefined when it is another kind of message, or of no shape that can be used. */
export function summaryIn(message: Message): Summary | undefined {
  if (message.role !== "custom" || message.kind !== COMPACTION_KIND) return undefined;
  const { data } = message;
  if (!isObject(data)) return undefined;
  const { summary, first_kept_id = null } = data;
  if (typeof summary !== "string" || summary.trim() === "") return undefined;
  if (first_kept_id !== null && typeof first_kept_id !== "string") return undefined;
  return { summary, first_kept_id };
}

/** The message that holds this. */
export function compactionMessage(id: string, timestamp: number, data: CompactionData): CustomMessage {
  return { id, timestamp, role: "custom", kind: COMPACTION_KIND, data: data as unknown as Json };
}
