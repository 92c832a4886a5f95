/** A name for a new conversation. */
import { randomBytes } from "node:crypto";

/** Letters and digits that are not mistaken for each other. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A new id such as `20260131-k7m2p9xq`: the local day, so that a list reads well, and 40 random bits. */
export function newSessionId(now: number): string {
  const date = new Date(now);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const digits = day.map((part) => String(part).padStart(2, "0")).join("");
  return `${digits.padStart(8, "0")}-${Array.from(randomBytes(8), (byte) => ALPHABET[byte & 31]).join("")}`;
}
