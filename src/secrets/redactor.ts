/** Keeps configured keys out of everything that leaves: events, stderr, files. */

/** Replaces every configured key's text by `***`. */
export interface Redactor {
  /** The text without any key. */
  text(text: string): string;
  /** The same for serialised JSON, where a key may be escaped. */
  json(line: string): string;
}

const MASK = "***";
/** Shorter values are words, not secrets: masking them would garble ordinary text. */
const SHORTEST_KEY = 6;

/** A redactor for these keys; empty and very short ones are ignored. */
export function createRedactor(keys: readonly string[]): Redactor {
  const plain = [...new Set(keys.map((key) => key.trim()))]
    .filter((key) => key.length >= SHORTEST_KEY)
    .sort((a, b) => b.length - a.length);
  const escaped = plain.map((key) => JSON.stringify(key).slice(1, -1));
  return { text: (text) => mask(text, plain), json: (line) => mask(line, escaped) };
}

function mask(text: string, keys: readonly string[]): string {
  let result = text;
  for (const key of keys) if (result.includes(key)) result = result.replaceAll(key, MASK);
  return result;
}
