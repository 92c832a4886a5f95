/** Making a summary: one model call, or several for what does not fit into one. */
import { LetscodeError, ProviderError } from "../../errors.ts";
import { textTokens } from "../../llm/context-tokens.ts";
import { addUsage, zeroUsage } from "../../usage.ts";
import type { Usage } from "../../wire/messages.ts";
import type { CompletionRequest, PluginContext } from "../plugin.ts";
import { summaryRequest } from "./summary-prompt.ts";
import { takePiece } from "./transcript-text.ts";

/** What makes a summary. */
export type SummaryContext = Pick<PluginContext, "complete" | "model">;

/** What a summary is made of. */
export interface SummaryInput {
  /** The conversation, message by message. */
  texts: readonly string[];
  /** What came before that, already summarised. */
  previous?: string | undefined;
  instructions?: string | undefined;
  /** How many tokens of it one call may be given; Infinity when that is not known. */
  tokensPerCall: number;
}

/** How often the pieces are halved when the model finds them too long. */
const MOST_HALVINGS = 3;
const CHARACTERS_PER_TOKEN = 4;
/** A piece is at least this long, in characters, or there would be no end to them. */
const SHORTEST_PIECE = 400;
const CUT_NOTE = "\n\n(These notes were cut off here by the output limit.)";

/**
 * The summary of all of it, and what it cost. Whatever does not fit into one call goes in several, each of which goes on
 * from the summary before; nothing is dropped. Throws when any of them fails, is refused or stays empty.
 */
export async function summarise(
  input: SummaryInput,
  context: SummaryContext,
): Promise<{ summary: string; usage: Usage }> {
  let { previous: summary, texts: left, tokensPerCall } = input;
  let usage = zeroUsage();
  let halvings = 0;
  while (left.length > 0) {
    const tokens = Math.max(tokensPerCall - textTokens(summary ?? ""), tokensPerCall / 3);
    const next = takePiece(left, Math.max(Math.floor(tokens * CHARACTERS_PER_TOKEN), SHORTEST_PIECE));
    const unfinished = next.left.length > 0;
    const task = { transcript: next.piece, previous: summary, instructions: input.instructions, unfinished };
    try {
      const notes = await ask(summaryRequest(task), context);
      summary = notes.text;
      usage = addUsage(usage, notes.usage);
      left = next.left;
    } catch (thrown) {
      if (!isOverflow(thrown) || halvings === MOST_HALVINGS) throw thrown;
      halvings++;
      tokensPerCall = Math.min(tokensPerCall, textTokens(next.piece)) / 2;
    }
  }
  if (summary === undefined) throw new LetscodeError("there is nothing to summarise");
  return { summary, usage };
}

async function ask(
  request: CompletionRequest,
  context: SummaryContext,
): Promise<{ text: string; usage: Usage }> {
  const { text, usage, stop_reason: stop } = await context.complete(request);
  const { provider } = context.model;
  const summary = text.trim();
  if (stop === "refusal")
    throw new LetscodeError(`${provider}: the model refused to summarise; nothing was changed`);
  if (summary === "")
    throw new LetscodeError(`${provider}: the summary came back empty (${stop}); nothing was changed`);
  return { text: stop === "max_tokens" ? summary + CUT_NOTE : summary, usage };
}

function isOverflow(thrown: unknown): boolean {
  return thrown instanceof ProviderError && thrown.code === "context_overflow";
}
