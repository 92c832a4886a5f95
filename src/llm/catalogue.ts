/** What is known of well-known models. Prices are the providers' public list prices in US dollars per million tokens. */
import type { ModelInfo, ModelPrice } from "./model-info.ts";

/** The day the table was last held against the providers' public price and model pages. */
export const CATALOGUE_DATE = "2025-11-01";

/** A model of the table. */
export interface CataloguedModel extends ModelInfo {
  provider: string;
  id: string;
}

type Row = [
  id: string,
  contextWindow: number,
  maxOutputTokens: number,
  abilities: "" | "i" | "t" | "it",
  price: [input: number, output: number, cacheRead?: number, cacheWrite?: number],
];

/** Abilities: `i` sees images, `t` thinks. */
const TABLE: Readonly<Record<string, readonly Row[]>> = {
  openai: [
    ["gpt-5", 400_000, 128_000, "it", [1.25, 10, 0.125]],
    ["gpt-5-mini", 400_000, 128_000, "it", [0.25, 2, 0.025]],
    ["gpt-5-nano", 400_000, 128_000, "it", [0.05, 0.4, 0.005]],
    ["gpt-4.1", 1_047_576, 32_768, "i", [2, 8, 0.5]],
    ["gpt-4.1-mini", 1_047_576, 32_768, "i", [0.4, 1.6, 0.1]],
    ["gpt-4.1-nano", 1_047_576, 32_768, "i", [0.1, 0.4, 0.025]],
    ["gpt-4o", 128_000, 16_384, "i", [2.5, 10, 1.25]],
    ["gpt-4o-mini", 128_000, 16_384, "i", [0.15, 0.6, 0.075]],
    ["o3", 200_000, 100_000, "it", [2, 8, 0.5]],
    ["o4-mini", 200_000, 100_000, "it", [1.1, 4.4, 0.275]],
  ],
  anthropic: [
    ["claude-opus-4-1", 200_000, 32_000, "it", [15, 75, 1.5, 18.75]],
    ["claude-opus-4", 200_000, 32_000, "it", [15, 75, 1.5, 18.75]],
    ["claude-sonnet-4-5", 200_000, 64_000, "it", [3, 15, 0.3, 3.75]],
    ["claude-sonnet-4", 200_000, 64_000, "it", [3, 15, 0.3, 3.75]],
    ["claude-haiku-4-5", 200_000, 64_000, "it", [1, 5, 0.1, 1.25]],
    ["claude-3-5-haiku", 200_000, 8_192, "i", [0.8, 4, 0.08, 1]],
  ],
  google: [
    ["gemini-2.5-pro", 1_048_576, 65_536, "it", [1.25, 10, 0.125]],
    ["gemini-2.5-flash", 1_048_576, 65_536, "it", [0.3, 2.5, 0.03]],
    ["gemini-2.5-flash-lite", 1_048_576, 65_536, "it", [0.1, 0.4, 0.01]],
  ],
  groq: [
    ["openai/gpt-oss-120b", 131_072, 65_536, "t", [0.15, 0.6, 0.075]],
    ["openai/gpt-oss-20b", 131_072, 65_536, "t", [0.075, 0.3, 0.0375]],
    ["llama-3.3-70b-versatile", 131_072, 32_768, "", [0.59, 0.79]],
  ],
  mistral: [
    ["mistral-large-latest", 131_072, 16_384, "", [2, 6]],
    ["mistral-medium-latest", 131_072, 16_384, "i", [0.4, 2]],
    ["codestral-latest", 256_000, 16_384, "", [0.3, 0.9]],
  ],
  deepseek: [
    ["deepseek-chat", 128_000, 8_192, "", [0.28, 0.42, 0.028]],
    ["deepseek-reasoner", 128_000, 65_536, "t", [0.28, 0.42, 0.028]],
  ],
  xai: [
    ["grok-4", 256_000, 64_000, "it", [3, 15, 0.75]],
    ["grok-code-fast-1", 256_000, 10_000, "t", [0.2, 1.5, 0.02]],
  ],
};

/** Every model of the table, in its order. */
export function cataloguedModels(): CataloguedModel[] {
  return Object.entries(TABLE).flatMap(([provider, rows]) => rows.map((row) => toModel(provider, row)));
}

/**
 * What is known of a model: the row of this id, or of the id a dated or `-latest` version belongs to. Undefined for
 * every other model: nothing is guessed.
 */
export function findModel(provider: string, id: string): CataloguedModel | undefined {
  const rows = TABLE[provider] ?? [];
  const family = id.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, "");
  const row = rows.find(([known]) => known === id) ?? rows.find(([known]) => known === family);
  return row && toModel(provider, row);
}

function toModel(
  provider: string,
  [id, contextWindow, maxOutputTokens, abilities, price]: Row,
): CataloguedModel {
  return {
    provider,
    id,
    contextWindow,
    maxOutputTokens,
    images: abilities.includes("i"),
    thinking: abilities.includes("t"),
    price: toPrice(...price),
  };
}

function toPrice(input: number, output: number, cacheRead?: number, cacheWrite?: number): ModelPrice {
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}
