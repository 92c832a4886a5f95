/** Token counts as servers send them. */
import { countOf } from "../../usage.ts";
import type { Usage } from "../../wire/messages.ts";
import { fieldsOf } from "../fields.ts";

/**
 * The counts on the wire. `input_tokens` are those that were not read from a cache: servers count both together, we
 * count each once. `output_tokens` include the thinking. The price is not known here.
 */
export function toUsage(counts: unknown): Usage {
  const fields = fieldsOf(counts);
  const prompt = fieldsOf(fields.prompt_tokens_details);
  const completion = fieldsOf(fields.completion_tokens_details);
  const cached = countOf(prompt.cached_tokens) || countOf(fields.prompt_cache_hit_tokens);
  return {
    input_tokens: Math.max(countOf(fields.prompt_tokens) - cached, 0),
    output_tokens: countOf(fields.completion_tokens),
    cache_read_tokens: cached,
    cache_write_tokens: 0,
    reasoning_tokens: countOf(completion.reasoning_tokens),
    cost_usd: null,
  };
}
