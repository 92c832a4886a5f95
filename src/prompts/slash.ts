/** Slash commands: what a prompt that begins with a slash and a known name comes to. */
import { dirname } from "node:path";
import { errorText, LetscodeError } from "../errors.ts";
import { expandArguments, withArguments } from "./expand-arguments.ts";
import { lineOf, parseFrontMatter, splitFrontMatter } from "./front-matter.ts";
import type { NamedFiles } from "./named-files.ts";
import { MAX_FILE_BYTES, readBounded } from "./read-bounded.ts";

/** What running one came to: something to send to the model, or the command's own answer. */
export type SlashOutcome = { prompt: string } | { output: string };

/** A command in code. */
export interface SlashCommand<Context> {
  /** Without the slash: letters, digits, `-`, `_` and `:`. */
  name: string;
  description: string;
  /** Such as `[instructions]`. */
  argumentHint?: string;
  /** `args` is what was typed behind the name, without the blanks around it. */
  run(args: string, context: Context): Promise<SlashOutcome>;
}

/** Where commands come from. Of several with one name the first in this order counts. */
export interface SlashSources<Context> {
  builtins: readonly SlashCommand<Context>[];
  templates: NamedFiles;
  skills: NamedFiles;
  /** Those of plugins, now. */
  commands(): readonly SlashCommand<Context>[];
  /** Writes one line for people: of a name that is taken twice, when it is used for the first time. */
  report(line: string): void;
}

/** A command as a list or a completion shows it. */
export interface SlashEntry {
  name: string;
  description: string;
  kind: SlashKind;
  argumentHint?: string;
}

/** Where a command comes from. */
export type SlashKind = "builtin" | "template" | "skill" | "plugin";

/** One command that was found by its name. */
interface Found<Context> {
  /** For messages. */
  where: string;
  run(args: string, context: Context): Promise<SlashOutcome>;
}

/**
 * Runs the command that a prompt begins with; undefined for a prompt that begins with none, such as a path or an unknown
 * word, which is sent as it is. Files are read when they are used. Rejects when a file cannot be read, or a command throws.
 */
export function createSlash<Context>(sources: SlashSources<Context>) {
  const reported = new Set<string>();
  return (text: string, context: Context): Promise<SlashOutcome> | undefined => {
    const typed = /^\/([a-z0-9][a-z0-9_:-]*)(?=\s|$)/i.exec(text);
    if (!typed) return undefined;
    const [start, name = ""] = typed;
    const [first, ...others] = findAll(sources, name);
    if (!first) return undefined;
    if (others.length > 0 && !reported.has(name)) {
      reported.add(name);
      sources.report(`/${name} is ${first.where}; not used: ${others.map(({ where }) => where).join(", ")}`);
    }
    return first.run(text.slice(start.length).trim(), context);
  };
}

function findAll<Context>(sources: SlashSources<Context>, name: string): Found<Context>[] {
  const named = (commands: readonly SlashCommand<Context>[], where: string) =>
    commands
      .filter((command) => command.name === name)
      .map((command) => ({ where, run: (args: string, context: Context) => command.run(args, context) }));
  const template = sources.templates.find(name);
  const skill = sources.skills.find(name);
  return [
    ...named(sources.builtins, "built in"),
    ...(template === undefined ? [] : [inFile(template, expandArguments)]),
    ...(skill === undefined ? [] : [inFile(skill, expandSkill)]),
    ...named(sources.commands(), "the command of a plugin"),
  ];
}

function inFile(path: string, expand: typeof expandSkill): Found<unknown> {
  return {
    where: path,
    async run(args) {
      const { body } = splitFrontMatter(readPrompt(path));
      if (body.trim() === "") throw new LetscodeError(`${path} cannot be used: it says nothing`);
      return { prompt: expand(body, args, path) };
    },
  };
}

function expandSkill(body: string, args: string, path: string): string {
  return withArguments(`Use this skill. Paths in it are relative to ${dirname(path)}.\n\n${body}`, args);
}

function readPrompt(path: string): string {
  const read = readBounded(path) ?? { problem: "it is gone" };
  if ("problem" in read) throw new LetscodeError(`${path} cannot be used: ${read.problem}`);
  if (read.cut) throw new LetscodeError(`${path} cannot be used: it is longer than ${MAX_FILE_BYTES} bytes`);
  return read.text;
}

/** All commands, by name, each as it would run; what is hidden by another is left out. */
export async function listSlash<Context>(sources: SlashSources<Context>): Promise<SlashEntry[]> {
  const entries = new Map<string, SlashEntry>();
  const add = (entry: SlashEntry) => {
    if (!entries.has(entry.name)) entries.set(entry.name, entry);
  };
  for (const command of sources.builtins) add(entryOf(command, "builtin"));
  for (const { name, path } of sources.templates.all()) add(await fileEntry(name, path, "template"));
  for (const { name, path } of sources.skills.all()) add(await fileEntry(name, path, "skill"));
  for (const command of sources.commands()) add(entryOf(command, "plugin"));
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function entryOf<Context>(command: SlashCommand<Context>, kind: SlashKind): SlashEntry {
  const { name, description, argumentHint } = command;
  return { name, description, kind, ...(argumentHint === undefined ? {} : { argumentHint }) };
}

/** What is wrong with the file stands in place of its description: the list is complete whatever lies there. */
async function fileEntry(name: string, path: string, kind: SlashKind): Promise<SlashEntry> {
  try {
    const { yaml, body } = splitFrontMatter(readPrompt(path));
    const fields = yaml === undefined ? {} : await parseFrontMatter(yaml);
    const description = lineOf(fields.description) ?? lineOf(body.split("\n", 1)[0]) ?? "";
    const argumentHint = lineOf(fields.argument_hint ?? fields["argument-hint"]);
    return { name, description, kind, ...(argumentHint === undefined ? {} : { argumentHint }) };
  } catch (error) {
    return { name, description: errorText(error), kind };
  }
}
