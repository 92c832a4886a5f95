/** Finding the text a model means in the text that is there. */
import { plainBlanks, plainDashes, plainQuotes } from "./typography.ts";

/** A part of a text, in UTF-16 units. */
export interface Region {
  start: number;
  end: number;
}

/** Where the wanted text is. */
export interface Matches {
  /** Every place, also where places overlap, in order; of too many one more than were to be found. */
  regions: Region[];
  /** False when the places differ from the wanted text in line ends, trailing blanks or typography. */
  exact: boolean;
}

/**
 * Looks for the exact text; only when there is none for one with other line ends; only then for one that differs in blanks
 * at line ends and, unless `plain`, in the curl of quotes, the length of dashes and the kind of blanks. Gives up after
 * `most` places.
 */
export function findMatches(text: string, wanted: string, plain: boolean, most: number): Matches {
  const exact: Region[] = [];
  for (const at of occurrences(text, wanted)) {
    exact.push({ start: wholeLineEnd(text, at), end: at + wanted.length });
    if (exact.length > most) break;
  }
  if (exact.length > 0) return { regions: exact, exact: true };
  for (const fold of [foldLineEnds, plain ? foldBlanks : foldAll]) {
    const regions = foldedMatches(text, wanted, fold, most);
    if (regions.length > 0) return { regions, exact: false };
  }
  return { regions: [], exact: false };
}

/** The place, or the one before it where it would part the two characters of a line end. */
function wholeLineEnd(text: string, at: number): number {
  return text[at] === "\n" && text[at - 1] === "\r" ? at - 1 : at;
}

function* occurrences(text: string, wanted: string): Generator<number, void, void> {
  if (wanted === "") return;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) yield at;
}

/** A text made simpler by leaving characters out; the others keep their number and order. */
interface Folded {
  text: string;
  /** Where the left out parts were: places in `text`, ascending, and the total length left out up to and with each. */
  gaps: number[];
  removed: number[];
}

function foldedMatches(text: string, wanted: string, fold: (text: string) => Folded, most: number): Region[] {
  const sought = fold(wanted).text;
  const folded = fold(text);
  // Blanks that fell away at the ends of the wanted text stand for blanks at the end of a line, or for themselves.
  const opensBlank = /^[^\S\n]/.test(wanted) && /^(\n|$)/.test(sought);
  const closing = /[^\S\n]$/.test(sought) ? "" : plainBlanks(/[^\S\n]*$/.exec(wanted)?.[0] ?? "");
  const regions: Region[] = [];
  for (const at of occurrences(folded.text, sought)) {
    let end = at + sought.length;
    if (opensBlank && at > 0 && folded.text[at - 1] !== "\n") continue;
    if (closing !== "" && end < folded.text.length && folded.text[end] !== "\n") {
      if (!folded.text.startsWith(closing, end)) continue;
      end += closing.length;
    }
    regions.push({
      start: wholeLineEnd(text, original(folded, at, !opensBlank)),
      end: wholeLineEnd(text, original(folded, end, closing !== "")),
    });
    if (regions.length > most) break;
  }
  return regions;
}

/** The place in the original text; of a gap right there, `after` says on which side. */
function original({ gaps, removed }: Folded, place: number, after: boolean): number {
  let low = 0;
  let high = gaps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const gap = gaps[middle] as number;
    if (gap < place || (after && gap === place)) low = middle + 1;
    else high = middle;
  }
  return place + (low === 0 ? 0 : (removed[low - 1] as number));
}

function leaveOut(text: string, pattern: RegExp): Folded {
  const gaps: number[] = [];
  const removed: number[] = [];
  let total = 0;
  const folded = text.replace(pattern, (part, at: number) => {
    gaps.push(at - total);
    total += part.length;
    removed.push(total);
    return "";
  });
  return { text: folded, gaps, removed };
}

function foldLineEnds(text: string): Folded {
  return leaveOut(text, /\r(?=\n)/g);
}

function foldBlanks(text: string): Folded {
  return leaveOut(text, /(?<![ \t])[ \t]+(?=\r?\n|$)|\r(?=\n)/g);
}

function foldAll(text: string): Folded {
  return foldBlanks(plainDashes(plainQuotes(plainBlanks(text))));
}
