/** Text of others inside a message of ours: quoted, short, and harmless to a terminal. */

const LONGEST = 60;

/** The text in quotes on one line, cut after 60 characters, with control characters escaped. */
export function shown(text: string): string {
  const characters = Array.from(text);
  const short = characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : text;
  return JSON.stringify(short).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
