/** Message ids: short, and unique also over restarts of a conversation. */
import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 10;
/** Random bytes drawn at once: one system call for many ids. */
const POOL = 400;

/** A maker of ids: 10 characters, 50 random bits. */
export function createNewId(): () => string {
  let pool = new Uint8Array(0);
  let used = 0;
  return () => {
    if (used + LENGTH > pool.length) {
      pool = randomBytes(POOL);
      used = 0;
    }
    let id = "";
    for (const end = used + LENGTH; used < end; used++) id += ALPHABET[(pool[used] ?? 0) & 31];
    return id;
  };
}
