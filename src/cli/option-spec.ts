/** What can be said about an option. */
import type { ValueSetting } from "./option-value.ts";

/** A door of this version, by its `--mode` name, or by its word: `letscode serve`; the terminal has none. */
export type Door = "print" | "rpc" | "jsonrpc" | "serve" | "terminal";

/** The headings of `--help`, in order. */
export const OPTION_GROUPS = [
  "Doors",
  "Model",
  "Prompt",
  "Tools",
  "Conversations",
  "Plugins",
  "Limits",
  "Host programs",
  "Server",
  "Recording",
  "Other",
] as const;

interface OptionBase {
  group: (typeof OPTION_GROUPS)[number];
  /** One or two lines of `--help`, without the default. */
  help: string;
  /** One letter. */
  short?: string;
  /** The environment variable that sets it. */
  environment?: string;
  /** Has no place in a configuration file. */
  flagOnly?: true;
  /** A list that grows: what is set later comes behind what is there. */
  adds?: true;
  /** Is no flag. */
  configOnly?: true;
  /** As a flag it has a meaning in these doors only. */
  doors?: readonly Door[];
}

/** What a value must be. `label` is what `--help` calls it. */
export type ValueSpec =
  | { kind: "switch"; standsFor?: { option: string; value: string | string[] } }
  | { kind: "text"; label: string; default?: string }
  /** The text itself, or `@` and a file that holds it. */
  | { kind: "text-or-file"; label: string }
  /** A file or folder; resolved to an absolute path. */
  | { kind: "path"; label: string }
  | { kind: "url"; label: string }
  /** An id or the beginning of one, or a path, resolved. `bare`: may stand alone; the next word counts only if it looks like an id. */
  | { kind: "conversation"; label: string; bare?: "" }
  /** The name of an environment variable. Its value is never shown: it may be a key put there by mistake. */
  | { kind: "variable"; label: string }
  | { kind: "list"; label: string; items: readonly string[] }
  | { kind: "number"; label: string; min: number; max: number; whole?: true; default?: number }
  /** `bare`: the value when the flag stands alone; the next word then counts only if it is a choice. */
  | { kind: "choice"; choices: readonly string[]; bare?: string; default?: string }
  /** Nested JSON. `check` throws a UsageError that names the place in it, what was expected, and what was there. */
  | { kind: "json"; label: string; check(json: unknown, setting: ValueSetting): object };

/** One option. */
export type OptionSpec = OptionBase & ValueSpec;

/** The type of a value. */
export type ValueOf<S> = S extends { kind: "switch" }
  ? boolean
  : S extends { kind: "number" }
    ? number
    : S extends { kind: "list" }
      ? readonly string[]
      : S extends { choices: readonly (infer C)[] }
        ? C
        : S extends { check(json: unknown, setting: ValueSetting): infer V }
          ? V
          : string;

/** How these doors are opened, as messages say it: `--mode rpc or letscode serve`; each between two `quotes`. */
export function doorsText(doors: readonly Door[], quote = ""): string {
  const names = doors.map((door) => quote + wordsOf(door) + quote);
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function wordsOf(door: Door): string {
  if (door === "terminal") return "letscode without a prompt";
  return door === "serve" ? "letscode serve" : `--mode ${door}`;
}

/** `maxTurns` as a flag: `--max-turns`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `maxTurns` as a configuration key: `max_turns`. */
export function keyOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
