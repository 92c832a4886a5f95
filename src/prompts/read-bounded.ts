/** Reading the text files people write for the agent, whatever lies in their place. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { isMissing, systemErrorText } from "../system-errors.ts";

/** The most of one file that is read, in bytes. */
export const MAX_FILE_BYTES = 64 * 1024;

/** What a file holds, or why that cannot be said: half a sentence. */
export type BoundedText = { text: string; cut: boolean } | { problem: string };

/**
 * The beginning of a regular file, at most 64 KiB, links followed; undefined when there is nothing. A byte order mark is
 * dropped and what is no UTF-8 replaced. Folders, pipes and devices are never opened. Does not throw.
 */
export function readBounded(path: string): BoundedText | undefined {
  try {
    if (!statSync(path).isFile()) return { problem: NO_FILE };
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return fstatSync(file).isFile() ? readText(file) : { problem: NO_FILE };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return isMissing(error) ? undefined : { problem: systemErrorText(error) };
  }
}

const NO_FILE = "it is not a regular file";

function readText(file: number): BoundedText {
  const bytes = Buffer.allocUnsafe(MAX_FILE_BYTES + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = readSync(file, bytes, length, bytes.length - length, null);
  const cut = length > MAX_FILE_BYTES;
  // As a stream: a character that the cut goes through is left out.
  const text = new TextDecoder().decode(bytes.subarray(0, Math.min(length, MAX_FILE_BYTES)), { stream: cut });
  return { text, cut };
}
