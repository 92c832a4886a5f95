/** The built-in plugin that summarises the older part of a conversation. It owns the custom messages of its kind. */
import type { Clock } from "../../clock.ts";
import { errorText, LetscodeError } from "../../errors.ts";
import type { LLMClient } from "../../llm/client.ts";
import { contextTokens, messageTokens } from "../../llm/context-tokens.ts";
import type { CustomMessage, Message, ModelMessage } from "../../wire/messages.ts";
import type { CompactRequest, HookContext } from "../hooks.ts";
import type { RenderedMessage } from "../plugin.ts";
import { applyCompaction, newestCompaction } from "./apply-compaction.ts";
import { type CompactionData, compactionMessage, summaryIn } from "./compaction-data.ts";
import { findCut, isAnswer, isSeen } from "./find-cut.ts";
import { summarise } from "./summarise.ts";
import { shownSummary } from "./summary-prompt.ts";
import { transcriptTexts } from "./transcript-text.ts";

/** What compaction works with. */
export interface CompactionOptions {
  /** The model of the next call; it writes the summary. */
  model(): LLMClient;
  /** A new id, unique in the conversation, at most 12 characters. */
  newId(): string;
  clock: Pick<Clock, "now">;
  /** What other plugins make of their messages, for the summary to know of; absent: it does not. */
  render?(message: CustomMessage, context: HookContext): Promise<readonly ModelMessage[] | undefined>;
}

/** Its hooks. A history it is given stays as it is. */
export interface Compaction {
  /**
   * What a model sees: the summary in place of what it summarises. When the context comes near the model's window, a new
   * one is made first, and is among the messages returned. When that fails, the failure is told and the context stays.
   */
  letscode_transform_context(history: readonly Message[], context: HookContext): Promise<readonly Message[]>;
  letscode_render_custom_message(message: CustomMessage): RenderedMessage[] | undefined;
  /**
   * A summary now: the message for the transcript, or undefined when there is nothing to summarise or it was aborted.
   * Throws when it could not be made.
   */
  compact(
    history: readonly Message[],
    request: CompactRequest,
    context: HookContext,
  ): Promise<CustomMessage | undefined>;
}

/** What is left free for the answer, in tokens: this, or a quarter of a small window. */
const RESERVE = 16_384;
/** What stays as it is, in tokens: this, or a quarter of a small window. */
const KEEP = 20_000;
const QUARTER = 0.25;
/** How much of the window one call for a summary may fill. */
const SUMMARY_SHARE = 0.6;

/** Compaction for one conversation. */
export function createCompaction(options: CompactionOptions): Compaction {
  /** The newest user message when it failed last: not tried again before the next. */
  let failedAfter: string | undefined;

  async function make(
    history: readonly Message[],
    request: { trigger: CompactionData["trigger"]; instructions?: string },
    context: HookContext,
  ): Promise<CustomMessage | undefined> {
    const { trigger, instructions } = request;
    const model = options.model();
    const tokensBefore = contextTokens(history);
    const window = windowOf(model, trigger, tokensBefore);
    const seen = applyCompaction(history);
    const cut = findCut(seen, Math.min(KEEP, QUARTER * Math.min(window, tokensBefore)));
    if (cut === undefined) return undefined;
    const kept = seen.slice(cut);
    // What must stay does not fit by itself: no summary helps.
    if (trigger !== "manual" && model.contextWindow && seenTokens(kept) > model.contextWindow)
      return undefined;
    const previous = newestCompaction(seen);
    const texts = transcriptTexts(await asSeen(seen.slice(previous + 1, cut), context));
    if (texts.length === 0) return undefined;
    const { summary, usage } = await summarise(
      {
        texts,
        previous: seen[previous] && summaryIn(seen[previous])?.summary,
        instructions,
        tokensPerCall: SUMMARY_SHARE * window,
      },
      model,
      context,
    );
    const share = (seenTokens(kept) + messageTokens(shown(summary))) / seenTokens(seen);
    const tokensAfter = Math.ceil(tokensBefore * share);
    if (trigger !== "manual" && share >= 1)
      throw new LetscodeError("nothing gained: the summary is as long as what it would replace");
    return compactionMessage(options.newId(), options.clock.now(), {
      summary,
      first_kept_id: kept[0]?.id ?? null,
      tokens_before: tokensBefore,
      tokens_after: tokensAfter,
      trigger,
      provider: model.provider,
      model: model.model,
      usage,
      ...(instructions ? { instructions } : {}),
    });
  }

  /** The messages as a model sees them, those of other plugins too. */
  async function asSeen(messages: readonly Message[], context: HookContext): Promise<ModelMessage[]> {
    const seen: ModelMessage[] = [];
    for (const message of messages)
      if (message.role !== "custom") seen.push(message);
      else seen.push(...((await options.render?.(message, context)) ?? []));
    return seen;
  }

  async function makeWhenNear(history: readonly Message[], context: HookContext) {
    const run = history.findLast(({ role }) => role === "user")?.id;
    if (!isNear(history, options.model()) || !isAnswered(history) || run === failedAfter) return undefined;
    try {
      return await make(history, { trigger: "automatic" }, context);
    } catch (thrown) {
      if (context.signal.aborted) return undefined;
      failedAfter = run;
      const error = `the conversation could not be summarised and goes on as it is: ${errorText(thrown)}`;
      context.emit({ type: "error", error, recoverable: true, code: "compaction" });
      return undefined;
    }
  }

  return {
    async letscode_transform_context(history, context) {
      const made = await makeWhenNear(history, context);
      return applyCompaction(made ? [...history, made] : history);
    },
    letscode_render_custom_message(message) {
      const found = summaryIn(message);
      return found && [shownSummary(found.summary)];
    },
    async compact(history, request, context) {
      try {
        return await make(history, request, context);
      } catch (thrown) {
        if (context.signal.aborted) return undefined;
        throw thrown;
      }
    },
  };
}

/** The model's window in tokens; what it refused as too long is more than that. Infinity when nothing is known. */
function windowOf(model: LLMClient, trigger: CompactionData["trigger"], tokens: number): number {
  const known = model.contextWindow || Number.POSITIVE_INFINITY;
  return trigger === "overflow" ? Math.min(known, tokens) : known;
}

function isNear(history: readonly Message[], { contextWindow }: LLMClient): boolean {
  if (!contextWindow) return false;
  return contextTokens(history) > contextWindow - Math.min(RESERVE, QUARTER * contextWindow);
}

/** Whether a model has answered since the newest summary. */
function isAnswered(history: readonly Message[]): boolean {
  return history.findLastIndex(isAnswer) > newestCompaction(history);
}

/** A guess at what models see of these messages. */
function seenTokens(messages: readonly Message[]): number {
  let tokens = 0;
  for (const message of messages) {
    const found = summaryIn(message);
    if (found) tokens += messageTokens(shown(found.summary));
    else if (isSeen(message)) tokens += messageTokens(message);
  }
  return tokens;
}

function shown(summary: string): Message {
  return { id: "", timestamp: 0, ...shownSummary(summary) };
}
