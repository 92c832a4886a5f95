/** A temporary folder of this process's own, under a name nobody can guess. */
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder, which whoever needs it makes. */
export interface TempFolder {
  path: string;
  /** Removes it with all it holds; never throws. */
  remove(): void;
}

/** Names the folder; nothing is made yet. */
export function nameTempFolder(): TempFolder {
  const path = join(tmpdir(), `letscode-${randomBytes(12).toString("hex")}`);
  return {
    path,
    remove() {
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {}
    },
  };
}
