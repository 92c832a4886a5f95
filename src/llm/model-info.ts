/** What is known of a model. */
import type { Usage } from "../wire/messages.ts";

/** US dollars per million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Absent: as `input`. */
  cacheRead?: number;
  /** Absent: as `input`. */
  cacheWrite?: number;
}

/** Limits, abilities and price; what is null or absent is not known. */
export interface ModelInfo {
  contextWindow: number | null;
  maxOutputTokens: number | null;
  /** True unless it is known that the model sees none. */
  images: boolean;
  thinking?: boolean;
  price: ModelPrice | null;
}

/** What the usage costs in US dollars, to a billionth; null without a price. */
export function costOf(usage: Usage, price: ModelPrice | null | undefined): number | null {
  if (!price) return null;
  const { input, output, cacheRead = input, cacheWrite = input } = price;
  const millionths =
    usage.input_tokens * input +
    usage.output_tokens * output +
    usage.cache_read_tokens * cacheRead +
    usage.cache_write_tokens * cacheWrite;
  return Math.round(millionths * 1000) / 1e9;
}
