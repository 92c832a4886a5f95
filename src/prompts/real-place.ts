/** Where a path really leads. */
import { realpathSync } from "node:fs";
import { sep } from "node:path";

/** The real path, every link followed; of what is not there, the path itself. */
export function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** Whether `path` lies below `folder`; both real. */
export function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
