/** Text of others inside a line of ours. */
import { errorText } from "./errors.ts";

const LONGEST = 300;

/** The text on one line, cut after 300 characters, with what a terminal might obey escaped. */
export function oneLine(text: string): string {
  const line = text.toWellFormed().trim().replace(/\s+/g, " ");
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line;
  return short.replace(
    /[\p{Cc}\p{Bidi_Control}\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** What was thrown, on one line: its message only, whatever else it holds. Never throws. */
export function thrownText(thrown: unknown): string {
  try {
    const text = oneLine(`${errorText(thrown)}`);
    return text === "" ? "an error without a message" : text;
  } catch {
    return "an error that could not be read";
  }
}
