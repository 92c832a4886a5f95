/** What model calls took, read from values that may be anything. */
import type { Usage } from "../wire/messages.ts";
import { countOf } from "./amounts.ts";
import { isObject } from "./json-text.ts";

/** What any number of calls took together. */
export interface UsageSum extends Usage {
  calls: number;
  /** Calls whose price is not known; `cost_usd` is without them, and null when it is none's. */
  unpriced: number;
}

/** Any value as usage: zero for every count that is none, null for a cost that is none. */
export function usageOf(value: unknown): Usage {
  const counts = isObject(value) ? value : {};
  return {
    input_tokens: countOf(counts.input_tokens),
    output_tokens: countOf(counts.output_tokens),
    cache_read_tokens: countOf(counts.cache_read_tokens),
    cache_write_tokens: countOf(counts.cache_write_tokens),
    reasoning_tokens: countOf(counts.reasoning_tokens),
    cost_usd: typeof counts.cost_usd === "number" ? countOf(counts.cost_usd) : null,
  };
}

/** All of them together. */
export function sumUsage(usages: readonly Usage[]): UsageSum {
  const priced = usages.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
  const total = (count: (usage: Usage) => number) => usages.reduce((sum, usage) => sum + count(usage), 0);
  return {
    calls: usages.length,
    input_tokens: total((usage) => usage.input_tokens),
    output_tokens: total((usage) => usage.output_tokens),
    cache_read_tokens: total((usage) => usage.cache_read_tokens),
    cache_write_tokens: total((usage) => usage.cache_write_tokens),
    reasoning_tokens: total((usage) => usage.reasoning_tokens),
    cost_usd: priced.length === 0 ? null : priced.reduce((sum, cost) => sum + cost, 0),
    unpriced: usages.length - priced.length,
  };
}
