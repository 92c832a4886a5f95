/** Copies of what plugins hand over: they keep no hold on it, and it has no surprises left. */
import { isDeeperThan } from "../framing/json-depth.ts";
import type { Json, JsonObject } from "../wire/messages.ts";
import { MAX_DEPTH } from "../wire/version.ts";

/** A plugin returned something else than its hook allows; the message says what was expected. */
export class WrongReturn extends Error {}

/** What a hook returned, as JSON would hold it: without getters, proxies, functions. Throws a WrongReturn when it is none. */
export function returned(value: unknown, expected: string): Json {
  return jsonCopy(value, (problem) => `it returned ${problem}; expected ${expected}`);
}

/** The value as JSON would hold it. Throws a WrongReturn with what `wording` makes of the problem. */
export function jsonCopy(value: unknown, wording: (problem: string) => string): Json {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    throw new WrongReturn(wording("something that is no JSON"));
  }
  if (text === undefined) throw new WrongReturn(wording(described(value)));
  if (isDeeperThan(text, MAX_DEPTH))
    throw new WrongReturn(wording(`something nested more than ${MAX_DEPTH} deep`));
  return JSON.parse(text);
}

/** Whether it is a JSON object, if it is JSON at all. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value in a few words, for a message that says what it should have been. Never throws. */
export function described(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return value.length > 40 ? "a long text" : JSON.stringify(value);
  if (typeof value === "function") return "a function";
  if (typeof value !== "object") return String(value);
  try {
    return Array.isArray(value) ? "an array" : `an object with ${fields(Object.keys(value))}`;
  } catch {
    return "something that cannot be read";
  }
}

function fields(names: readonly string[]): string {
  if (names.length === 0) return "no fields";
  return `the fields ${names.slice(0, 5).join(", ")}${names.length > 5 ? " …" : ""}`;
}
