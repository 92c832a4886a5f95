/** What a conversation is to a model once it was summarised. */
import type { Message } from "../../wire/messages.ts";
import { COMPACTION_KIND, summaryIn } from "./compaction-data.ts";

/** Where the newest summary that can be used stands; -1 when there is none. */
export function newestCompaction(history: readonly Message[]): number {
  return history.findLastIndex((message) => summaryIn(message) !== undefined);
}

/**
 * The history as the newest summary leaves it: other plugins' messages from before the cut, the summary, and the
 * messages that were kept. Without a summary the history itself. A first kept message that is not there means that only
 * what came after the summary is kept.
 */
export function applyCompaction(history: readonly Message[]): readonly Message[] {
  const at = newestCompaction(history);
  const message = history[at];
  const summary = message && summaryIn(message);
  if (!message || !summary) return history;
  const kept = history.findIndex(({ id }, index) => index < at && id === summary.first_kept_id);
  const cut = kept === -1 ? at : kept;
  return [
    ...history.slice(0, cut).filter((earlier) => earlier.role === "custom" && isOfOthers(earlier)),
    message,
    ...history.slice(cut).filter(isOfOthers),
  ];
}

function isOfOthers(message: Message): boolean {
  return message.role !== "custom" || message.kind !== COMPACTION_KIND;
}
