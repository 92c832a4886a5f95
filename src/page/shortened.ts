/** The longest a single text of the page gets. */
import { whole } from "./amounts.ts";

/**
 * A text of more than this is shown without its middle, in UTF-16 units. What the tools of letscode return is shorter
 * by far; this is for what others made.
 */
export const MAX_SHOWN = 200_000;
/** How much of that is the end. */
const TAIL = 40_000;

/** A text in the parts in which it is shown. */
export interface Shortened {
  head: string;
  /** Says how much was left out, such as `1,234 characters left out`; undefined when nothing was, then `tail` is empty. */
  omitted: string | undefined;
  tail: string;
}

/** The text, or its head and tail. */
export function shortened(text: string): Shortened {
  if (text.length <= MAX_SHOWN) return { head: text, omitted: undefined, tail: "" };
  const head = text.slice(0, wholeCharacter(text, MAX_SHOWN - TAIL));
  const tail = text.slice(wholeCharacter(text, text.length - TAIL));
  const omitted = `${whole(text.length - head.length - tail.length)} characters left out`;
  return { head, omitted, tail };
}

/** This place, or the one before it when it is between the halves of a character. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
