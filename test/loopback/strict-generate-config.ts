/** What the Gemini API refuses in a `generationConfig`; where it is told: strict-generate.ts. */
import { isFields, unknownField } from "./strict-json.ts";

/** Such as 2.5; undefined for a model that is no Gemini. */
export function generation(model: string): number | undefined {
  const version = /^gemini-(\d+(\.\d+)?)/.exec(model)?.[1];
  return version === undefined ? undefined : Number(version);
}

/** Why this configuration is refused for this model. */
export function configComplaint(config: unknown, model: string): string | undefined {
  if (config === undefined) return undefined;
  if (!isFields(config)) return "generation_config is not an object";
  const limit = config.maxOutputTokens;
  if (limit !== undefined && !(typeof limit === "number" && Number.isInteger(limit) && limit > 0))
    return "max_output_tokens must be positive";
  return (
    unknownField(config, ["maxOutputTokens", "thinkingConfig"], "generation_config") ??
    thinkingComplaint(config.thinkingConfig, model)
  );
}

/** Every model of the third generation has the levels `low`, `medium` and `high`; some have more. */
function thinkingComplaint(config: unknown, model: string): string | undefined {
  if (config === undefined) return undefined;
  if (!isFields(config)) return "thinking_config is not an object";
  const { thinkingBudget: budget, thinkingLevel: level, includeThoughts } = config;
  const version = generation(model);
  const gemma4 = model.startsWith("gemma-4");
  if ((version !== undefined && version < 2.5) || (model.startsWith("gemma") && !gemma4))
    return "thinking is not supported by this model";
  if (budget !== undefined && level !== undefined)
    return "You can only set only one of thinking budget and thinking level.";
  if (level !== undefined) {
    if (!gemma4 && (version ?? 3) < 3) return "Thinking level is not supported for this model.";
    const levels = gemma4 ? ["minimal", "high"] : ["low", "medium", "high"];
    if (!levels.includes(String(level))) return `Thinking level is unsupported: ${String(level)}`;
  }
  if (budget !== undefined) {
    if (gemma4) return "Thinking budget is not supported for this model.";
    const [least, most] = model.includes("pro")
      ? [128, 32_768]
      : model.includes("lite")
        ? [512, 24_576]
        : [1, 24_576];
    const off = budget === 0 && !model.includes("pro");
    if (!off && !(typeof budget === "number" && budget >= least && budget <= most))
      return `The thinking budget ${String(budget)} is invalid. This model only works in thinking mode.`;
    if (off && includeThoughts === true) return "include_thoughts is only enabled when thinking is enabled.";
  }
  return unknownField(config, ["thinkingBudget", "thinkingLevel", "includeThoughts"], "thinking_config");
}
