/** JSON that strict servers read. */
import type { JsonObject } from "../wire/messages.ts";

/** JSON without lone surrogates, which strict servers refuse even when they are escaped. */
export function wellFormedJson(value: JsonObject): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === "string" ? inner.toWellFormed() : inner));
}
