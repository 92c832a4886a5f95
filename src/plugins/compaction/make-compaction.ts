/** Making a compaction: what is kept, the summary of the rest, and whether it was worth it. */
import type { Clock } from "../../clock.ts";
import { LetscodeError } from "../../errors.ts";
import { contextTokens, messageTokens } from "../../llm/context-tokens.ts";
import type { CustomMessage, Message, ModelMessage } from "../../wire/messages.ts";
import type { HookContext } from "../hooks.ts";
import type { BuiltinContext } from "../loaded-plugin.ts";
import { isSeen } from "../seen-messages.ts";
import { applyCompaction, newestCompaction } from "./apply-compaction.ts";
import { type CompactionData, compactionMessage, summaryIn } from "./compaction-data.ts";
import { findCut } from "./find-cut.ts";
import { shownSummary } from "./shown-summary.ts";
import { summarise } from "./summarise.ts";
import { transcriptTexts } from "./transcript-text.ts";

/** What compaction works with. */
export interface CompactionOptions {
  /** A new id, unique in the conversation, at most 12 characters. */
  newId(): string;
  clock: Pick<Clock, "now">;
  /** What other plugins make of their messages, for the summary to know of; absent: it does not. */
  render?(message: CustomMessage, context: HookContext): Promise<readonly ModelMessage[] | undefined>;
}

/** Why a compaction is made. */
export type MakeRequest = Pick<CompactionData, "trigger" | "instructions">;

/** What stays as it is, in tokens: this, or a quarter of a small window, and of a short conversation. */
const KEEP = 20_000;
/** The least that is summarised unasked, as a share of the window. */
const WORTHWHILE = 0.05;
/** How much of the window one call for a summary may fill. */
const SUMMARY_SHARE = 0.6;

/**
 * The message that makes the context shorter, or undefined when nothing could be left out. Throws when there is no
 * summary, or none that nobody asked for and that gains nothing.
 */
export async function makeCompaction(
  history: readonly Message[],
  { trigger, instructions }: MakeRequest,
  options: CompactionOptions,
  context: BuiltinContext,
): Promise<CustomMessage | undefined> {
  const known = context.model.contextWindow || Number.POSITIVE_INFINITY;
  const seen = applyCompaction(history);
  const cut = findCut(seen, Math.min(KEEP, known / 4, seenTokens(seen) / 4));
  if (cut === undefined) return undefined;
  const kept = seen.slice(cut);
  // What must stay does not fit by itself: no summary helps.
  if (trigger !== "manual" && seenTokens(kept) > known) return undefined;
  // What fills the context is not the conversation.
  if (trigger === "automatic" && seenTokens(seen) - seenTokens(kept) < known * WORTHWHILE) return undefined;
  const previous = newestCompaction(seen);
  const texts = transcriptTexts(await asSeen(seen.slice(previous + 1, cut), options, context));
  if (texts.length === 0) return undefined;
  const { summary, usage } = await summarise(
    {
      texts,
      previous: seen[previous] && summaryIn(seen[previous])?.summary,
      instructions,
      tokensPerCall: SUMMARY_SHARE * known,
    },
    context,
  );
  const share = (summaryTokens(summary) + seenTokens(kept)) / seenTokens(seen);
  if (trigger !== "manual" && share >= 1)
    throw new LetscodeError("nothing gained: the summary is as long as what it would replace");
  const tokensBefore = contextTokens(history);
  return compactionMessage(options.newId(), options.clock.now(), {
    summary,
    first_kept_id: kept[0]?.id ?? null,
    tokens_before: tokensBefore,
    tokens_after: Math.ceil(tokensBefore * share),
    trigger,
    provider: context.model.provider,
    model: context.model.id,
    usage,
    ...(instructions ? { instructions } : {}),
  });
}

/** The messages as a model sees them, those of other plugins too. */
async function asSeen(
  messages: readonly Message[],
  { render }: CompactionOptions,
  context: HookContext,
): Promise<ModelMessage[]> {
  const seen: ModelMessage[] = [];
  for (const message of messages)
    if (message.role !== "custom") seen.push(message);
    else seen.push(...((await render?.(message, context)) ?? []));
  return seen;
}

/** A guess at what models see of these messages. */
function seenTokens(messages: readonly Message[]): number {
  let tokens = 0;
  for (const message of messages) {
    const found = summaryIn(message);
    if (found) tokens += summaryTokens(found.summary);
    else if (isSeen(message)) tokens += messageTokens(message);
  }
  return tokens;
}

function summaryTokens(summary: string): number {
  return messageTokens({ id: "", timestamp: 0, ...shownSummary(summary) });
}
