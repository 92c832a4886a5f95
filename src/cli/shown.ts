/** Text of others inside a message of ours: quoted, short, and harmless to a terminal. */

const LONGEST = 60;

/** The text in quotes on one line, cut after 60 characters, with control characters escaped. */
export function shown(text: string): string {
  const characters = Array.from(text);
  const short = characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : text;
  return JSON.stringify(short).replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
