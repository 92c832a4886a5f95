/** Small files of the user's own, such as their answers to questions. */
import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a value as JSON: the old file or the new one stays, whatever happens; for its owner only. Throws as `fs` does. */
export function writePrivateJson(file: string, value: object): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${process.pid}`;
  try {
    writeFileSync(beside, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: "w" });
    chmodSync(beside, 0o600);
    renameSync(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** The path without links, by which a folder is known in such files; the path itself when there is no such folder. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
