/** Text of others inside a message of ours. */

/** The text in quotes on one line, with what could drive a terminal or turn text around escaped. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
