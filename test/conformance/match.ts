/** Whether a line is what a transcript says, placeholders bound on the way. */
import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../../src/wire/messages.ts";

/** What the numbered placeholders of one session stand for. */
export interface Bindings {
  /** `$id1` and the like. */
  values: Map<string, Json>;
  /** The message with the id `$id1`, as it was last shown with its content: `$m1`. */
  messages: Map<string, Json>;
}

export function createBindings(): Bindings {
  return { values: new Map(), messages: new Map() };
}

type Kind = (value: Json) => boolean;

/** What a placeholder takes, by its name without the number. */
const KINDS: Readonly<Record<string, Kind>> = {
  id: (value) => typeof value === "string" && value.length >= 1 && value.length <= 12,
  ms: (value) => Number.isInteger(value) && Number(value) >= 0,
  text: (value) => typeof value === "string",
  version: (value) => typeof value === "string" && /^\d+\.\d+\.\d+/.test(value),
  usage: isUsage,
};

/** Null when `actual` is what `pattern` says; else where it is not. Binds only when all of it matches. */
export function mismatch(pattern: Json, actual: Json, bindings: Bindings): string | null {
  const trial: Bindings = { values: new Map(bindings.values), messages: new Map(bindings.messages) };
  const problem = compare(pattern, actual, "", trial);
  if (problem === null) {
    bindings.values = trial.values;
    bindings.messages = trial.messages;
  }
  return problem;
}

/** Whether this is the usage of a model call. */
export function isUsage(value: Json | undefined): boolean {
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

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function compare(pattern: Json, actual: Json, path: string, bindings: Bindings): string | null {
  const differs = () => `${path || "the line"}: expected ${show(pattern)}, got ${show(actual)}`;
  if (typeof pattern === "string" && pattern.startsWith("$"))
    return comparePlaceholder(pattern.slice(1), actual, bindings) ? null : differs();
  if (Array.isArray(pattern)) {
    if (!Array.isArray(actual) || actual.length !== pattern.length) return differs();
    return firstProblem(
      pattern.map((item, at) => [item, actual[at] as Json, `${path}[${at}]`]),
      bindings,
    );
  }
  if (!isObject(pattern)) return pattern === actual ? null : differs();
  if (!isObject(actual)) return differs();
  const keys = new Set([...Object.keys(pattern), ...Object.keys(actual)]);
  for (const key of keys) {
    if (!Object.hasOwn(actual, key)) return `${path}.${key}: missing`;
    if (!Object.hasOwn(pattern, key)) return `${path}.${key}: not expected, got ${show(actual[key] as Json)}`;
  }
  const pairs = Object.entries(pattern).map(([key, value]): [Json, Json, string] => [
    value,
    actual[key] as Json,
    `${path}.${key}`,
  ]);
  const problem = firstProblem(pairs, bindings);
  if (problem !== null) return problem;
  const name = typeof pattern.id === "string" ? /^\$id(\d+)$/.exec(pattern.id)?.[1] : undefined;
  if (name !== undefined && Object.hasOwn(pattern, "timestamp")) bindings.messages.set(name, actual);
  return null;
}

function firstProblem(pairs: [Json, Json, string][], bindings: Bindings): string | null {
  for (const [pattern, actual, path] of pairs) {
    const problem = compare(pattern, actual, path, bindings);
    if (problem !== null) return problem;
  }
  return null;
}

function comparePlaceholder(name: string, actual: Json, { values, messages }: Bindings): boolean {
  const [, kind = "", number = ""] = /^([a-z]+)(\d*)$/.exec(name) ?? [];
  if (kind === "m") return isDeepStrictEqual(messages.get(number), actual);
  const fits = KINDS[kind];
  if (!fits) throw new Error(`there is no placeholder $${name}`);
  if (!fits(actual)) return false;
  if (number === "") return true;
  if (values.has(name)) return isDeepStrictEqual(values.get(name), actual);
  if ([...values.values()].includes(actual)) return false;
  values.set(name, actual);
  return true;
}

function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
