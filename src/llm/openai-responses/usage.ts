/** Token counts as the Responses API sends them. */
import { countOf } from "../../usage.ts";
import type { Usage } from "../../wire/messages.ts";
import { fieldsOf } from "../fields.ts";

/**
 * The counts on the wire. `input_tokens` are those that were neither read from nor written to a cache: the server counts
 * all together, we count each once. `output_tokens` include the reasoning. The price is not known here.
 */
export function toUsage(counts: unknown): Usage {
  const fields = fieldsOf(counts);
  const input = fieldsOf(fields.input_tokens_details);
  const cached = countOf(input.cached_tokens);
  const written = countOf(input.cache_write_tokens);
  return {
    input_tokens: Math.max(countOf(fields.input_tokens) - cached - written, 0),
    output_tokens: countOf(fields.output_tokens),
    cache_read_tokens: cached,
    cache_write_tokens: written,
    reasoning_tokens: countOf(fieldsOf(fields.output_tokens_details).reasoning_tokens),
    cost_usd: null,
  };
}
