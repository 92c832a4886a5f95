/**
 * What is known of well-known models. The numbers are those of each provider's public price and model pages, as public
 * tables republish them; a row stands here when two of these sources agree on it, or the provider's own page says it.
 *
 * A price is the list price in US dollars per million tokens: the regular one, where a lower one holds for a time or at
 * some hours, and the one for short prompts, where long prompts cost more.
 */
import type { ModelInfo, ModelPrice } from "./model-info.ts";

/** The day of the newest source the table was held against. */
export const CATALOGUE_DATE = "2026-11-27";

/** A model of the table. */
export interface CataloguedModel extends ModelInfo {
  provider: string;
  id: string;
}

type Row = [
  id: string,
  contextWindow: number,
  maxOutputTokens: number | null,
  abilities: "" | "i" | "t" | "it",
  price: [input: number, output: number, cacheRead?: number, cacheWrite?: number],
];

/** Abilities: `i` sees images, `t` thinks. A limit that is null is one the provider does not set, or does not tell. */
const TABLE: Readonly<Record<string, readonly Row[]>> = {
  openai: [
    ["gpt-6.2-astra", 1_050_000, 128_000, "it", [8, 40, 0.4, 10]],
    ["gpt-6.2-sol", 1_050_000, 128_000, "it", [2, 10, 0.1, 2.5]],
    ["gpt-6.1-sol", 1_050_000, 128_000, "it", [2, 10, 0.1, 2.5]],
    ["gpt-6.1-terra", 1_050_000, 128_000, "it", [1, 5, 0.05, 1.25]],
    ["gpt-6-astra", 1_050_000, 128_000, "it", [10, 50, 1, 12.5]],
    ["gpt-6-luna", 1_050_000, 128_000, "it", [0.1, 0.5, 0.01, 0.125]],
    ["gpt-5.6-sol", 1_050_000, 128_000, "it", [4, 20, 0.4, 5]],
    ["gpt-5.4", 1_050_000, 128_000, "it", [2.5, 15, 0.25]],
    ["gpt-5.4-mini", 400_000, 128_000, "it", [0.75, 4.5, 0.075]],
    ["gpt-4.1", 1_047_576, 32_768, "i", [2, 8, 0.5]],
  ],
  anthropic: [
    ["claude-fable-5-2", 1_000_000, 128_000, "it", [8, 40, 0.2, 10]],
    ["claude-opus-5-5", 1_000_000, 128_000, "it", [4, 20, 0.2, 5]],
    ["claude-sonnet-5-5", 1_000_000, 128_000, "it", [2, 10, 0.1, 2.5]],
    ["claude-haiku-5-5", 1_000_000, 128_000, "it", [0.1, 0.5, 0.01, 0.125]],
    ["claude-opus-5", 1_000_000, 128_000, "it", [5, 25, 0.5, 6.25]],
    ["claude-sonnet-5", 1_000_000, 128_000, "it", [2, 10, 0.2, 2.5]],
    ["claude-opus-4-8", 1_000_000, 128_000, "it", [5, 25, 0.5, 6.25]],
    ["claude-opus-4-6", 1_000_000, 128_000, "it", [5, 25, 0.5, 6.25]],
    ["claude-sonnet-4-6", 1_000_000, 128_000, "it", [3, 15, 0.3, 3.75]],
    ["claude-haiku-4-5", 200_000, 64_000, "it", [1, 5, 0.1, 1.25]],
  ],
  google: [
    ["gemini-4-carbon", 1_048_576, 65_536, "it", [4, 20, 0.2]],
    ["gemini-4-argon", 1_048_576, 65_536, "it", [4, 20, 0.2]],
    ["gemini-4-neon", 1_048_576, 65_536, "it", [3, 15, 0.15]],
    ["gemini-4-hydrogen", 1_048_576, 65_536, "it", [1.5, 7.5, 0.075]],
    ["gemini-3.8-flash", 1_048_576, 65_536, "it", [1.5, 7.5, 0.15]],
    ["gemini-3.5-flash", 1_048_576, 65_536, "it", [1.5, 9, 0.15]],
    ["gemini-3.5-flash-lite", 1_048_576, 65_536, "it", [0.3, 2.5, 0.03]],
    ["gemini-3.1-pro-preview", 1_048_576, 65_536, "it", [2, 12, 0.2]],
    ["gemini-3.1-flash-lite", 1_048_576, 65_536, "it", [0.25, 1.5, 0.025]],
  ],
  groq: [
    ["openai/gpt-oss-120b", 131_072, 65_536, "t", [0.15, 0.6, 0.075]],
    ["openai/gpt-oss-20b", 131_072, 65_536, "t", [0.075, 0.3, 0.0375]],
    ["qwen/qwen3.8-27b", 131_072, 16_384, "it", [0.8, 4]],
  ],
  mistral: [
    ["mistral-large-4", 1_048_576, 262_144, "it", [0.7, 2.1, 0.07]],
    ["mistral-medium-latest", 262_144, null, "it", [1.5, 7.5, 0.15]],
    ["mistral-medium-3-5", 262_144, null, "it", [1.5, 7.5, 0.15]],
    ["mistral-large-2512", 262_144, null, "i", [0.5, 1.5, 0.05]],
    ["mistral-small-latest", 262_144, null, "it", [0.15, 0.6, 0.015]],
  ],
  deepseek: [
    ["deepseek-flash", 1_000_000, 393_216, "it", [0.3, 1.2, 0.006]],
    ["deepseek-v4-pro", 1_000_000, 393_216, "t", [1.32, 3.96, 0.044]],
  ],
  xai: [
    ["grok-4.7", 500_000, null, "it", [2, 6, 0.5]],
    ["grok-4.6", 500_000, null, "it", [2, 6, 0.5]],
    ["grok-4.3", 1_000_000, null, "it", [1.25, 2.5, 0.2]],
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
