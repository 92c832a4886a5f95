/** From flags, environment and configuration files to one complete set of options. */
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import type { ConfiguredModel } from "../llm/configured-model.ts";
import { type UserSurroundings, userFolder } from "../user-folder.ts";
import { type Arguments, parseArguments } from "./args.ts";
import { closest } from "./closest.ts";
import { type ConfigFile, findProject, LETSCODE_FOLDER, readConfigFile } from "./config.ts";
import { findOption } from "./find-option.ts";
import type { PathKind } from "./kind-of.ts";
import { serverFiles } from "./mcp-written.ts";
import { type Door, doorsText, flagOf, keyOf, type OptionSpec } from "./option-spec.ts";
import { OPTION_ENTRIES, OPTIONS, type OptionName } from "./option-table.ts";
import { type OptionValue, type ValueSetting, valueFromJson, valueFromText } from "./option-value.ts";
import type { Options } from "./options.ts";
import { shown } from "./shown.ts";
import {
  ignoredLine,
  type ProjectTrust,
  placeOf,
  type SiftedConfig,
  siftUntrusted,
  TRUSTED,
} from "./trust.ts";
import type { TrustCase } from "./trust-decision.ts";

export type { Options } from "./options.ts";

/** What the options are read from; nothing else is looked at. */
export interface Surroundings extends UserSurroundings {
  /** Without the interpreter and the script. */
  argv: readonly string[];
  /** The door that the command's word has opened; absent: `--mode` says which. */
  door?: Door | undefined;
  /** The folder the command was given in, absolute. Only read where it matters: it may be gone, and throw. */
  readonly cwd: string;
  /** The workspace, absolute, whatever the flags say; absent: `--cwd`, or the folder the command was given in. */
  workspace?: string;
  /** Only read where it matters: to look opens stdin. */
  readonly isStdinTerminal: boolean;
  /** Only read when stdin is one. */
  readonly isStdoutTerminal: boolean;
  /** The text of a file; throws as `readFileSync` does. */
  readFile(path: string): string;
  /** What lies at a path, links followed. */
  kindOf(path: string): PathKind | undefined;
  /** The provider that would serve a user who named no model; absent or undefined: not known. */
  defaultProvider?(): string | undefined;
}

/** The options, and lines for stderr about what was ignored. */
export interface ReadOptions {
  options: Options;
  notices: string[];
}

/** The options as far as they can be known before it is known whether the project is trusted. */
export interface BegunOptions {
  /** What that depends on; undefined when it makes no difference, as with `--help` or `--trust-project`. */
  trustCase: (Omit<TrustCase, "now" | "ask" | "memory"> & { mayAsk: boolean }) | undefined;
  /** The rest. Throws a UsageError of one line. */
  finish(trust: ProjectTrust): ReadOptions;
}

/** Values with the place each came from; what is set later wins. */
type Layer = Map<OptionName, { value: OptionValue; source: string }>;

/**
 * Reads all options: flags beat the environment, that beats the project's file, that beats the user's. With `--help`
 * or `--version` no file is read and nothing but the flags' names is checked. In two steps, so that between them one can
 * find out whether the project is trusted. Throws a UsageError of one line.
 */
export function beginOptions(from: Surroundings): BegunOptions {
  const args = parseArguments(from.argv);
  const notices: string[] = [];
  const configFolder = userFolder("config", from);
  const asked = args.flags.find(({ name }) => name === "help" || name === "version");
  if (asked) {
    const only: Layer = new Map([[asked.name, { value: true, source: asked.flag }]]);
    const project = { folder: from.home, trusted: false };
    const rest = {
      mode: "print",
      permissionMode: "ask",
      cwd: from.home,
      words: args.words,
      project,
      configFolder,
    };
    return { trustCase: undefined, finish: () => ({ options: complete(only, rest), notices }) };
  }

  const flags = flagLayer(args, from);
  const mode = doorOf(args, flags, from);
  const cwd = workspaceOf(flags, from);
  const environment = environmentLayer(from);
  const userFile = readConfigFile(join(configFolder, "config.json"), configFolder, from);
  const user = userFile ? configLayer(userFile, from, notices) : new Map();

  const folder = findProject(cwd, from.home, from.kindOf);
  const file = readConfigFile(join(folder, LETSCODE_FOLDER, "config.json"), folder, from);
  const flagged = flags.get("trustProject")?.value === true;
  const sifted = sift(file, new Map([...user, ...environment, ...flags]), from);
  const finish = (given: ProjectTrust) => {
    const trust = flagged ? TRUSTED : given;
    const ignored = trust.trusted ? undefined : ignoredLine(folder, sifted.ignored, trust);
    notices.push(...trust.notices, ...(ignored === undefined ? [] : [ignored]));
    const values = trust.trusted ? file?.values : sifted.kept;
    const project: Layer = file && values ? configLayer({ ...file, values }, from, notices) : new Map();
    const layers = merged(user, project, environment, flags);
    const permissionMode = layers.get("permissionMode")?.value ?? (mode === "rpc" ? "allow" : "ask");
    const words = args.words;
    const rest = {
      mode,
      permissionMode,
      cwd,
      words,
      project: { folder, trusted: trust.trusted },
      configFolder,
    };
    return { options: complete(layers, rest), notices };
  };
  const trustCase = {
    project: folder,
    keys: sifted.ignored,
    programs: [...namedPlugins(file), ...serverFiles(file, from.kindOf)],
    mayAsk: mode === "terminal" || (mode === "print" && args.words.length > 0 && args.words.at(-1) !== "-"),
  };
  return { trustCase: flagged ? undefined : trustCase, finish };
}

function namedPlugins(file: ConfigFile | undefined): string[] {
  const plugins = file?.values.plugins;
  return Array.isArray(plugins) ? plugins.filter((name) => typeof name === "string") : [];
}

/** Later layers win; lists that grow come one behind the other. */
function merged(...layers: Layer[]): Layer {
  const whole: Layer = new Map();
  for (const [name, set] of layers.flatMap((layer) => [...layer])) {
    const earlier = whole.get(name);
    const { adds }: OptionSpec = OPTIONS[name];
    if (!adds || !earlier) whole.set(name, set);
    else whole.set(name, { ...set, value: [...(earlier.value as object[]), ...(set.value as object[])] });
  }
  return whole;
}

function flagLayer(args: Arguments, from: Surroundings): Layer {
  const layer: Layer = new Map();
  const writers = new Map<OptionName, OptionName>();
  for (const { name, spec, flag, text } of args.flags) {
    const target = spec.kind === "switch" && spec.standsFor ? (spec.standsFor.option as OptionName) : name;
    const value = flagValue(spec, flag, text, from);
    const earlier = layer.get(target);
    if (spec.adds && earlier) {
      earlier.value = [...(earlier.value as object[]), ...(value as object[])];
      continue;
    }
    if (earlier && writers.get(target) !== name && String(earlier.value) !== String(value))
      throw new UsageError(`${earlier.source} and ${flag} contradict each other`);
    layer.set(target, { value, source: flag });
    writers.set(target, name);
  }
  return layer;
}

function flagValue(
  spec: OptionSpec,
  flag: string,
  text: string | undefined,
  from: Surroundings,
): OptionValue {
  if (spec.kind === "switch") return spec.standsFor?.value ?? true;
  return valueFromText(spec, text ?? ("bare" in spec ? spec.bare : ""), settingAt(flag, from));
}

function doorOf(args: Arguments, flags: Layer, from: Surroundings): Door {
  const { door: opened } = from;
  const mode = flags.get("mode");
  if (opened && mode) throw new UsageError(`${doorsText([opened])} and ${mode.source} contradict each other`);
  const named = opened ?? (mode?.value as Door | undefined);
  const listing = flags.has("listModels");
  if (listing && args.words[0] !== undefined)
    throw new UsageError(`--list-models takes no prompt (got ${shown(args.words[0])})`);
  const isAttended = !named && !listing && args.words.length === 0 && from.isStdinTerminal;
  if (isAttended && !from.isStdoutTerminal)
    throw new UsageError(
      'there is no prompt, and stdout is no terminal to ask for one on: letscode -p "PROMPT" answers once, --help tells more',
    );
  const door = named ?? (isAttended ? "terminal" : "print");
  for (const { spec, flag } of args.flags)
    if (spec.doors && !spec.doors.includes(door))
      throw new UsageError(`${flag} belongs to ${doorsText(spec.doors)}, and this is ${doorsText([door])}`);
  if (door !== "print" && args.words[0] !== undefined)
    throw new UsageError(
      `${doorsText([door])} takes its prompts from ${door === "serve" ? "its clients" : "stdin"}, not from the command line (got ${shown(args.words[0])})`,
    );
  return door;
}

function workspaceOf(flags: Layer, from: Surroundings): string {
  const cwd = from.workspace ?? (flags.get("cwd")?.value as string | undefined) ?? from.cwd;
  const kind = from.kindOf(cwd);
  if (kind === "folder") return cwd;
  throw new UsageError(`${flagOf("cwd")}: ${kind ? "no folder" : "there is no folder"}: ${cwd}`);
}

function environmentLayer(from: Surroundings): Layer {
  const layer: Layer = new Map();
  for (const [name, spec] of OPTION_ENTRIES) {
    const text = spec.environment && from.environment[spec.environment];
    if (!spec.environment || !text) continue;
    const setting = settingAt(spec.environment, from);
    layer.set(name, { value: valueFromText(spec, text, setting), source: spec.environment });
  }
  return layer;
}

function configLayer(file: ConfigFile, from: Surroundings, notices: string[]): Layer {
  const layer: Layer = new Map();
  for (const [key, json] of Object.entries(file.values)) {
    const name = findOption(key, "_");
    if (!name) {
      notices.push(`${file.path}: unknown key ${shown(key)}${suggestion(key)}`);
      continue;
    }
    const spec: OptionSpec = OPTIONS[name];
    if (spec.flagOnly) {
      notices.push(`${file.path}: "${key}" is ignored: it works only as the flag ${flagOf(name)}`);
      continue;
    }
    const source = `"${key}" in ${file.path}`;
    const value = valueFromJson(spec, json, settingAt(source, from, file.folder));
    const standsFor = spec.kind === "switch" ? spec.standsFor : undefined;
    if (standsFor && value !== true) continue;
    const target = (standsFor?.option ?? name) as OptionName;
    const meant = standsFor?.value ?? value;
    const earlier = layer.get(target);
    if (earlier && String(earlier.value) !== String(meant))
      throw new UsageError(`${earlier.source} and ${source} contradict each other`);
    layer.set(target, { value: meant, source });
  }
  return layer;
}

function suggestion(key: string): string {
  const keys = OPTION_ENTRIES.flatMap(([name, spec]) => (spec.flagOnly ? [] : [keyOf(name)]));
  const meant = closest(key, keys);
  return meant ? `; did you mean "${meant}"?` : "";
}

function sift(file: ConfigFile | undefined, own: Layer, from: Surroundings): SiftedConfig {
  if (!file) return { kept: {}, ignored: [] };
  const model = own.get("model")?.value;
  const models = (own.get("models")?.value ?? []) as readonly ConfiguredModel[];
  const place = model === undefined && own.has("baseUrl") ? "openai-compatible" : placeOf(model, models);
  return siftUntrusted(file.values, place ?? from.defaultProvider?.(), models);
}

function settingAt(where: string, from: Surroundings, folder?: string): ValueSetting {
  return {
    where,
    get folder() {
      return folder ?? from.cwd;
    },
    home: from.home,
    readFile: from.readFile,
  };
}

/** Fills in the defaults of the table. The table says which values an option can have, so the result is an Options. */
function complete(layer: Layer, rest: Record<string, unknown>): Options {
  const options: Record<string, unknown> = {};
  const sources: Record<string, string> = {};
  for (const [name, spec] of OPTION_ENTRIES) {
    if (spec.kind === "switch" && spec.standsFor) continue;
    const set = layer.get(name);
    options[name] = set
      ? set.value
      : "default" in spec
        ? spec.default
        : spec.kind === "switch"
          ? false
          : undefined;
    if (set) sources[name] = set.source;
  }
  return { ...options, ...rest, sources } as unknown as Options;
}
