/** Writing notes: each in one step, readable by its owner only. */
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { slugOf } from "./note-names.ts";

/** How many notes of one title there may be. */
const MOST_ALIKE = 1000;
/** What file systems without hard links say. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/**
 * Writes a new note under a name made from its title, and returns the file's name. No other note is replaced. `unique` names
 * the temporary file.
 */
export async function addNote(folder: string, title: string, text: string, unique: string): Promise<string> {
  return throughTemporary(folder, text, unique, async (temporary) => {
    const slug = slugOf(title);
    for (let nth = 1; nth <= MOST_ALIKE; nth++) {
      const file = nth === 1 ? `${slug}.md` : `${slug}-${nth}.md`;
      if (await linked(temporary, join(folder, file))) return file;
    }
    throw new Error(`there are ${MOST_ALIKE} notes called ${slug} already`);
  });
}

/** Replaces a note: a crash leaves the old one or the new one. */
export async function replaceNote(folder: string, file: string, text: string, unique: string): Promise<void> {
  await throughTemporary(folder, text, unique, (temporary) => rename(temporary, join(folder, file)));
}

async function throughTemporary<T>(
  folder: string,
  text: string,
  unique: string,
  place: (temporary: string) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${unique}.tmp`);
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: "wx" });
    return await place(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Gives the file this name too; false when the name is taken. Where there are no hard links, a copy. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (thrown) {
    const { code = "" } = thrown as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (!NO_LINKS.has(code)) throw thrown;
    return copied(from, to);
  }
}

async function copied(from: string, to: string): Promise<boolean> {
  try {
    await writeFile(to, await readFile(from), { mode: 0o600, flag: "wx" });
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw thrown;
  }
}
