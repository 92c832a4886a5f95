/** Keeps configured keys out of everything that leaves: events, stderr, files. */

/** Replaces every configured key's text by `***`. */
export interface Redactor {
  /** The text without any key. */
  text(text: string): string;
  /** The value as `encode` writes it, without any key in its texts. What the protocol itself says stays as it is. */
  line(value: unknown, encode: (value: unknown) => string): string;
  /** For text that comes in pieces, where a key may be split over several. */
  stream(): PieceRedactor;
}

/** Masks keys in pieces of one text. */
export interface PieceRedactor {
  /** The next piece, less what may be the beginning of a key. */
  add(piece: string): string;
  /** What was held back to the end. */
  end(): string;
}

const MASK = "***";
/** Shorter values are words, not secrets: masking them would garble ordinary text. */
const SHORTEST_KEY = 6;
/** A piece is held back only for this many matching characters: one or two match in any prose. */
const TELLING = 3;

/** A redactor for these keys; empty and very short ones are ignored. */
export function createRedactor(keys: readonly string[]): Redactor {
  const plain = [...new Set(keys.map((key) => key.trim()))]
    .filter((key) => key.length >= SHORTEST_KEY)
    .sort((a, b) => b.length - a.length);
  const escaped = plain.map((key) => JSON.stringify(key).slice(1, -1));
  return {
    text: (text) => mask(text, plain),
    line(value, encode) {
      const line = encode(value);
      return escaped.some((key) => line.includes(key)) ? encode(maskTexts(value, plain)) : line;
    },
    stream: () => (plain.length === 0 ? PASS : new KeyStream(plain)),
  };
}

/** Fields whose values are words of the protocol, ids, or what a provider needs back verbatim. */
const PROTOCOL_WORDS: ReadonlySet<string> = new Set([
  "type",
  "role",
  "id",
  "tool_call_id",
  "tool_name",
  "name",
  "stop_reason",
  "code",
  "protocol",
  "signature",
  "provider_data",
]);
/** Fields that hold any JSON of a model, a tool or a plugin. */
const FREE_DATA: ReadonlySet<string> = new Set(["arguments", "details", "data"]);

const PASS: PieceRedactor = { add: (piece) => piece, end: () => "" };

function mask(text: string, keys: readonly string[]): string {
  let result = text;
  for (const key of keys) if (result.includes(key)) result = result.replaceAll(key, MASK);
  return result;
}

/** The value with its texts masked. Inside free data the names are somebody's text too. */
function maskTexts(value: unknown, keys: readonly string[], free = false): unknown {
  if (typeof value === "string") return mask(value, keys);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => maskTexts(item, keys, free));
  const image = "mime_type" in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (free) return [mask(name, keys), maskTexts(inner, keys, true)];
      if (PROTOCOL_WORDS.has(name) || (image && name === "data")) return [name, inner];
      return [name, maskTexts(inner, keys, FREE_DATA.has(name))];
    }),
  );
}

class KeyStream implements PieceRedactor {
  readonly #keys: readonly string[];
  /** The last characters that already left: a key may have begun there. */
  #left = "";
  #held = "";

  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  add(piece: string): string {
    const fresh = this.#held + piece;
    const masked = this.#maskBegun(fresh);
    const hold = this.#heldLength(masked);
    this.#held = masked.slice(masked.length - hold);
    return this.#leave(masked.slice(0, masked.length - hold));
  }

  end(): string {
    const rest = this.#held;
    this.#held = "";
    return this.#leave(rest);
  }

  #leave(text: string): string {
    this.#left = (this.#left + text).slice(1 - TELLING);
    return text;
  }

  /** Masks whole keys, also one whose first characters have left. */
  #maskBegun(fresh: string): string {
    for (const key of this.#keys)
      for (let begun = TELLING - 1; begun > 0; begun--)
        if (this.#left.endsWith(key.slice(0, begun)) && fresh.startsWith(key.slice(begun)))
          return MASK + mask(fresh.slice(key.length - begun), this.#keys);
    return mask(fresh, this.#keys);
  }

  /** How much of the end may be the beginning of a key. */
  #heldLength(text: string): number {
    let longest = 0;
    const all = this.#left + text;
    for (const key of this.#keys) {
      const first = key.charAt(0);
      const from = Math.max(0, all.length - key.length + 1);
      for (let at = all.indexOf(first, from); at !== -1; at = all.indexOf(first, at + 1)) {
        const length = all.length - at;
        if (length < TELLING) break;
        if (key.startsWith(all.slice(at))) {
          longest = Math.max(longest, Math.min(length, text.length));
          break;
        }
      }
    }
    return longest;
  }
}
