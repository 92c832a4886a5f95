/** The last line: the model, how full its context is, tokens and cost. */
import type { AgentState } from "../agent/agent-options.ts";
import { cellsOf, fitted, harmlessLine } from "./text-cells.ts";

/** Numbers that are counted once in a while, since counting looks at the whole conversation. */
export interface Status {
  model: string;
  thinking: string;
  context: string;
  tokens: string;
  cost: string;
}

/** The numbers now. */
export function statusOf({ model, thinking, contextTokens, usage }: AgentState): Status {
  const { input_tokens: input, cache_read_tokens: read, cache_write_tokens: write } = usage;
  const window = model.contextWindow ?? 0;
  return {
    model: modelName(model),
    thinking: thinking === "off" ? "" : `thinking ${thinking}`,
    context:
      window > 0
        ? `context ${Math.round((100 * contextTokens) / window)}% of ${short(window)}`
        : contextTokens > 0
          ? `context ${short(contextTokens)} tokens`
          : "",
    tokens: usage.output_tokens > 0 ? `↑${short(input + read + write)} ↓${short(usage.output_tokens)}` : "",
    cost: usage.cost_usd === null ? "" : `$${usage.cost_usd.toFixed(usage.cost_usd < 1 ? 4 : 2)}`,
  };
}

/** On one line: all of it where it fits, else without what matters least, at last the model without its provider. */
export function statusText({ model, thinking, context, tokens, cost }: Status, columns: number): string {
  const name = model.slice(model.lastIndexOf("/") + 1);
  const ways = [
    [model, thinking, context, tokens, cost],
    [model, thinking, context, cost],
    [model, context, cost],
    [name, context, cost],
    [name, context],
    [name],
  ].map((parts) => parts.filter((part) => part !== "").join(" · "));
  return fitted(ways.find((text) => cellsOf(text) <= columns) ?? name, columns);
}

/** The name of none: no model was chosen, and none has been found yet. */
export const NO_MODEL = "no model";

/** As it is written on the command line. */
export function modelName({ provider, model }: { provider: string; model: string }): string {
  if (provider === "local" && model === "") return NO_MODEL;
  return harmlessLine(model === "" || model === provider ? provider : `${provider}/${model}`);
}

/** Such as `1.2k`. */
export function short(count: number): string {
  if (count < 1000) return String(count);
  if (count < 1_000_000) return `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}
