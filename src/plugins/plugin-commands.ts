/** Slash commands of plugins. */
import { LetscodeError } from "../errors.ts";
import { oneLine } from "../one-line.ts";
import { MAX_DATA_CHARACTERS } from "../wire/version.ts";
import type { ReadItem } from "./collect.ts";
import type { PluginConversation } from "./conversation.ts";
import { HookCall } from "./hook-call.ts";
import { described, WrongReturn } from "./json-copy.ts";
import type { LoadedPlugin } from "./loaded-plugin.ts";
import type { PluginCommand } from "./plugin.ts";
import { createContext } from "./plugin-context.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_:-]{0,63}$/;

/** A slash command that somebody may type. */
export interface HostedCommand {
  /** Without the slash. */
  readonly name: string;
  /** One line. */
  readonly description: string;
  /** The plugin it comes from. */
  readonly plugin: string;
  /** Runs it on what was typed behind its name. Rejects with an error that names the command; at once on abort. */
  run(args: string, signal: AbortSignal): Promise<{ prompt: string } | { output: string }>;
}

/** Reads one slash command of a plugin. Throws a WrongReturn when it is none. */
export function readCommand(conversation: PluginConversation): ReadItem<HostedCommand> {
  return (given, at, loaded) => {
    const command = given as PluginCommand;
    const { name, description } = command;
    if (typeof name !== "string" || !NAME.test(name))
      throw new WrongReturn(
        `${at}.name: expected letters, digits, "-", "_" and ":", without the slash, got ${described(name)}`,
      );
    if (typeof description !== "string")
      throw new WrongReturn(`${at}.description: expected a text, got ${described(description)}`);
    if (typeof command.run !== "function") throw new WrongReturn(`${at}.run: expected a function`);
    return {
      name,
      description: oneLine(description),
      plugin: loaded.name,
      run: (args, signal) => run(command, name, loaded, conversation, args, signal),
    };
  };
}

async function run(
  command: PluginCommand,
  name: string,
  loaded: LoadedPlugin,
  conversation: PluginConversation,
  args: string,
  signal: AbortSignal,
): Promise<{ prompt: string } | { output: string }> {
  const { lifetime, port } = conversation;
  const call = new HookCall({ lifetime, clock: port.clock, signal, limitMs: null });
  const context = createContext(loaded, conversation, call, undefined);
  const outcome = await call.run(async () => answer(await command.run(args, context)));
  if (outcome.type === "value") return outcome.value;
  const problem = outcome.type === "failed" ? port.redactor.text(outcome.problem) : "aborted";
  throw new LetscodeError(`/${name} of plugin ${oneLine(loaded.name)} failed: ${problem}`);
}

function answer(value: unknown): { prompt: string } | { output: string } {
  if (value === undefined || value === null) return { output: "" };
  if (typeof value === "string") {
    if (value.length > MAX_DATA_CHARACTERS)
      throw new WrongReturn(`it returned a text of more than ${MAX_DATA_CHARACTERS} characters`);
    return { output: value.toWellFormed() };
  }
  const prompt: unknown = typeof value === "object" ? (value as { prompt?: unknown }).prompt : undefined;
  if (typeof prompt === "string" && prompt.trim() !== "") return { prompt: prompt.toWellFormed() };
  throw new WrongReturn(`it returned ${described(value)}; expected a text, { prompt: text } or nothing`);
}
