/** Usage that is told in messages. */
import type { Json, Usage } from "../wire/messages.ts";

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
