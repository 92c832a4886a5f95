/** How much a model is told to think. */
import type { JsonObject } from "../../wire/messages.ts";
import type { ThinkingLevel } from "../client.ts";
import { generationOf } from "./generation.ts";

/** Tokens, as Google itself equates the levels with them; every 2.5 model takes each. */
const BUDGETS = { low: 1024, medium: 8192, high: 24_576 } as const;

/**
 * The `thinkingConfig` of a request; undefined: none. Off is said to a model that can do without thinking; where it
 * cannot, thinking is only not asked for. Models before 2.5 do not think; since 3 they take levels, not budgets.
 */
export function thinkingConfig(model: string, level: ThinkingLevel): JsonObject | undefined {
  const generation = generationOf(model);
  if (level === "off")
    return generation === 2.5 && !model.includes("pro") ? { thinkingBudget: 0 } : undefined;
  if (generation === undefined) return forOther(model, level);
  if (generation < 2.5) return undefined;
  return generation < 3 ? budget(level) : { thinkingLevel: level, includeThoughts: true };
}

/** Gemma thinks since 4, much or hardly; what else there may be is asked in the older, still accepted way. */
function forOther(model: string, level: keyof typeof BUDGETS): JsonObject | undefined {
  const gemma = /gemma-(\d+)/.exec(model)?.[1];
  if (gemma === undefined) return budget(level);
  return Number(gemma) < 4 ? undefined : { thinkingLevel: "high", includeThoughts: true };
}

function budget(level: keyof typeof BUDGETS): JsonObject {
  return { thinkingBudget: BUDGETS[level], includeThoughts: true };
}
