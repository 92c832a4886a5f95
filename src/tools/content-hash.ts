/** The hash by which file contents are known again. */
import { createHash, type Hash } from "node:crypto";

/** A running hash, for contents that come in pieces; `digest("hex")` ends it. */
export function createContentHash(): Hash {
  return createHash("sha256");
}

/** The hash of a whole content, in hex. */
export function contentHash(content: Uint8Array): string {
  return createContentHash().update(content).digest("hex");
}
