/** Opening for reading what is a file and nothing else. */
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { ToolError } from "../errors.ts";
import { fileError } from "./file-errors.ts";

/** An open file and what it was when it was opened. The caller closes the handle. */
export interface OpenFile {
  handle: FileHandle;
  stats: BigIntStats;
}

/**
 * Opens a regular file; null when there is none. Folders, pipes, sockets and devices are refused without being opened: that
 * could wait for ever, or do something.
 *
 * @throws {ToolError} that says what is there instead, or why it cannot be read.
 */
export async function openFile(path: string, shown: string): Promise<OpenFile | null> {
  try {
    refuseOthers(await stat(path, { bigint: true }), shown);
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await handle.stat({ bigint: true });
      refuseOthers(stats, shown);
      return { handle, stats };
    } catch (error) {
      await handle.close();
      throw error;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw fileError(error, "open", shown);
  }
}

function refuseOthers(stats: BigIntStats, shown: string): void {
  if (stats.isFile()) return;
  if (stats.isDirectory())
    throw new ToolError(`${shown} is a folder, not a file. Use ls to see what is in it.`);
  const kind = stats.isFIFO() ? "a named pipe" : stats.isSocket() ? "a socket" : "a device";
  throw new ToolError(`${shown} is ${kind}, not a file; it is not opened.`);
}

/** The next bytes from `position`, as many as fit into `buffer` and are there. */
export async function readAt(handle: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
