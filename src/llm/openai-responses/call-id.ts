/** Call ids as the API takes them. */
import { createHash } from "node:crypto";

const LONGEST = 64;

/** The id itself, or one made of it that has at most 64 characters: the same for a call and its result. */
export function wireCallId(id: string): string {
  if (id !== "" && id.length <= LONGEST) return id;
  return `call_${createHash("sha256").update(id).digest("hex").slice(0, 40)}`;
}
