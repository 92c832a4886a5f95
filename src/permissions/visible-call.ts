/** The text of a call as whoever decides on it must see it. */

const HIDDEN = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Nothing in it hides, and a terminal obeys none of it: tabs are blanks, other characters that are not shown are escapes such as
 * `\u{1b}`. Line feeds stay.
 */
export function visibleText(text: string): string {
  return text
    .replaceAll("\t", "    ")
    .replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visibleText(text)
    .replace(/\s*\n\s*/g, " ")
    .trim();
}
