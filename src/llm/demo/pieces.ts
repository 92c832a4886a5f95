/** Text in the pieces a demo streams. */

const LONGEST = 8;

/** The text in pieces of at most 8 UTF-16 units, none of which begins or ends within a character. */
export function* pieces(text: string): Generator<string, void, void> {
  const whole = text.toWellFormed();
  for (let start = 0; start < whole.length; ) {
    let end = start + LONGEST;
    const last = whole.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff) end--;
    yield whole.slice(start, end);
    start = end;
  }
}
