/** Prompts that lie in files and are called by name: looked for when they are used, so that an edit takes effect at once. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** What a prompt's name is made of. */
const NAME = /^[a-z0-9][a-z0-9_:-]*$/i;

/** The prompts of one kind. */
export interface NamedFiles {
  /** The file of this name; undefined when there is none. */
  find(name: string): string | undefined;
  /** All names with their files, by name. */
  all(): { name: string; path: string }[];
}

/** How the names of a kind become files. */
export interface Naming {
  /** The file of a name, relative to the folder of the kind. */
  fileOf(name: string): string;
  /** The name of an entry of that folder; undefined for what is none of the kind. */
  nameOf(entry: string): string | undefined;
}

/** `NAME.md`. */
export const TEMPLATE_NAMING: Naming = {
  fileOf: (name) => `${name}.md`,
  nameOf: (entry) => (entry.endsWith(".md") ? entry.slice(0, -".md".length) : undefined),
};

/** `NAME/SKILL.md`. */
export const SKILL_NAMING: Naming = {
  fileOf: (name) => join(name, "SKILL.md"),
  nameOf: (entry) => entry,
};

/** The prompts in these folders: of two with one name, that of the earlier folder counts. Folders need not exist. */
export function createNamedFiles(folders: readonly string[], naming: Naming): NamedFiles {
  const find = (name: string) =>
    NAME.test(name) ? folders.map((folder) => join(folder, naming.fileOf(name))).find(isThere) : undefined;
  return {
    find,
    all() {
      const names = new Set(folders.flatMap((folder) => entriesOf(folder).map(naming.nameOf)));
      return [...names].sort().flatMap((name) => {
        const path = name === undefined ? undefined : find(name);
        return name === undefined || path === undefined ? [] : [{ name, path }];
      });
    },
  };
}

/** Whatever it is: what is no file is refused, with its reason, by whoever reads it. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
