/** What one conversation last saw of the files it read and wrote. */

/** A file as it was when it was read or written. */
export interface SeenFile {
  size: bigint;
  /** Last change, in nanoseconds since the epoch. */
  mtimeNs: bigint;
  /** SHA-256 of the whole content, or null for a file too large to be hashed. */
  hash: string | null;
}

/** Remembers files by their real path. */
export interface FileMemory {
  /** What was last seen of this file, or undefined when this conversation never read or wrote it. */
  seen(realPath: string): SeenFile | undefined;
  remember(realPath: string, file: SeenFile): void;
  /** Forgets everything. */
  clear(): void;
}

/** An empty memory. */
export function createFileMemory(): FileMemory {
  const files = new Map<string, SeenFile>();
  return {
    seen: (realPath) => files.get(realPath),
    remember: (realPath, file) => void files.set(realPath, file),
    clear: () => files.clear(),
  };
}

/**
 * Whether the content differs from what was seen. The hash decides where there is one, so that a file which was only
 * touched counts as unchanged; without one, size and time do.
 */
export function hasChanged(seen: SeenFile, now: SeenFile): boolean {
  if (seen.size !== now.size) return true;
  if (seen.hash !== null && now.hash !== null) return seen.hash !== now.hash;
  return seen.mtimeNs !== now.mtimeNs;
}
