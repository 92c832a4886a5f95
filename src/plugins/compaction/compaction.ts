/** The built-in plugin that summarises the older part of a conversation. It owns the custom messages of its kind. */
import { errorText } from "../../errors.ts";
import { contextTokens } from "../../llm/context-tokens.ts";
import type { Message } from "../../wire/messages.ts";
import type { BuiltinContext, BuiltinPlugin } from "../loaded-plugin.ts";
import { isAnswer } from "../seen-messages.ts";
import { applyCompaction, newestCompaction } from "./apply-compaction.ts";
import { summaryIn } from "./compaction-data.ts";
import type { CompactionOptions, MakeRequest } from "./make-compaction.ts";
import { shownSummary } from "./shown-summary.ts";

/** What compaction is as a plugin. */
export type Compaction = BuiltinPlugin &
  Required<Pick<BuiltinPlugin, "letscode_transform_context" | "letscode_render_custom_message" | "compact">>;

/** What is left free for the answer, in tokens: this, or a quarter of a small window. */
const RESERVE = 16_384;

/**
 * Compaction for one conversation. When the context comes near the model's window, a summary is made before the next
 * call; when that fails, the failure is told and the run goes on with the context as it is.
 */
export function createCompaction(options: CompactionOptions): Compaction {
  /** The newest user message when it failed last: not tried again before the next one. */
  let failedAfter: string | undefined;

  async function make(history: readonly Message[], request: MakeRequest, context: BuiltinContext) {
    const { makeCompaction } = await import("./make-compaction.ts");
    return makeCompaction(history, request, options, context);
  }

  async function makeWhenNear(history: readonly Message[], context: BuiltinContext) {
    if (!isNear(history, context.model.contextWindow) || !isAnswered(history)) return undefined;
    const run = history.findLast(({ role }) => role === "user")?.id;
    if (run === failedAfter) return undefined;
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
    trusted: true,
    async letscode_transform_context(history, context) {
      const made = await makeWhenNear(history, context);
      return applyCompaction(made ? [...history, made] : history);
    },
    letscode_render_custom_message(message) {
      const found = summaryIn(message);
      return found && [shownSummary(found.summary)];
    },
    compact: make,
  };
}

function isNear(history: readonly Message[], window: number | null): boolean {
  if (!window) return false;
  return contextTokens(history) > window - Math.min(RESERVE, window / 4);
}

/** Whether a model has answered since the newest summary. */
function isAnswered(history: readonly Message[]): boolean {
  return history.findLastIndex(isAnswer) > newestCompaction(history);
}
