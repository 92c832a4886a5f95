/** Sums of usage. */
import type { Json, Usage } from "../wire/messages.ts";

/** Both together. The cost stays known as far as any of it is. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
    cache_write_tokens: a.cache_write_tokens + b.cache_write_tokens,
    reasoning_tokens: a.reasoning_tokens + b.reasoning_tokens,
    cost_usd: a.cost_usd === null && b.cost_usd === null ? null : (a.cost_usd ?? 0) + (b.cost_usd ?? 0),
  };
}

/** The usage that a custom message tells of in its data, as a summary of the conversation does; undefined when it has none. */
export function usageIn(data: Json): Usage | undefined {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
  const { usage } = data;
  if (typeof usage !== "object" || usage === null || Array.isArray(usage)) return undefined;
  const count = (name: string) => (typeof usage[name] === "number" ? usage[name] : 0);
  return {
    input_tokens: count("input_tokens"),
    output_tokens: count("output_tokens"),
    cache_read_tokens: count("cache_read_tokens"),
    cache_write_tokens: count("cache_write_tokens"),
    reasoning_tokens: count("reasoning_tokens"),
    cost_usd: typeof usage.cost_usd === "number" ? usage.cost_usd : null,
  };
}
