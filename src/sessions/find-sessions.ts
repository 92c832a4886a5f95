/** Conversations by their files: which there are, and which one somebody means. */
import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import { isMissing, systemErrorText } from "../system-errors.ts";
import { quoted } from "./quoted.ts";
import { idOfFileName, isFileName } from "./session-id.ts";

/** A conversation's file. */
export interface SessionFile {
  id: string;
  /** Absolute. */
  file: string;
}

/** A file with the time of its last change, in milliseconds since the epoch. */
export interface DatedFile extends SessionFile {
  updated: number;
}

/** The conversations in a folder; none when it is not there. Throws a UsageError when it cannot be read. */
export function sessionsIn(folder: string): SessionFile[] {
  return entries(folder).flatMap((entry) => {
    const id = entry.isDirectory() ? undefined : idOfFileName(entry.name);
    return id === undefined ? [] : [{ id, file: join(folder, entry.name) }];
  });
}

/** The folders in a folder. */
export function foldersIn(folder: string): string[] {
  return entries(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

/** The newest first; what vanished meanwhile is left out. */
export function newestFirst(files: readonly SessionFile[]): DatedFile[] {
  return files
    .flatMap((one) => {
      const stats = statSync(one.file, { throwIfNoEntry: false });
      return stats?.isFile() ? [{ ...one, updated: Math.round(stats.mtimeMs) }] : [];
    })
    .sort((a, b) => b.updated - a.updated || (a.id < b.id ? 1 : -1));
}

/**
 * The conversation that an id, the beginning of one, or the path of a file means, its path real. The folders are searched
 * in order. Throws a UsageError when there is none, or more than one.
 */
export function findSession(name: string, folders: Iterable<string>): string {
  if (isFileName(name)) return realFile(name);
  const id = name.toLowerCase();
  if (id === "") throw new UsageError("expected the id of a conversation, got an empty text");
  for (const folder of folders) {
    const found = sessionsIn(folder).filter((one) => one.id.startsWith(id));
    const exact = found.find((one) => one.id === id) ?? (found.length === 1 ? found[0] : undefined);
    if (exact) return realFile(exact.file);
    if (found.length > 1) {
      const ids = found.slice(0, 5).map((one) => one.id);
      throw new UsageError(
        `${quoted(name)} may be ${ids.join(", ")}${found.length > 5 ? ", …" : ""}; write more of it`,
      );
    }
  }
  throw new UsageError(
    `there is no conversation ${quoted(name)}; letscode sessions list --all shows those there are`,
  );
}

function realFile(file: string): string {
  try {
    const real = realpathSync(file);
    const stats = statSync(real);
    // To open a pipe is to wait for whoever writes it.
    if (!stats.isFile() && !stats.isDirectory())
      throw new UsageError(`cannot open ${file}: it is no regular file`);
    return real;
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(`cannot open ${file}: ${systemErrorText(thrown)}`);
  }
}

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw new UsageError(`cannot read ${folder}: ${systemErrorText(thrown)}`);
  }
}
