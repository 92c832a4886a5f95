/** Completion of `/commands` and `@files`. */
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { SlashEntry } from "../prompts/slash.ts";
import { TERMINAL_COMMANDS } from "./commands.ts";
import { type Editor, withText } from "./editor.ts";

/** What fits the word at the cursor. */
export interface Completion {
  /** Where the word begins. */
  start: number;
  items: readonly CompletionItem[];
}

/** One way to go on. */
export interface CompletionItem {
  /** What stands in the word's place then. */
  text: string;
  description: string;
}

/** Where completions come from. */
export interface CompletionSources {
  /** The folder of the conversation, absolute. */
  workspace: string;
  /** The conversation's own commands. */
  commands(): Promise<readonly SlashEntry[]>;
}

const MOST = 200;

/** What fits now; undefined when there is nothing to complete. */
export async function complete(
  { text, cursor }: Editor,
  { workspace, commands }: CompletionSources,
): Promise<Completion | undefined> {
  const before = text.slice(0, cursor);
  const command = /^\/[a-z0-9_:-]*$/i.exec(before)?.[0];
  if (command !== undefined) {
    const others = (await commands()).filter(
      ({ name }) => !TERMINAL_COMMANDS.some((own) => own.name === name),
    );
    const items = [
      ...TERMINAL_COMMANDS,
      ...others.map(({ argumentHint = "", ...entry }) => ({ ...entry, hint: argumentHint })),
    ]
      .filter(({ name }) => `/${name}`.startsWith(command))
      .map(({ name, hint, description }) => ({ text: `/${name}${hint === "" ? "" : " "}`, description }));
    return items.length > 0 ? { start: 0, items } : undefined;
  }
  // A long draft is searched no longer than its last line.
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const [, typed] = /(?:^|\s)@("[^"]*|[^\s"]*)$/.exec(line) ?? [];
  if (typed === undefined) return undefined;
  const items = await files(typed.replace(/^"/, ""), typed.startsWith('"'), workspace);
  return items.length > 0 ? { start: cursor - typed.length - 1, items } : undefined;
}

/** The draft with the item in the word's place. */
export function completed(editor: Editor, { start }: Completion, { text }: CompletionItem): Editor {
  const whole = editor.text.slice(0, start) + text + editor.text.slice(editor.cursor);
  return withText(editor, whole, start + text.length);
}

/** A path with a blank in it stands in quotes; those of a folder stay open. */
async function files(word: string, isQuoted: boolean, workspace: string): Promise<CompletionItem[]> {
  const slash = word.lastIndexOf("/") + 1;
  const [folder, name] = [word.slice(0, slash), word.slice(slash).toLowerCase()];
  const from = folder.startsWith("~/")
    ? resolve(homedir(), folder.slice(2))
    : resolve(workspace, folder || ".");
  try {
    const { readdir } = await import("node:fs/promises");
    const entries = await readdir(from, { withFileTypes: true });
    return entries
      .filter(
        (entry) => entry.name.toLowerCase().startsWith(name) && (name !== "" || !entry.name.startsWith(".")),
      )
      .filter((entry) => !/["\p{Cc}\p{Zl}\p{Zp}]/u.test(entry.name))
      .sort((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || (a.name < b.name ? -1 : 1))
      .slice(0, MOST)
      .map((entry) => {
        const path = folder + entry.name;
        const quote = isQuoted || /\s/.test(path) ? '"' : "";
        const end = entry.isDirectory() ? "/" : `${quote} `;
        return { text: `@${quote}${path}${end}`, description: "" };
      });
  } catch {
    return [];
  }
}
