/** What a folder's own configuration may set before its user trusts it: a cloned repository must not take over. */
import { join } from "node:path";
import { type ConfiguredModel, findConfigured, providerOf } from "../llm/configured-model.ts";
import { LETSCODE_FOLDER } from "./config.ts";
import { flagOf } from "./option-spec.ts";
import { shown } from "./shown.ts";

/** Whether a project is trusted, and what to say if it is not. */
export interface ProjectTrust {
  trusted: boolean;
  /** What it brings beside its configuration, such as `plugins/x.mjs`: used with trust only. */
  parts: readonly string[];
  /** Why it is not trusted: half a sentence. */
  reason?: string;
  /** More lines for people. */
  notices: readonly string[];
}

/** The reason when the user has said no, or nothing. */
export const PROJECT_NOT_TRUSTED = "the project is not trusted";

/** No trust, and nothing beside the configuration that would need it. */
export const UNTRUSTED: ProjectTrust = { trusted: false, parts: [], notices: [] };

/** Trust for this start. */
export const TRUSTED: ProjectTrust = { trusted: true, parts: [], notices: [] };

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
const TRUST_FLAG = flagOf("trustProject");

/** The one line that names what is ignored of an untrusted project; undefined when nothing is. */
export function ignoredLine(
  project: string,
  keys: readonly string[],
  { parts, reason = PROJECT_NOT_TRUSTED }: ProjectTrust,
): string | undefined {
  const folder = join(project, LETSCODE_FOLDER);
  const why = `${reason} (${TRUST_FLAG} trusts it)`;
  if (parts.length === 0)
    return keys.length === 0 ? undefined : `${join(folder, "config.json")}: ignored ${listed(keys)}: ${why}`;
  const settings = keys.length === 0 ? [] : [`${listed(keys)} in config.json`];
  return `${folder}: ignored ${[...settings, listed(parts)].join(", ")}: ${why}`;
}

/** Names of others in quotes, at most twenty of them. */
export function listed(names: readonly string[]): string {
  const more = names.length - LONGEST_LIST;
  const first = names.slice(0, LONGEST_LIST).map(shown).join(", ");
  return more > 0 ? `${first} and ${more} more` : first;
}

const LONGEST_LIST = 20;
