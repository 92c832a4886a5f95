/** Finds a pattern in one line of any length, also while the line comes in. */

/** A line, or as much of it as is held at a time. */
export interface LinePart {
  text: string;
  /** Characters of the line that came before `text`. */
  before: number;
  /** Where to begin in `text`: what stands before is only there for what looks back. */
  from: number;
  /** The line ends with the text. */
  ends: boolean;
}

/** Where a match begins in the part's text; undefined when none was found. */
export type FindInLine = (part: LinePart) => number | undefined;

/** A longer line is searched in stretches: `a.*b` may take as many steps as the square of the length. */
export const STRETCH = 64 * 1024;
/** A match up to this length is found wherever it lies. */
export const OVERLAP = 16 * 1024;
/** How much stands before a stretch, for `\b` and lookbehind. */
export const LEAD_IN = 1024;
/** Stands for what is cut off, so that `$` does not match there. A noncharacter: in no class, and neither word nor blank. */
const CUT = "\uffff";

/** A finder for a regular expression without the `g` and `y` flags. */
export function createFindInLine(regex: RegExp): FindInLine {
  const anywhere = new RegExp(regex, `${regex.flags}g`);
  const here = new RegExp(regex, `${regex.flags}y`);

  const matchesAt = (index: number, { text, ends }: LinePart) => {
    here.lastIndex = index;
    return here.test(ends ? text : text + CUT);
  };
  const findFrom = (start: number, to: number, part: LinePart): number | undefined => {
    const left = Math.max(0, start - LEAD_IN);
    const isEnd = part.ends && to === part.text.length;
    const stretch = part.text.slice(left, to) + (isEnd ? "" : CUT);
    for (let from = start; ; from += lengthAt(part.text, from)) {
      anywhere.lastIndex = from - left;
      const match = anywhere.exec(stretch);
      if (match === null) return undefined;
      from = left + match.index;
      if (isEnd) return from;
      // Others are left to the next stretch, which has more of what follows them.
      if (from >= to - OVERLAP) return undefined;
      // One that reaches the cut may owe it that: the whole text tells, and one beginning costs no square.
      if (from + match[0].length < to || matchesAt(from, part)) return from;
    }
  };
  return (part) => {
    const { text, before, from, ends } = part;
    if (before === 0 && ends && text.length <= STRETCH) return regex.exec(text)?.index;
    if (before === 0 && matchesAt(0, part)) return 0;
    for (let start = from; ; start += STRETCH - OVERLAP) {
      const to = Math.min(start + STRETCH, text.length);
      const found = findFrom(start, to, part);
      if (found !== undefined || to === text.length) return found;
    }
  };
}

/** Of the character there, in UTF-16 units: a search that began within one would find it again. */
function lengthAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}
