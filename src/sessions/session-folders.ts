/** Where conversations lie: a folder for each project in the user's state folder. */
import { createHash } from "node:crypto";
import { mkdirSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type UserSurroundings, userFolder } from "../user-folder.ts";

const LONGEST_SLUG = 40;

/** The folder of all projects' conversations. */
export function sessionsFolder(surroundings: UserSurroundings): string {
  return join(userFolder("state", surroundings), "sessions");
}

/**
 * The name of a project's folder: readable by its first part, and no other project's by its second, which is a hash of
 * the whole real path. Always short, and of plain characters.
 */
export function projectName(workspace: string): string {
  const slug = basename(workspace)
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[-.]+/, "")
    .slice(0, LONGEST_SLUG)
    .replace(/[-.]+$/, "");
  const hash = createHash("sha256").update(workspace).digest("hex").slice(0, 12);
  return `${slug || "project"}-${hash}`;
}

/** The path with its links followed, as far as that can be told. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * Makes the folder and those above it, for their owner only; throws as `mkdirSync` does. (Its own `recursive` never ends
 * where a folder above can neither be found nor made, as in /proc.)
 */
export function makePrivateFolder(folder: string): void {
  const missing = make(folder);
  if (!missing) return;
  const above = dirname(folder);
  if (above === folder) throw missing;
  makePrivateFolder(above);
  if (make(folder)) throw missing;
}

/** Undefined when the folder is there now, else the error that the one above it is not. */
function make(folder: string): unknown {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "ENOENT") return thrown;
    // Also what another process was faster with. If it is no folder, the next step says so.
    if (code !== "EEXIST") throw thrown;
  }
  return undefined;
}
