/** A model call as a body of the Messages API, such that the API takes it. */
import type { JsonObject, ModelMessage } from "../../wire/messages.ts";
import type { LLMRequest, ThinkingLevel, ToolSpec } from "../client.ts";
import type { Target } from "../dialect.ts";
import { isBlank, textBlock } from "./content-blocks.ts";
import { type ThinkingMode, thinkingMode } from "./thinking-mode.ts";
import { type Turn, toTurns } from "./to-messages.ts";
import { toTools } from "./tool-schema.ts";

/** Marks what ends here as worth keeping in the prompt cache. */
const CACHED: JsonObject = { cache_control: { type: "ephemeral" } };

/** Tokens to think with. */
const BUDGETS: Readonly<Record<Exclude<ThinkingLevel, "off">, number>> = {
  low: 4000,
  medium: 10_000,
  high: 20_000,
};
const LEAST_BUDGET = 1024;

/**
 * The fields of the body. Whatever the conversation holds, its turns alternate and pair calls with results; thinking
 * goes back only to the model whose it is; the system prompt, the tools and the last two turns of the user are marked
 * for the prompt cache.
 */
export function toRequest(request: LLMRequest, target: Target): JsonObject {
  const mode = thinkingMode(target);
  let thinking = thinkingFields(request.thinking, mode);
  let turns = toTurns(request.messages, target, mode.returned || isAsked(thinking));
  if (thinking.thinking?.type === "enabled" && !beginsWithThinking(turns)) {
    thinking = {};
    if (!mode.returned) turns = toTurns(request.messages, target, false);
  }
  for (const { content } of turns.filter(({ role }) => role === "user").slice(-2))
    content.push({ ...content.pop(), ...CACHED });
  return {
    model: target.model,
    max_tokens: mode.maxTokens,
    ...(isBlank(request.system) ? {} : { system: [{ ...textBlock(request.system), ...CACHED }] }),
    ...toolFields(request),
    messages: turns,
    stream: true,
    ...thinking,
  };
}

/** What a body says of thinking. */
type ThinkingFields = { thinking?: JsonObject; output_config?: JsonObject };

function thinkingFields(
  level: ThinkingLevel,
  { asked, off, summarized, maxTokens }: ThinkingMode,
): ThinkingFields {
  if (level === "off") return off === undefined ? {} : { thinking: off };
  if (asked === "adaptive") {
    const display = summarized ? { display: "summarized" } : {};
    return { thinking: { type: "adaptive", ...display }, output_config: { effort: level } };
  }
  // Thinking counts as output: some of that must be left for the answer.
  if (asked === "none" || maxTokens <= LEAST_BUDGET) return {};
  const budget = Math.max(Math.min(BUDGETS[level], Math.floor(maxTokens * 0.75)), LEAST_BUDGET);
  return { thinking: { type: "enabled", budget_tokens: budget } };
}

function isAsked({ thinking }: ThinkingFields): boolean {
  return thinking?.type === "enabled" || thinking?.type === "adaptive";
}

/** A model with a budget thinks before the first call of a turn; a turn that began without cannot go on with it. */
function beginsWithThinking(turns: readonly Turn[]): boolean {
  for (let at = turns.length - 1; at >= 2 && hasResult(turns[at]); at -= 2) {
    const goesOn = turns[at - 2]?.content.every(({ type }) => type === "tool_result");
    if (!goesOn && !String(turns[at - 1]?.content[0]?.type).endsWith("thinking")) return false;
  }
  return true;
}

function hasResult(turn: Turn | undefined): boolean {
  return turn?.content.some(({ type }) => type === "tool_result") ?? false;
}

/** A conversation that holds calls must name tools; those that are not offered may not be called. */
function toolFields({ tools, messages }: LLMRequest): JsonObject {
  const known = toTools(tools.length > 0 ? tools : calledTools(messages));
  const last = known.pop();
  if (last === undefined) return {};
  return {
    tools: [...known, { ...last, ...CACHED }],
    ...(tools.length > 0 ? {} : { tool_choice: { type: "none" } }),
  };
}

function calledTools(messages: readonly ModelMessage[]): ToolSpec[] {
  return messages.flatMap((message) => {
    if (message.role !== "assistant") return [];
    const calls = message.content.filter((block) => block.type === "tool_call");
    return calls.map(({ name }) => ({ name, description: "", parameters: {} }));
  });
}
