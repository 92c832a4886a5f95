/** Token counts as the Gemini API sends them. */
import { countOf } from "../../usage.ts";
import type { Usage } from "../../wire/messages.ts";
import { fieldsOf } from "../fields.ts";

/**
 * The counts on the wire. The prompt's count holds what was read from a cache, that of the answer does not hold the
 * thinking: here each token is counted once, and thinking is output. The price is not known here.
 */
export function toUsage(metadata: unknown): Usage {
  const fields = fieldsOf(metadata);
  const cached = countOf(fields.cachedContentTokenCount);
  const thoughts = countOf(fields.thoughtsTokenCount);
  const prompt = countOf(fields.promptTokenCount) + countOf(fields.toolUsePromptTokenCount);
  return {
    input_tokens: Math.max(prompt - cached, 0),
    output_tokens: countOf(fields.candidatesTokenCount) + thoughts,
    cache_read_tokens: cached,
    cache_write_tokens: 0,
    reasoning_tokens: thoughts,
    cost_usd: null,
  };
}
