/** What a folder's own configuration may set before its user trusts it: a cloned repository must not take over. */
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
 * Keeps `thinking`, `max_turns`, and a `model` of the provider the user would use anyway. `userProvider` is undefined
 * when that is not known: then no model is kept.
 */
export function siftUntrusted(
  values: Readonly<Record<string, unknown>>,
  userProvider: string | undefined,
): SiftedConfig {
  const kept: [string, unknown][] = [];
  const ignored: string[] = [];
  for (const [key, value] of Object.entries(values)) {
    const sameProvider = key === "model" && userProvider !== undefined && providerOf(value) === userProvider;
    if (HARMLESS.includes(key) || sameProvider) kept.push([key, value]);
    else ignored.push(key);
  }
  return { kept: Object.fromEntries(kept), ignored };
}

/** The provider in `PROVIDER/ID`; a name without a slash is one itself, such as `demo`. */
export function providerOf(model: unknown): string | undefined {
  return typeof model === "string" ? model.trim().split("/", 1)[0] : undefined;
}

/** The flag that trusts a project for one start. */
export const TRUST_FLAG = flagOf("trustProject");
