/** What a folder's own configuration may set before its user trusts it: a cloned repository must not take over. */
import { type ConfiguredModel, findConfigured, providerOf } from "../llm/configured-model.ts";
import { flagOf } from "./option-spec.ts";

/** The configuration of an untrusted project, sifted. */
export interface SiftedConfig {
  kept: Readonly<Record<string, unknown>>;
  /** The keys left out, in the file's order. */
  ignored: string[];
}

/** Keys that can cost tokens or time, and nothing else. */
const HARMLESS: readonly string[] = ["thinking", "max_turns"];

/**
 * Keeps `thinking`, `max_turns`, and a `model` of the place the user would use anyway. `userPlace` is undefined when that
 * is not known: then no model is kept. `models` are the user's own.
 */
export function siftUntrusted(
  values: Readonly<Record<string, unknown>>,
  userPlace: string | undefined,
  models: readonly ConfiguredModel[],
): SiftedConfig {
  const kept: [string, unknown][] = [];
  const ignored: string[] = [];
  for (const [key, value] of Object.entries(values)) {
    const samePlace = key === "model" && userPlace !== undefined && placeOf(value, models) === userPlace;
    if (HARMLESS.includes(key) || samePlace) kept.push([key, value]);
    else ignored.push(key);
  }
  return { kept: Object.fromEntries(kept), ignored };
}

/**
 * Where a model's requests go: the provider in `PROVIDER/ID`, where a name without a slash is one itself, such as `demo`;
 * with an address of its own, that too.
 */
export function placeOf(model: unknown, models: readonly ConfiguredModel[]): string | undefined {
  if (typeof model !== "string") return undefined;
  const name = model.trim();
  const described = findConfigured(models, name);
  if (described === undefined) return name.split("/", 1)[0];
  const { baseUrl, apiKeyEnv } = described;
  return [providerOf(described), ...((baseUrl ?? apiKeyEnv) ? [baseUrl, apiKeyEnv] : [])].join(" ");
}

/** The flag that trusts a project for one start. */
export const TRUST_FLAG = flagOf("trustProject");
