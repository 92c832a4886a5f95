/** Whether a message is what a transcript says, placeholders bound on the way. */
import { isDeepStrictEqual } from "node:util";

/** @typedef {import("./transcript.mjs").Json} Json */

/**
 * What the placeholders of one transcript stand for.
 * @typedef {object} Bindings
 * @property {Map<string, Json>} values `id1` and the like.
 * @property {Map<string, Json>} messages The message with the id `$id1`, as it was last shown with its content: `1`.
 */

/** @returns {Bindings} */
export function createBindings() {
  return { values: new Map(), messages: new Map() };
}

/** What a placeholder takes, by its name without the number. @type {Readonly<Record<string, (value: Json) => boolean>>} */
const KINDS = {
  id: (value) => typeof value === "string" && /^.{1,12}$/su.test(value),
  session: (value) => typeof value === "string" && /^\d{8}-[0-9a-z]{8}$/.test(value),
  seq: (value) => Number.isInteger(value) && Number(value) >= 1,
  ms: (value) => Number.isInteger(value) && Number(value) >= 0,
  text: (value) => typeof value === "string",
  json: () => true,
  version: (value) => typeof value === "string" && /^\d+\.\d+\.\d+/.test(value),
  usage: isUsage,
  models: (value) => Array.isArray(value) && value.length > 0 && value.every(isModelRow),
};
/** A string that is nothing else. What stands for a part of a string is in place already. */
const PLACEHOLDER = /^\$(?!(?:dir|cassettes|token)$)[a-z]+\d*$/;
/** Of these, two numbers mean two values. */
const DISTINCT = ["id", "session"];

/**
 * Null when `actual` is what `pattern` says; else where it is not. Binds only when all of it matches.
 * @param {Json} pattern @param {Json} actual @param {Bindings} bindings
 * @returns {string | null}
 */
export function mismatch(pattern, actual, bindings) {
  const trial = { values: new Map(bindings.values), messages: new Map(bindings.messages) };
  const problem = compare(pattern, actual, "", trial);
  if (problem === null) Object.assign(bindings, trial);
  return problem;
}

/**
 * The text with the values of its numbered placeholders in their place.
 * @param {string} text @param {Bindings} bindings
 */
export function fill(text, { values }) {
  return text.replaceAll(/"\$([a-z]+\d+)"/g, (whole, name) =>
    values.has(name) ? JSON.stringify(values.get(name)) : whole,
  );
}

/** Whether this is the usage of a model call. @param {Json | undefined} value */
export function isUsage(value) {
  if (!isObject(value)) return false;
  const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, cost_usd } =
    value;
  const counts = [input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens];
  return (
    Object.keys(value).length === 6 &&
    counts.every((count) => Number.isInteger(count)) &&
    (cost_usd === null || typeof cost_usd === "number")
  );
}

/** Whether this is a row of `models.list`. @param {Json | undefined} value */
export function isModelRow(value) {
  if (!isObject(value)) return false;
  const { id, provider, context_window, max_output_tokens, images, thinking } = value;
  return (
    Object.keys(value).length === 6 &&
    [id, provider].every((name) => typeof name === "string") &&
    [context_window, max_output_tokens].every((size) => size === null || Number.isInteger(size)) &&
    typeof images === "boolean" &&
    (thinking === null || typeof thinking === "boolean")
  );
}

/** @param {Json | undefined} value @returns {value is { [key: string]: Json }} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {Json} pattern @param {Json} actual @param {string} path @param {Bindings} bindings @returns {string | null} */
function compare(pattern, actual, path, bindings) {
  const differs = () => {
    const from = sameFor(pattern, actual);
    return `${path || "the message"}: expected ${show(pattern, from)}, got ${show(actual, from)}`;
  };
  if (typeof pattern === "string" && PLACEHOLDER.test(pattern))
    return comparePlaceholder(pattern.slice(1), actual, bindings) ? null : differs();
  if (Array.isArray(pattern)) {
    if (!Array.isArray(actual) || actual.length !== pattern.length) return differs();
    return first(pattern, (item, at) => compare(item, actual[at] ?? null, `${path}[${at}]`, bindings));
  }
  if (!isObject(pattern)) return pattern === actual ? null : differs();
  if (!isObject(actual)) return differs();
  for (const key of new Set([...Object.keys(pattern), ...Object.keys(actual)])) {
    if (!Object.hasOwn(actual, key)) return `${path}.${key}: missing`;
    if (!Object.hasOwn(pattern, key)) return `${path}.${key}: not expected, got ${show(actual[key] ?? null)}`;
  }
  const problem = first(Object.entries(pattern), ([key, value]) =>
    compare(value, actual[key] ?? null, `${path}.${key}`, bindings),
  );
  if (problem !== null) return problem;
  const name = typeof pattern.id === "string" ? /^\$id(\d+)$/.exec(pattern.id)?.[1] : undefined;
  if (name !== undefined && Object.hasOwn(pattern, "timestamp")) bindings.messages.set(name, actual);
  return null;
}

/**
 * The first problem there is.
 * @template T
 * @param {readonly T[]} items @param {(item: T, at: number) => string | null} check
 */
function first(items, check) {
  for (const [at, item] of items.entries()) {
    const problem = check(item, at);
    if (problem !== null) return problem;
  }
  return null;
}

/** @param {string} name @param {Json} actual @param {Bindings} bindings */
function comparePlaceholder(name, actual, { values, messages }) {
  const [, kind = "", number = ""] = /^([a-z]+)(\d*)$/.exec(name) ?? [];
  if (kind === "m") return isDeepStrictEqual(messages.get(number), actual);
  const fits = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!fits) throw new Error(`there is no placeholder $${name}`);
  if (!fits(actual)) return false;
  if (number === "") return true;
  if (values.has(name)) return isDeepStrictEqual(values.get(name), actual);
  if (DISTINCT.includes(kind) && [...values.values()].includes(actual)) return false;
  values.set(name, actual);
  return true;
}

/** For how many characters two texts are the same; 0 for anything else. @param {Json} one @param {Json} other */
function sameFor(one, other) {
  if (typeof one !== "string" || typeof other !== "string") return 0;
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/**
 * A value in one line, cut where that is long; of a text the part around a place of interest.
 * @param {Json} value @param {number} [place]
 */
export function show(value, place = 0) {
  const text = JSON.stringify(
    typeof value === "string" && place > 100 ? `…${value.slice(place - 40)}` : value,
  );
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
