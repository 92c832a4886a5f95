/** Text that grows by small pieces, without a heap object for each of them. */

/** How much may be appended before the pieces become one string. */
const FLAT_EVERY = 64 * 1024;

/**
 * `text + piece`. The engine keeps such a sum as a tree of all pieces until somebody looks at it, which costs more memory than
 * the text itself; so it is made one string each time it has grown by 64 Ki characters.
 */
export function appendText(text: string, piece: string): string {
  const sum = text + piece;
  if (Math.floor(text.length / FLAT_EVERY) !== Math.floor(sum.length / FLAT_EVERY)) sum.charCodeAt(0);
  return sum;
}
