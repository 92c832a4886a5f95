/** JSON of others: details, arguments, a plugin's data. */
import { isDeeperThan } from "../framing/json-depth.ts";
import type { JsonObject } from "../wire/messages.ts";

/** Deeper ones are not indented: at a thousand levels, the blanks would be a million. */
const MAX_INDENTED_LEVELS = 50;

/** Any value as JSON for people, indented. */
export function jsonText(value: unknown): string {
  try {
    const text = JSON.stringify(value) ?? "undefined";
    return isDeeperThan(text, MAX_INDENTED_LEVELS) ? text : JSON.stringify(value, null, 2);
  } catch {
    return "(nested too deeply to be shown)";
  }
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
