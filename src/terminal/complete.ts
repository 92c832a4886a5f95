/** Completion of `/commands`, of what stands behind them, and of `@files`. */
import type { SlashEntry } from "../prompts/slash.ts";
import { TERMINAL_COMMANDS } from "./commands.ts";
import { type Editor, withText } from "./editor.ts";
import type { ProjectFiles } from "./project-files.ts";

/** What fits the word at the cursor. */
export interface Completion {
  /** Where the word begins. */
  start: number;
  items: readonly CompletionItem[];
  /** What is typed is as good: none is chosen until somebody chooses one. */
  isOptional?: true;
  /** Shown when there are no items. */
  nothing?: string;
  /** Whether an item still fits another word; absent: when it begins so. */
  fits?(text: string, word: string): boolean;
}

/** One way to go on. */
export interface CompletionItem {
  /** What stands in the word's place then. */
  text: string;
  description: string;
  /** It is a whole command: Enter runs it. */
  runs?: true;
}

/** Where completions come from. */
export interface CompletionSources {
  /** The folder of the conversation, absolute. */
  workspace: string;
  /** The conversation's own commands. */
  commands(): Promise<readonly SlashEntry[]>;
  /** The models that can be chosen, as `/model` takes them. */
  models(): Promise<readonly string[]>;
  /** Loaded when the first `@` is typed. */
  files(): Promise<ProjectFiles>;
}

/** What fits now; undefined when there is nothing to complete. */
export async function complete(
  { text, cursor }: Editor,
  sources: CompletionSources,
): Promise<Completion | undefined> {
  const before = text.slice(0, cursor);
  const command = /^\/[a-z0-9_:-]*$/i.exec(before)?.[0];
  if (command !== undefined) return some({ start: 0, items: await commandItems(command, sources) });
  const [, name, argument] = /^\/(thinking|model|export) +([^\n]*)$/.exec(before) ?? [];
  if (name !== undefined && argument !== undefined) {
    const { completeArguments } = await import("./complete-arguments.ts");
    const items = await completeArguments(name, argument, sources);
    const fits = name === "model" ? (id: string, typed: string) => id.includes(typed) : undefined;
    return some({ start: cursor - argument.length, items, isOptional: true, ...(fits && { fits }) });
  }
  // A long draft is searched no longer than its last line.
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const [, typed] = /(?:^|\s)@("[^"]*|[^\s"]*)$/.exec(line) ?? [];
  if (typed === undefined) return undefined;
  const { completeFiles } = await import("./complete-files.ts");
  const found = await completeFiles({
    word: typed.replace(/^"/, ""),
    isQuoted: typed.startsWith('"'),
    workspace: sources.workspace,
    files: await sources.files(),
  });
  return found && { ...found, start: cursor - typed.length - 1 };
}

/** The draft with the item in the word's place. */
export function completed(editor: Editor, { start }: Completion, { text }: CompletionItem): Editor {
  const whole = editor.text.slice(0, start) + text + editor.text.slice(editor.cursor);
  return withText(editor, whole, start + text.length);
}

function some(found: Completion): Completion | undefined {
  return found.items.length > 0 ? found : undefined;
}

/** The terminal's own run at once when they need nothing behind them; what the others need is theirs to say. */
async function commandItems(typed: string, { commands }: CompletionSources): Promise<CompletionItem[]> {
  const own = TERMINAL_COMMANDS.map(({ name, hint, description }) => ({
    text: commandText(name, hint),
    description,
    ...(/^(\[.*)?$/.test(hint) && { runs: true as const }),
  }));
  const others = (await commands())
    .filter(({ name }) => !TERMINAL_COMMANDS.some((one) => one.name === name))
    .map(({ name, argumentHint, description }) => ({ text: commandText(name, argumentHint), description }));
  return [...own, ...others].filter(({ text }) => text.startsWith(typed));
}

function commandText(name: string, hint = ""): string {
  return `/${name}${hint === "" ? "" : " "}`;
}
