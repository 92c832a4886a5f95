/** Lists a tree the way `grep` and `find` see it; both use nothing else, so that they agree. */
import type { Dirent } from "node:fs";
import { access, lstat, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { addRules, type IgnoreRules, NO_RULES } from "./ignore-rules.ts";
import { isInside } from "./paths.ts";

/** One entry below the root. */
export interface WalkedEntry {
  /** From the root, cut at its slashes. */
  names: readonly string[];
  /** Links are never followed, so that a circle of them ends. `other`: sockets, pipes, devices. */
  kind: "file" | "folder" | "link" | "other";
}

/** What is walked, and from where rules may come. */
export interface WalkOptions {
  /** The real path of the folder to list. It is entered whatever the rules say: it was asked for. */
  root: string;
  /** The real path of the workspace: outside a repository, `.gitignore` files count from here on down. */
  workspace: string;
  /** Ends the walk early and silently. */
  signal: AbortSignal;
  /** Told of each folder that cannot be listed; it counts as empty. */
  onUnread?(names: readonly string[], error: unknown): void;
}

/** Folders whose listing is under way while earlier ones are looked at. */
const LOOKAHEAD = 16;
const BATCH = 512;
/** Not files but the system's insides; some would never end, or never answer. */
const SYSTEM_FOLDERS = new Set(["/proc", "/sys", "/dev"]);

interface Listing {
  entries: Dirent[];
  /** Whether a repository begins here. */
  isRepository: boolean;
  ignoreText: string | undefined;
  /** Why there is nothing. */
  error: unknown;
}

interface Place {
  entry: WalkedEntry;
  rules: IgnoreRules;
  listing?: Promise<Listing>;
}

/**
 * The entries of a tree in batches, each folder before what is in it and the names of one folder in order of their UTF-16
 * units. Hidden entries count; `.git` does not, nor what `.gitignore` files say: those of the root's repository, or outside of
 * any those from the workspace down. A repository within starts afresh.
 */
export async function* walk(options: WalkOptions): AsyncGenerator<WalkedEntry[], void, void> {
  const { root, signal } = options;
  const stack: Place[] = [{ entry: { names: [], kind: "folder" }, rules: NO_RULES, listing: list(root) }];
  let batch: WalkedEntry[] = [];
  while (!signal.aborted) {
    const place = stack.pop();
    if (place === undefined) break;
    const { entry } = place;
    if (entry.names.length > 0) batch.push(entry);
    if (batch.length >= BATCH) {
      yield batch;
      batch = [];
    }
    if (entry.kind !== "folder") continue;
    const listing = await (place.listing ?? list(join(root, ...entry.names)));
    if (listing.error !== undefined) options.onUnread?.(entry.names, listing.error);
    const isRoot = entry.names.length === 0;
    const inherited = isRoot && !listing.isRepository ? await rulesAbove(options) : place.rules;
    const rules = addRules(
      listing.isRepository ? NO_RULES : inherited,
      entry.names.at(-1) ?? basename(root),
      listing.ignoreText,
    );
    const places = listing.entries
      .map((dirent) => ({ entry: walked(entry, dirent), rules }))
      .filter((next) => !rules.ignores(next.entry.names.slice(-1), next.entry.kind === "folder"));
    for (const next of places.reverse())
      if (!SYSTEM_FOLDERS.has(join(root, ...next.entry.names))) stack.push(next);
    for (const next of stack.slice(-LOOKAHEAD))
      if (next.entry.kind === "folder") next.listing ??= list(join(root, ...next.entry.names));
  }
  if (batch.length > 0 && !signal.aborted) yield batch;
}

function walked(folder: WalkedEntry, dirent: Dirent): WalkedEntry {
  const kind = dirent.isFile()
    ? "file"
    : dirent.isDirectory()
      ? "folder"
      : dirent.isSymbolicLink()
        ? "link"
        : "other";
  return { names: [...folder.names, dirent.name], kind };
}

async function list(folder: string): Promise<Listing> {
  let error: unknown;
  const entries = await readdir(folder, { withFileTypes: true }).catch((thrown: unknown) => {
    error = thrown;
    return [];
  });
  const named = (name: string) => entries.find((entry) => entry.name === name);
  const ignoreText = named(".gitignore") ? await ignoreFile(folder) : undefined;
  const isRepository = named(".git") !== undefined;
  const shown = entries.filter((entry) => entry.name !== ".git");
  return { entries: shown.sort(byName), isRepository, ignoreText, error };
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** Only of a regular file: a link could lead to what has no end. */
async function ignoreFile(folder: string): Promise<string | undefined> {
  const path = join(folder, ".gitignore");
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() === true ? readFile(path, "utf8").catch(() => undefined) : undefined;
}

/** What the folders above the root say about it, up to where its repository or else the workspace begins. */
async function rulesAbove({ root, workspace }: WalkOptions): Promise<IgnoreRules> {
  const above: string[] = [];
  let inRepository = false;
  for (let folder = dirname(root); !inRepository && folder !== above[0]; folder = dirname(folder)) {
    above.unshift(folder);
    inRepository = await access(join(folder, ".git")).then(
      () => true,
      () => false,
    );
  }
  const counting = inRepository ? above : above.filter((folder) => isInside(workspace, folder));
  let rules = NO_RULES;
  for (const folder of counting) rules = addRules(rules, basename(folder), await ignoreFile(folder));
  return rules;
}
