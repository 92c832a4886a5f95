/** Every option, once: parsing, configuration, environment, `--help` and docs/options.md are read from this table. */

import { TOOL_NAMES } from "../tools/tool-names.ts";
import { CONFIG_ONLY } from "./config-only.ts";
import { DAY, HOST_OPTIONS } from "./host-options.ts";
import type { OptionSpec } from "./option-spec.ts";
import { checkPlugin } from "./plugin-config.ts";
import { SERVE_OPTIONS } from "./serve-options.ts";
import { SESSION_OPTIONS } from "./session-options.ts";

/** The options by their name in the code; `maxTurns` is `--max-turns` and, in configuration, `max_turns`. */
export const OPTIONS = {
  /** How letscode is spoken to. */
  mode: {
    group: "Doors",
    kind: "choice",
    choices: ["print", "rpc", "jsonrpc"],
    flagOnly: true,
    help: "print answers one prompt; rpc serves a host program over stdin and stdout; jsonrpc serves one with many conversations. Without it: print when there is a prompt or no terminal, else the terminal.",
  },
  /** Short for `--mode print`. */
  print: {
    group: "Doors",
    kind: "switch",
    short: "p",
    flagOnly: true,
    standsFor: { option: "mode", value: "print" },
    help: "Answer the prompt and exit. The same as --mode print.",
  },
  /** What one shot writes to stdout: the answer, or every event as a line. */
  output: {
    group: "Doors",
    kind: "choice",
    choices: ["text", "json"],
    default: "text",
    doors: ["print"],
    help: "text writes the answer, json every event as one line.",
  },

  /** The model, as `PROVIDER/ID`. */
  model: {
    group: "Model",
    kind: "text",
    label: "PROVIDER/ID",
    environment: "LETSCODE_MODEL",
    help: "The model to use. demo needs no key and no network; replay/FILE plays a recording.",
  },
  /** Where an OpenAI-compatible server answers. */
  baseUrl: {
    group: "Model",
    kind: "url",
    label: "URL",
    help: "The server to talk to. Alone it implies the provider openai-compatible.",
  },
  /** The name of the environment variable that holds the key. */
  apiKeyEnv: {
    group: "Model",
    kind: "variable",
    label: "NAME",
    help: "The environment variable that holds the key, instead of the provider's usual one.",
  },
  /** How much the model should think before it answers. */
  thinking: {
    group: "Model",
    kind: "choice",
    choices: ["off", "low", "medium", "high"],
    bare: "medium",
    default: "off",
    help: "Let the model think before it answers.",
  },

  ...CONFIG_ONLY,
  /** Print what models there are and exit. */
  listModels: {
    group: "Model",
    kind: "switch",
    flagOnly: true,
    help: "List models with their limits and prices, and which keys are set, and exit. With --output json for programs.",
  },

  /** Replaces the built-in system prompt. */
  systemPrompt: {
    group: "Prompt",
    kind: "text-or-file",
    label: "TEXT|@FILE",
    help: "Replace the built-in system prompt.",
  },
  /** Added to the end of the system prompt. */
  appendSystemPrompt: {
    group: "Prompt",
    kind: "text-or-file",
    label: "TEXT|@FILE",
    help: "Add to the system prompt.",
  },

  /** The tools the model may call; absent: all built-in ones. */
  tools: {
    group: "Tools",
    kind: "list",
    label: "NAME,...",
    items: TOOL_NAMES,
    help: "The tools the model may call: read, write, edit, bash, grep, find, ls. Absent: all of them.",
  },
  /** Short for an empty `--tools`. */
  noTools: {
    group: "Tools",
    kind: "switch",
    standsFor: { option: "tools", value: [] },
    help: "Offer the model no tools.",
  },
  /** A file of MCP servers. */
  mcpConfig: {
    group: "Tools",
    kind: "path",
    label: "FILE",
    flagOnly: true,
    help: 'Use the MCP servers of this file too: {"mcpServers": {"NAME": {"command": "..."}}}. Their tools appear as NAME__TOOL.',
  },
  /** Who decides on a tool call. The default depends on the door. */
  permissionMode: {
    group: "Tools",
    kind: "choice",
    choices: ["ask", "allow", "read-only"],
    help: "ask reads freely in the workspace and asks for the rest, which is denied where nobody can answer; allow never asks; read-only denies the rest at once. Default: ask; in rpc allow, unless the host asks to be asked.",
  },
  /** The workspace. */
  cwd: {
    group: "Tools",
    kind: "path",
    label: "DIR",
    flagOnly: true,
    help: "Work in this folder instead of the current one.",
  },

  /** A plugin, for this start. */
  plugin: {
    group: "Plugins",
    kind: "json",
    label: "PATH",
    check: checkPlugin,
    adds: true,
    flagOnly: true,
    help: "Load a plugin: a file, a folder, or the name of an installed package. May be repeated.",
  },
  /** No plugin at all but the built-in ones. */
  noPlugins: {
    group: "Plugins",
    kind: "switch",
    help: "Load no plugins.",
  },

  ...SESSION_OPTIONS,

  /** How often a failed model call is repeated. */
  maxRetries: {
    group: "Limits",
    kind: "number",
    label: "N",
    min: 0,
    max: 100,
    whole: true,
    default: 2,
    help: "Repeat a failed model call this often.",
  },
  /** Seconds before the first retry; doubles each time. */
  retryBaseDelay: {
    group: "Limits",
    kind: "number",
    label: "SECONDS",
    min: 0,
    max: 3600,
    default: 1,
    help: "The pause before the first retry; it doubles each time.",
  },
  /** Seconds a pause between retries never exceeds by doubling. */
  retryMaxDelay: {
    group: "Limits",
    kind: "number",
    label: "SECONDS",
    min: 0,
    max: 3600,
    default: 10,
    help: "The longest pause that doubling leads to.",
  },
  /** Seconds of silence after which a model call counts as failed; 0: never. */
  providerTimeout: {
    group: "Limits",
    kind: "number",
    label: "SECONDS",
    min: 0,
    max: DAY,
    default: 300,
    help: "Give a silent model call up after this long; 0 never does.",
  },
  /** The most model calls of one run; absent: no limit. */
  maxTurns: {
    group: "Limits",
    kind: "number",
    label: "N",
    min: 1,
    max: 1_000_000,
    whole: true,
    help: "End a run after this many model calls.",
  },

  ...HOST_OPTIONS,
  ...SERVE_OPTIONS,

  /** Where to save the run's events. */
  record: {
    group: "Recording",
    kind: "path",
    label: "FILE",
    flagOnly: true,
    doors: ["print", "rpc", "terminal"],
    help: "Save the events to a new file that replay/FILE can play.",
  },
  /** 0: without waiting; 1: at the recorded pace. */
  replaySpeed: {
    group: "Recording",
    kind: "number",
    label: "0|1",
    min: 0,
    max: 1,
    whole: true,
    default: 0,
    help: "1 plays a recording at its own pace, 0 without waiting.",
  },
  /** Compare what tools returned with the recording too. */
  replayStrict: {
    group: "Recording",
    kind: "switch",
    help: "Compare the content of tool results with the recording too.",
  },

  /** Use all that the project brings. */
  trustProject: {
    group: "Other",
    kind: "switch",
    flagOnly: true,
    help: "For this start, use all of the project's .letscode: its whole configuration, plugins, skills and prompts.",
  },
  /** Where to write the log. */
  logFile: {
    group: "Other",
    kind: "path",
    label: "FILE",
    help: "Append a log to this file.",
  },
  /** Tell more on stderr. */
  verbose: {
    group: "Other",
    kind: "switch",
    help: "Tell more on stderr: tool calls, tokens.",
  },
  /** Print the version and exit. */
  version: {
    group: "Other",
    kind: "switch",
    flagOnly: true,
    help: "Print the version and exit.",
  },
  /** Print the help and exit. */
  help: {
    group: "Other",
    kind: "switch",
    short: "h",
    flagOnly: true,
    help: "Print this and exit.",
  },
} as const satisfies Record<string, OptionSpec>;

/** The name of an option in the code. */
export type OptionName = keyof typeof OPTIONS;

/** All options in the order of the table, in their general type. */
export const OPTION_ENTRIES = Object.entries(OPTIONS) as [OptionName, OptionSpec][];

/** All flags, in the order of the table. */
export const FLAG_ENTRIES = OPTION_ENTRIES.filter(([, spec]) => !spec.configOnly);
