/** Writing a file so that a crash leaves the old content or the new one, never a half. */
import { randomBytes } from "node:crypto";
import { type BigIntStats, constants } from "node:fs";
import { access, type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ToolError } from "../errors.ts";
import { fileError } from "./file-errors.ts";

/** What to write and where. */
export interface Replacement {
  /** The real path: links are not followed here. Its folder exists. */
  path: string;
  /** The path as messages show it. */
  shown: string;
  content: Uint8Array;
  /** The file as it was when its content was looked at; null when there was none. */
  before: BigIntStats | null;
  signal: AbortSignal;
}

/**
 * Puts the content into a temporary file (`.letscode-….tmp`) beside the target, flushes it to the disk and renames it over
 * the target, whose mode, and owner where allowed, it takes. Other hard links of the target keep the old content; extended
 * attributes stay with it. On failure nothing is left behind; only a process killed in the middle leaves its temporary file.
 *
 * @returns the stats of the file as written.
 * @throws {ToolError} when it cannot be written, or when somebody else changed it since `before`.
 */
export async function replaceFile(replacement: Replacement): Promise<BigIntStats> {
  const { path, shown, before, signal } = replacement;
  const temporary = join(dirname(path), `.letscode-${randomBytes(12).toString("hex")}.tmp`);
  try {
    // A folder that may be written does not make a file in it writable.
    if (before !== null) await access(path, constants.W_OK);
    const handle = await create(temporary, before === null ? 0o666 : 0o600, shown);
    try {
      const written = await fill(handle, replacement);
      await refuseChanged(path, shown, before);
      if (signal.aborted) throw new ToolError(`Writing ${shown} was aborted; nothing was changed.`);
      await rename(temporary, path);
      return written;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  } catch (error) {
    throw fileError(error, "write", shown);
  }
}

async function create(temporary: string, mode: number, shown: string): Promise<FileHandle> {
  try {
    return await open(temporary, "wx", mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EACCES" && code !== "EPERM" && code !== "EROFS") throw error;
    throw new ToolError(
      `Cannot write ${shown}: its folder does not allow new files, which a safe replacement needs. Nothing was changed.`,
    );
  }
}

async function fill(handle: FileHandle, { content, before }: Replacement): Promise<BigIntStats> {
  try {
    await handle.writeFile(content);
    if (before !== null) {
      await keepOwner(handle, before);
      await handle.chmod(Number(before.mode & 0o7777n)); // After the owner: changing that clears some bits.
    }
    await handle.sync();
    return await handle.stat({ bigint: true });
  } finally {
    await handle.close();
  }
}

/** Only root may give files away; a group may be kept by its members. */
async function keepOwner(handle: FileHandle, before: BigIntStats): Promise<void> {
  const now = await handle.stat({ bigint: true });
  if (now.uid === before.uid && now.gid === before.gid) return;
  const [user, group] = [Number(before.uid), Number(before.gid)];
  await handle
    .chown(user, group)
    .catch(() => handle.chown(Number(now.uid), group))
    .catch(() => undefined);
}

async function refuseChanged(path: string, shown: string, before: BigIntStats | null): Promise<void> {
  const now = await stat(path, { bigint: true }).catch(() => null);
  const same =
    now === null || before === null
      ? now === before
      : now.ino === before.ino && now.size === before.size && now.mtimeNs === before.mtimeNs;
  if (!same)
    throw new ToolError(
      `${shown} was changed by somebody else at this moment; nothing was written. Read it again.`,
    );
}
