/** What is known of a chosen model: from the catalogue, and over it from the user's configuration. */
import { findModel } from "./catalogue.ts";
import type { ModelInfo } from "./model-info.ts";
import type { HttpChoice } from "./select-model.ts";

const NOTHING: ModelInfo = { contextWindow: null, maxOutputTokens: null, images: true, price: null };

/** Limits, abilities and price of the model; undefined when nobody knows any. */
export function knownOf({ provider, modelId, info }: HttpChoice): ModelInfo | undefined {
  const catalogued = modelId === undefined ? undefined : findModel(provider, modelId);
  if (catalogued === undefined && (info === undefined || Object.keys(info).length === 0)) return undefined;
  return { ...NOTHING, ...catalogued, ...info };
}

/**
 * The limit to name in a request: the configured one, as far as the model allows it. Without one there is none: one near
 * the window would be refused with a long prompt, and a dialect that must name one has its own for each model.
 */
export function outputLimit(
  { maxOutputTokens }: HttpChoice,
  info: ModelInfo | undefined,
): number | undefined {
  if (maxOutputTokens === undefined) return undefined;
  return Math.min(maxOutputTokens, info?.maxOutputTokens ?? maxOutputTokens);
}
