/** Token counts as the Messages API sends them: some with the beginning, the rest with the end. */
import { countOf, zeroUsage } from "../../usage.ts";
import type { Usage } from "../../wire/messages.ts";
import { fieldsOf } from "../fields.ts";

/** The counts so far and what these say. The counts grow, so that a zero only means that a server left one out. */
export function addUsage(known: Usage | undefined, counts: unknown): Usage {
  const fields = fieldsOf(counts);
  const before = known ?? zeroUsage();
  return {
    input_tokens: countOf(fields.input_tokens) || before.input_tokens,
    output_tokens: countOf(fields.output_tokens) || before.output_tokens,
    cache_read_tokens: countOf(fields.cache_read_input_tokens) || before.cache_read_tokens,
    cache_write_tokens: countOf(fields.cache_creation_input_tokens) || before.cache_write_tokens,
    reasoning_tokens:
      countOf(fieldsOf(fields.output_tokens_details).thinking_tokens) || before.reasoning_tokens,
    cost_usd: null,
  };
}
