/** Folders with all that is missing above them. Node's own way never ends where a file system takes no folder (`/proc`). */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Makes `folder` (absolute) and what is missing above it. Throws the system's own error. */
export function makeFolders(folder: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let path = folder; !made(path, mode); path = dirname(path)) missing.push(path);
  for (const path of missing.reverse()) mkdirSync(path, { mode });
}

/** Whether the folder is there now; false when something above it is missing. */
function made(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "EEXIST") return true;
    if (code === "ENOENT" && dirname(path) !== path) return false;
    throw thrown;
  }
}
