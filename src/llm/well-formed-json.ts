/** JSON that strict servers read. */
import type { JsonObject } from "../wire/messages.ts";

/** JSON without lone surrogates, which strict servers refuse even when they are escaped. */
export function wellFormedJson(value: JsonObject): string {
  return JSON.stringify(value, (_, inner) => {
    if (typeof inner === "string") return inner.toWellFormed();
    return typeof inner === "object" && inner !== null && !Array.isArray(inner) ? wellNamed(inner) : inner;
  });
}

function wellNamed(fields: JsonObject): JsonObject {
  if (Object.keys(fields).every((name) => name.isWellFormed())) return fields;
  return Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name.toWellFormed(), inner]));
}
