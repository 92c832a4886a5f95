/** The command line, taken apart: which flags stand there, with what text, and which words are left. */
import { UsageError } from "../errors.ts";
import { mayBeSessionId } from "../sessions/session-id.ts";
import { closest } from "./closest.ts";
import { findOption } from "./find-option.ts";
import { flagOf, keyOf, type OptionSpec } from "./option-spec.ts";
import { FLAG_ENTRIES, OPTIONS, type OptionName } from "./option-table.ts";
import { shown } from "./shown.ts";

/** A flag as it was written. */
export interface GivenFlag {
  name: OptionName;
  spec: OptionSpec;
  /** With its dashes, such as `-p`. */
  flag: string;
  /** Its value; undefined when it stands alone. */
  text: string | undefined;
}

/** A command line taken apart. */
export interface Arguments {
  /** In the order they were written, repetitions included. */
  flags: GivenFlag[];
  /** Everything that is no flag, in order. A lone `-` is a word. */
  words: string[];
}

/** What other agents' flags are called here. */
const KNOWN_ELSEWHERE: Readonly<Record<string, string>> = {
  "--json": "--output json",
  "--prompt": "-p",
  "--yolo": "--permission-mode allow",
  "--dangerously-skip-permissions": "--permission-mode allow",
  "--allow-all-tools": "--permission-mode allow",
  "--directory": "--cwd",
};

/**
 * Takes `argv` (without the interpreter and the script) apart. `--flag value`, `--flag=value`; `--` ends the flags.
 * Throws a UsageError for an unknown flag, a missing value, and a value where none belongs; does not judge values.
 */
export function parseArguments(argv: readonly string[]): Arguments {
  const flags: GivenFlag[] = [];
  const words: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] as string;
    if (word === "--") {
      words.push(...argv.slice(at + 1));
      break;
    }
    if (word === "-" || !word.startsWith("-")) {
      words.push(word);
      continue;
    }
    const equals = word.startsWith("--") ? word.indexOf("=") : -1;
    const flag = equals === -1 ? word : word.slice(0, equals);
    const name = findFlag(flag);
    if (!name) throw new UsageError(unknownFlag(flag));
    const spec: OptionSpec = OPTIONS[name];
    let text = equals === -1 ? undefined : word.slice(equals + 1);
    const next = argv[at + 1];
    if (text === undefined && next !== undefined && takesNext(spec, next)) {
      text = next;
      at++;
    }
    if (spec.kind === "switch" && text !== undefined)
      throw new UsageError(`${flag} takes no value (got ${shown(text)})`);
    if (spec.kind !== "switch" && text === undefined && !("bare" in spec))
      throw new UsageError(`${flag} needs a value: ${flag} ${labelOf(spec)}`);
    flags.push({ name, spec, flag, text });
  }
  return { flags, words };
}

/** What `--help` and messages call the value of an option; empty for a switch. */
export function labelOf(spec: OptionSpec): string {
  if (spec.kind === "switch") return "";
  return spec.kind === "choice" ? spec.choices.join("|") : spec.label;
}

function findFlag(flag: string): OptionName | undefined {
  if (flag.startsWith("--")) {
    const name = findOption(flag.slice(2), "-");
    return name && isConfigOnly(name) ? undefined : name;
  }
  return FLAG_ENTRIES.find(([, { short }]) => short !== undefined && flag === `-${short}`)?.[0];
}

/** A word that looks like a flag is never a value: `--model --verbose` lacks one. `--model=--verbose` has one. */
function takesNext(spec: OptionSpec, next: string): boolean {
  if (spec.kind === "switch") return false;
  if (spec.kind === "choice" && spec.bare !== undefined) return spec.choices.includes(next);
  if (spec.kind === "conversation" && spec.bare !== undefined) return mayBeSessionId(next);
  return !next.startsWith("--") && !findFlag(next);
}

function isConfigOnly(name: OptionName): boolean {
  const spec: OptionSpec = OPTIONS[name];
  return spec.configOnly === true;
}

function unknownFlag(flag: string): string {
  const key = findOption(flag.slice(2), "-");
  if (key) return `${flag} is no flag; set "${keyOf(key)}" in config.json`;
  const names = FLAG_ENTRIES.map(([name]) => flagOf(name));
  const meant =
    KNOWN_ELSEWHERE[flag] ??
    (/^-[a-z]$/i.test(flag)
      ? names
          .filter((name) => name.startsWith(`-${flag.toLowerCase()}`))
          .slice(0, 3)
          .join(" or ")
      : closest(flag, names));
  return `unknown flag ${shown(flag).slice(1, -1)}${meant ? `; did you mean ${meant}?` : "; --help lists them all"}`;
}
