/** The parts of a Markdown text. */
import { lexer, type Token } from "marked";

/** Marks of fifty blocks within each other, one behind the other: nobody means that, and a stack has an end. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[*+-](?=[ \t])|\d{1,9}[.)](?=[ \t]))){50}/m;

/** Its tokens; undefined when they nest so deep that it is better shown as it is. */
export function tokensOf(text: string): Token[] | undefined {
  if (TOO_DEEP.test(text)) return undefined;
  try {
    return lexer(text);
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}
