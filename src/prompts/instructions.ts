/** What the user and the project tell every agent: AGENTS.md, or CLAUDE.md where there is none. */
import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { MAX_FILE_BYTES, readBounded } from "./read-bounded.ts";
import { isBelow, realOf } from "./real-place.ts";

/** Where instructions are looked for. All paths are absolute. */
export interface InstructionPlaces {
  /** The folder the tools work in. */
  workspace: string;
  home: string;
  /** The folder of the user's own configuration. */
  configFolder?: string | undefined;
  /** The user trusts the project: then its instructions may be links to files outside the repository. */
  trusted?: boolean;
}

/** One file's text. */
export interface InstructionFile {
  /** Where it was found. */
  path: string;
  text: string;
}

/** The instructions, and lines for people about what was left out. */
export interface Instructions {
  /** The user's own first, then the repository's from its root to the workspace: the nearest comes last. */
  files: InstructionFile[];
  notices: string[];
}

/** In each folder the first of them that is there counts. */
const NAMES = ["AGENTS.md", "CLAUDE.md"] as const;

/**
 * Reads them, at most 64 KiB of each; one that is longer says so in its text, and one that cannot be read is named in a
 * notice. Does not throw.
 */
export function readInstructions(places: InstructionPlaces): Instructions {
  const workspace = realOf(places.workspace);
  const folders = repositoryFolders(workspace, realOf(places.home));
  const top = folders[0] ?? workspace;
  const found: Instructions = { files: [], notices: [] };
  const seen = new Set<string>();
  const take = (folder: string, within: string | undefined) => {
    for (const name of NAMES) if (takeFile(join(folder, name), within, seen, found)) return;
  };
  if (places.configFolder !== undefined) take(places.configFolder, undefined);
  for (const folder of folders) take(folder, places.trusted ? undefined : top);
  return found;
}

/** Whether there is something at the path, which then counts for its folder. */
function takeFile(path: string, within: string | undefined, seen: Set<string>, found: Instructions): boolean {
  const read = readBounded(path);
  if (read === undefined) return false;
  if ("problem" in read) {
    found.notices.push(`${path}: these instructions are left out: ${read.problem}`);
    return true;
  }
  const real = realOf(path);
  if (within !== undefined && !isBelow(within, real)) {
    found.notices.push(
      `${path}: these instructions are left out: they are a link out of the project, which is not trusted`,
    );
    return true;
  }
  // The same text may be there under several names.
  if (seen.has(real)) return true;
  seen.add(real);
  if (read.text.trim() === "") return true;
  if (read.cut) found.notices.push(`${path}: only the first ${MAX_FILE_BYTES} bytes are used`);
  found.files.push({ path, text: read.cut ? `${read.text}\n[cut here: the file is longer]` : read.text });
  return true;
}

/**
 * The folders from the repository's root down to the workspace; only the workspace when it is in none. The search ends
 * below the home folder and the root of the file system, and a repository of another owner is none: otherwise anybody
 * could instruct an agent by files in a folder above that others can write to.
 */
function repositoryFolders(workspace: string, home: string): string[] {
  const owner = ownerOf(workspace);
  const folders: string[] = [];
  for (let folder = workspace; folder !== home && folder !== dirname(folder); folder = dirname(folder)) {
    folders.unshift(folder);
    const repository = ownerOf(join(folder, ".git"));
    if (repository === undefined) continue;
    if (repository === owner) return folders;
    break;
  }
  return [workspace];
}

/** The user id of what is there, the link itself where it is one; undefined for nothing. */
function ownerOf(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.uid;
  } catch {
    return undefined;
  }
}

/** The part of the system prompt that holds them; undefined when there are none. */
export function instructionsSection(files: readonly InstructionFile[]): string | undefined {
  if (files.length === 0) return undefined;
  const sections = files.map(
    ({ path, text }) => `<instructions file=${JSON.stringify(path)}>\n${text.trim()}\n</instructions>`,
  );
  return [
    "Instructions of the user and of this project follow. Where they differ, the later ones count, and what the user says in the conversation counts most.",
    ...sections,
  ].join("\n\n");
}
