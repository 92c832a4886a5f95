/** What a compaction left in the conversation. */
import { countOf, readUsage } from "../usage.ts";
import type { CustomMessage, Usage } from "../wire/messages.ts";
import { isObject } from "./json-text.ts";

/** The data of a custom message of the kind `compaction`. */
export interface Compaction {
  summary: string;
  /** The first message that a model still sees as it was; null when none is. */
  firstKeptId: string | null;
  tokensBefore: number;
  tokensAfter: number;
  trigger: "automatic" | "manual" | "overflow";
  model: string;
  /** What making the summary took. */
  usage: Usage;
}

const TRIGGERS = ["automatic", "manual", "overflow"] as const;

/** The compaction this message tells of; undefined when it is of another kind, or of a shape that is not known here. */
export function compactionOf({ kind, data }: CustomMessage): Compaction | undefined {
  if (kind !== "compaction" || !isObject(data)) return undefined;
  const { summary, first_kept_id, model } = data;
  const trigger = TRIGGERS.find((known) => known === data.trigger);
  if (typeof summary !== "string" || typeof model !== "string" || trigger === undefined) return undefined;
  return {
    summary,
    firstKeptId: typeof first_kept_id === "string" ? first_kept_id : null,
    tokensBefore: countOf(data.tokens_before),
    tokensAfter: countOf(data.tokens_after),
    trigger,
    model,
    usage: readUsage(data.usage),
  };
}
