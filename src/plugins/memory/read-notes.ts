/** Reading the notes of one folder: what a person may have put there is read with care. */
import { constants, type Stats } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { systemErrorText } from "../../system-errors.ts";
import { isNoteFile } from "./note-names.ts";

/** A file that may hold a note. */
export interface NoteFile {
  file: string;
  bytes: number;
  modifiedMs: number;
}

/** What cannot be shown, and why. */
export interface Skipped {
  file: string;
  reason: string;
}

/** The largest file that is taken for a note. */
const MOST_BYTES = 256 * 1024;

/** The Markdown files of a folder by name, and those that are no notes. A folder that is not there has none. */
export async function listNotes(folder: string): Promise<{ files: NoteFile[]; skipped: Skipped[] }> {
  const files: NoteFile[] = [];
  const skipped: Skipped[] = [];
  let names: string[];
  try {
    names = (await readdir(folder)).filter(isNoteFile).sort();
  } catch (thrown) {
    const missing = (thrown as NodeJS.ErrnoException).code === "ENOENT";
    return { files, skipped: missing ? [] : [{ file: "", reason: systemErrorText(thrown) }] };
  }
  for (const file of names) {
    try {
      const stats = await stat(join(folder, file));
      const reason =
        objection(stats) ??
        ((await isInside(folder, file)) ? undefined : "it is a link to outside the folder");
      if (reason === undefined) files.push({ file, bytes: stats.size, modifiedMs: stats.mtimeMs });
      else skipped.push({ file, reason });
    } catch (thrown) {
      skipped.push({ file, reason: systemErrorText(thrown) });
    }
  }
  return { files, skipped };
}

/** The text of a note, or why there is none. */
export async function readNote(folder: string, file: string): Promise<{ text: string } | { reason: string }> {
  try {
    const handle = await open(join(folder, file), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const reason = objection(await handle.stat());
      if (reason !== undefined) return { reason };
      const bytes = await handle.readFile();
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      return text.includes("\0") ? { reason: "it is no text" } : { text };
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    return { reason: thrown instanceof TypeError ? "it is no text" : systemErrorText(thrown) };
  }
}

function objection(stats: Stats): string | undefined {
  if (!stats.isFile()) return "it is no file";
  if (stats.size > MOST_BYTES) return `it is too large for a note: ${stats.size} bytes`;
  return undefined;
}

async function isInside(folder: string, file: string): Promise<boolean> {
  return (await realpath(join(folder, file))).startsWith((await realpath(folder)) + sep);
}
