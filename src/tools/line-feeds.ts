/** Counting lines. */

/** The number of `\n` in a text. A loop over the characters beats repeated `indexOf` where lines are short. */
export function countLineFeeds(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) === 10) count++;
  return count;
}
