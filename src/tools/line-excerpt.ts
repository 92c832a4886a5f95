/** What is shown of a line: one harmless line of bounded length. */

/** The part of a line around a match, before it is known how long the line is. */
export interface LineExcerpt {
  text: string;
  /** Something of the line is left out. */
  cut: boolean;
}

const LONGEST_SHOWN = 500;
/** How much of a long line is shown before the match. */
const LEAD = 100;

/**
 * The line, or the part of a long one around `match`; controls as `\x1b`. `held`: the text is all of the line, from its
 * begin to its end, or lacks either.
 */
export function excerpt(
  text: string,
  match: number,
  held: { begin: boolean; end: boolean } = { begin: true, end: true },
): LineExcerpt {
  if (text.length <= LONGEST_SHOWN && held.begin && held.end)
    return { text: withoutControls(text), cut: false };
  const from = wholeFrom(text, Math.max(0, Math.min(match - LEAD, text.length - LONGEST_SHOWN)));
  const to = wholeFrom(text, from + LONGEST_SHOWN);
  const start = from > 0 || !held.begin ? "…" : "";
  const end = to < text.length || !held.end ? "…" : "";
  return { text: start + withoutControls(text.slice(from, to)) + end, cut: true };
}

/** The excerpt as it is shown. `more`: the line has not ended. */
export function shownExcerpt({ text, cut }: LineExcerpt, length: number, more = false): string {
  const characters = `${more ? "more than " : ""}${length.toLocaleString("en-US")}`;
  return cut ? `${text} [cut: the line has ${characters} characters]` : text;
}

/** The index itself, or the one before it when it would part a surrogate pair. */
function wholeFrom(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index;
}

function withoutControls(line: string): string {
  return line.replace(
    /[^\P{Cc}\t]/gu,
    (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
