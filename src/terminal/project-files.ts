/** The files of a project, found by a part of their paths. */
import { realpath } from "node:fs/promises";
import type { Clock } from "../clock.ts";
import { walk } from "../tools/walk.ts";

/** What the search needs. */
export interface ProjectFilesOptions {
  /** The folder of the conversation, absolute. */
  workspace: string;
  clock: Clock;
  /** There is more to be found than before, or all of it is. */
  onFound(): void;
}

/** A path below the workspace; that of a folder ends in a slash. */
interface Listed {
  path: string;
  lower: string;
  isHidden: boolean;
}

const MOST_FILES = 20_000;
const LISTING_MS = 5000;
/** How often more is shown while it is listed. */
const NEWS_MS = 150;

/** Lists what `find` would, beside the keys: the first 20,000 paths, for 5 s at most. What has been found is there at once. */
export class ProjectFiles {
  readonly #options: ProjectFilesOptions;
  #found: readonly Listed[] = [];
  #isCurrent = false;
  /** Whether there may be more soon. */
  isListing = false;

  constructor(options: ProjectFilesOptions) {
    this.#options = options;
  }

  /** The next search lists anew; what was found serves until then. */
  outdate(): void {
    this.#isCurrent = false;
  }

  /** Lists, unless what is there is new enough. Does not reject. */
  async list(): Promise<void> {
    if (this.#isCurrent || this.isListing) return;
    this.#isCurrent = true;
    this.isListing = true;
    const { workspace, clock, onFound } = this.#options;
    const end = new AbortController();
    const cancel = clock.after(LISTING_MS, () => end.abort());
    const found: Listed[] = [];
    const isFirst = this.#found.length === 0;
    let told = clock.now();
    try {
      const root = await realpath(workspace);
      for await (const batch of walk({ root, workspace: root, signal: end.signal })) {
        for (const { names, kind } of batch)
          if (kind !== "other") found.push(listed(names, kind === "folder"));
        if (isFirst) this.#found = found;
        if (found.length >= MOST_FILES) break;
        if (isFirst && clock.now() - told >= NEWS_MS) {
          told = clock.now();
          onFound();
        }
      }
    } catch {
      // A folder that is gone has no files.
    }
    cancel();
    this.#found = found;
    this.isListing = false;
    onFound();
  }

  /** The best of what has been found, at most so many: names that begin so, names that hold it, paths that hold its letters in order. */
  search(word: string, most: number): string[] {
    const wanted = word.toLowerCase();
    const hidden = /(^|\/)\./.test(wanted);
    const ranks: { path: string; span: number }[][] = [[], [], []];
    for (const { path, lower, isHidden } of this.#found) {
      if (isHidden && !hidden) continue;
      const match = matched(lower, wanted);
      if (match) ranks[match.rank]?.push({ path, span: match.span });
    }
    const best: string[] = [];
    for (const rank of ranks) {
      if (best.length >= most) break;
      rank.sort((a, b) => a.span - b.span || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
      best.push(...rank.slice(0, most - best.length).map(({ path }) => path));
    }
    return best;
  }
}

/** Whether a draft can hold this path, and a quoted one too. */
export function canBeWritten(path: string): boolean {
  return !/["\p{Cc}\p{Zl}\p{Zp}]/u.test(path);
}

/** Whether a path holds the letters of a word in their order. */
export function fitsPath(path: string, word: string): boolean {
  return matched(path.toLowerCase(), word.toLowerCase()) !== undefined;
}

/** How well it fits, both in small letters: the lower the better. `span`: how far apart the letters are. */
function matched(path: string, word: string): { rank: 0 | 1 | 2; span: number } | undefined {
  const nameAt = path.lastIndexOf("/", path.length - 2) + 1;
  if (path.startsWith(word, nameAt)) return { rank: 0, span: 0 };
  if (path.includes(word, nameAt)) return { rank: 1, span: 0 };
  let [first, last] = [path.length, -1];
  for (let at = word.length - 1; at >= 0; at--) {
    first = first === 0 ? -1 : path.lastIndexOf(word[at] ?? "", first - 1);
    if (first < 0) return undefined;
    if (last < 0) last = first;
  }
  return { rank: 2, span: last - first };
}

function listed(names: readonly string[], isFolder: boolean): Listed {
  const path = names.join("/") + (isFolder ? "/" : "");
  return { path, lower: path.toLowerCase(), isHidden: names.some((name) => name.startsWith(".")) };
}
