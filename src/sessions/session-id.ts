/** What conversations are called. */
import { randomBytes } from "node:crypto";

/** Letters and digits that are not mistaken for each other. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

const ID = /^\d{8}-[0-9a-hjkmnp-tv-z]{8}$/;

/** A new id such as `20260131-k7m2p9xq`: the local day, so that a list reads well, and 40 random bits. */
export function newSessionId(now: number): string {
  const date = new Date(now);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  const digits = day.map((part) => String(part).padStart(2, "0")).join("");
  return `${digits.padStart(8, "0")}-${Array.from(randomBytes(8), (byte) => ALPHABET[byte & 31]).join("")}`;
}

/** Whether the text is a whole id. */
export function isSessionId(text: string): boolean {
  return ID.test(text);
}

/** Whether the text names a file and not an id. */
export function isFileName(text: string): boolean {
  return /[/\\]|\.jsonl$/.test(text);
}

/** The name of a conversation's file. */
export function fileNameOf(id: string): string {
  return `${id}.jsonl`;
}

/** The id in the name of a conversation's file; undefined for any other file. */
export function idOfFileName(name: string): string | undefined {
  const id = name.endsWith(".jsonl") ? name.slice(0, -".jsonl".length) : "";
  return isSessionId(id) ? id : undefined;
}
