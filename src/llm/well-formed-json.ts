/** JSON that strict servers read. */
import type { Json, JsonObject } from "../wire/messages.ts";

/** JSON without lone surrogates, which strict servers refuse even when they are escaped. */
export function wellFormedJson(value: JsonObject): string {
  // Looking comes first: a replacer makes long texts take twice as long, and hardly any need it.
  return isWellFormed(value) ? JSON.stringify(value) : JSON.stringify(value, wellFormed);
}

function isWellFormed(value: Json): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  for (const name in value) if (!name.isWellFormed() || !isWellFormed(value[name] ?? null)) return false;
  return true;
}

function wellFormed(_: string, inner: Json): Json {
  if (typeof inner === "string") return inner.toWellFormed();
  return typeof inner === "object" && inner !== null && !Array.isArray(inner) ? wellNamed(inner) : inner;
}

function wellNamed(fields: JsonObject): JsonObject {
  if (Object.keys(fields).every((name) => name.isWellFormed())) return fields;
  return Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name.toWellFormed(), inner]));
}
