/** Text of others inside a message of ours: quoted, short, and harmless to a terminal. */

const LONGEST = 60;
/** Controls, those of the direction of writing, two more line breaks. By number: names are slow to load. */
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The text in quotes on one line, cut after 60 characters, with control characters escaped. */
export function shown(text: string): string {
  const characters = Array.from(text);
  const short = characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : text;
  return JSON.stringify(short).replace(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
