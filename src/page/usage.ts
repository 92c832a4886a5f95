/** What the model calls of a conversation took together. */
import { addUsage, zeroUsage } from "../usage.ts";
import type { Usage } from "../wire/messages.ts";

/** What any number of calls took together. */
export interface UsageSum extends Usage {
  calls: number;
  /** Calls whose price is not known; `cost_usd` is without them, and null when it is none's. */
  unpriced: number;
}

/** All of them together. */
export function sumUsage(usages: readonly Usage[]): UsageSum {
  return {
    ...usages.reduce(addUsage, zeroUsage()),
    calls: usages.length,
    unpriced: usages.filter(({ cost_usd }) => cost_usd === null).length,
  };
}
