/** File names as a model or a person may be shown them: always one line, never a terminal's command. */

/** Controls, line and paragraph separators, and what turns the direction of text. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;

/**
 * The name or path unchanged, or, when it holds characters that would break the line or the terminal, as a JSON string
 * with its quotes, so that it is unambiguous and can be sent back as it is.
 */
export function escapeName(name: string): string {
  if (name.search(UNSAFE) === -1) return name;
  return JSON.stringify(name).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
