/** What model calls took: nothing, several together, and whatever was written down. */
import type { Usage } from "./wire/messages.ts";
import type { UsageEvent } from "./wire/stream.ts";

/** All zero, cost known to be nothing yet. */
export function zeroUsage(): Usage {
  return {
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    cost_usd: null,
  };
}

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

/** The counts that an event tells of. */
export function usageOf({ type: _, ...usage }: UsageEvent): Usage {
  return usage;
}

/** Any value as usage: zero for every count that is none, null for a cost that is none. */
export function readUsage(value: unknown): Usage {
  const counts = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return {
    input_tokens: countOf(counts.input_tokens),
    output_tokens: countOf(counts.output_tokens),
    cache_read_tokens: countOf(counts.cache_read_tokens),
    cache_write_tokens: countOf(counts.cache_write_tokens),
    reasoning_tokens: countOf(counts.reasoning_tokens),
    cost_usd: typeof counts.cost_usd === "number" ? countOf(counts.cost_usd) : null,
  };
}

/** Any value as a count: zero for what is no number of things. */
export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
