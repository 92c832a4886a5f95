/** Text of others as a reader must see it: nothing in it hides, reorders or draws over what stands around it. */

/**
 * What no eye can see and what turns text around: controls, line separators, bidirectional marks, spaces without
 * width, and the tags in which whole sentences hide. Joiners stay: words and emoji are made with them.
 */
const UNSEEN =
  /[^\P{Cc}\t\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** A terminal's colours: `ESC [ … m`. */
const ESC = "\\u001b";
const COLOURS = new RegExp(`${ESC}\\[[0-9;:]*m`, "g");

/** The text with what cannot be seen written as an escape such as `\u202e`; line ends are `\n`, halves of characters U+FFFD. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(UNSEEN, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16);
      return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
    });
}

/** The text without a terminal's colours. Its other commands stay, and are seen: what a model read is no secret. */
export function withoutColours(text: string): string {
  return text.includes("\u001b") ? text.replace(COLOURS, "") : text;
}

/** The text on one line, cut after `length` characters. */
export function oneLine(text: string, length: number): string {
  // Three times as much as is wanted holds enough, however long the text and however many its blanks.
  const line = text
    .slice(0, 3 * length)
    .replace(/\s+/g, " ")
    .trim();
  const characters = Array.from(line);
  const whole = characters.length <= length && text.length <= 3 * length;
  return whole ? line : `${characters.slice(0, length).join("").trimEnd()}…`;
}
