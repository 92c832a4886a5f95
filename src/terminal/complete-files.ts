/** Completion of `@files`: folder by folder where a slash is typed, else by any part of a path. */
import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Completion, CompletionItem } from "./complete.ts";
import { canBeWritten, fitsPath, type ProjectFiles } from "./project-files.ts";

const MOST = 200;

/** What stands behind the `@`, and where it leads to. */
export interface FileWord {
  /** Without its quote. */
  word: string;
  isQuoted: boolean;
  /** The folder of the conversation, absolute. */
  workspace: string;
  files: ProjectFiles;
}

/** What fits, the best first; undefined while that is not known. */
export async function completeFiles(given: FileWord): Promise<Omit<Completion, "start"> | undefined> {
  const { word, isQuoted, workspace, files } = given;
  if (word === "~") return { items: [{ text: "@~/", description: "" }] };
  const isElsewhere = /^(~?\/|\.\.(\/|$))/.test(word);
  // Begun before the first letter, so that it is there by then.
  if (!isElsewhere) void files.list();
  const inFolder = async () => {
    const entries = await listFolder(word, workspace);
    return { items: entries.map((path) => fileItem(path, isQuoted)) };
  };
  const anywhere = () => ({
    items: files
      .search(word, MOST)
      .filter((path) => path !== word || !path.endsWith("/"))
      .map((path) => fileItem(path, isQuoted)),
    fits: (text: string, typed: string) => fitsPath(pathIn(text), pathIn(typed)),
  });
  const isPart = !isElsewhere && !/^\.*$/.test(word);
  const ways = !isPart ? [inFolder] : word.includes("/") ? [inFolder, anywhere] : [anywhere, inFolder];
  for (const way of ways) {
    const found = await way();
    if (found.items.length > 0) return found;
  }
  return isPart && files.isListing ? undefined : { items: [], nothing: "no file matches" };
}

/**
 * The paths that begin like this one, folders first and with a slash behind them, as they are written: `~/` is the home
 * folder. Hidden ones only when their dot is typed.
 */
export async function listFolder(typed: string, workspace: string): Promise<string[]> {
  const slash = typed.lastIndexOf("/") + 1;
  const [folder, name] = [typed.slice(0, slash), typed.slice(slash).toLowerCase()];
  const from = folder.startsWith("~/")
    ? resolve(homedir(), folder.slice(2))
    : resolve(workspace, folder || ".");
  const entries = await readdir(from, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(
      (entry) => entry.name.toLowerCase().startsWith(name) && (name !== "" || !entry.name.startsWith(".")),
    )
    .filter((entry) => canBeWritten(entry.name))
    .sort((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
    .map((entry) => folder + entry.name + (entry.isDirectory() ? "/" : ""));
}

/** A path with a blank in it stands in quotes; those of a folder stay open. */
function fileItem(path: string, isQuoted: boolean): CompletionItem {
  const quote = isQuoted || /\s/.test(path) ? '"' : "";
  return { text: `@${quote}${path}${path.endsWith("/") ? "" : `${quote} `}`, description: "" };
}

/** The path in a completion, or in what is typed of one. */
function pathIn(text: string): string {
  return text.replace(/^@"?/, "").replace(/"? ?$/, "");
}
