/** Finds the lines of one text that match, with the lines around them, while the text comes in. */
import { createFindInLine, LEAD_IN, type LinePart, OVERLAP, STRETCH } from "./find-in-line.ts";
import { excerpt, type LineExcerpt, shownExcerpt } from "./line-excerpt.ts";
import { countLineFeeds } from "./line-feeds.ts";
import type { TimeGuard } from "./time-guard.ts";

/** What to look for. */
export interface LineSearchOptions {
  /** Without the `g` and `y` flags. */
  regex: RegExp;
  /** What every match contains, if known: text without it is passed over quickly. */
  needle: string | undefined;
  /** Lines wanted before and after each match. */
  context: number;
  /** Matching lines to keep at most. */
  limit: number;
  /** Absent: the pattern cannot take long. */
  guard: TimeGuard | undefined;
}

/** A line worth showing, cut to a bounded excerpt. */
export interface FoundLine {
  /** Counted from 1. */
  number: number;
  text: string;
  isMatch: boolean;
}

/** What one text held. */
export interface FoundLines {
  lines: FoundLine[];
  /** Matching lines among them. */
  matches: number;
  /** There are more matching lines than the limit allows. */
  more: boolean;
  /** Numbers of lines that were given up because the pattern took too long on them; the search ends at the third. */
  slow: number[];
  /** Numbers of lines without a match in which one could be that is too long to be found. */
  inParts: number[];
}

/** Takes text in pieces. */
export interface LineSearch {
  push(text: string): void;
  /** Nothing more is needed. */
  readonly done: boolean;
  /** To be called once. `more`: the text went on, but nobody waits for the rest. */
  end(more?: boolean): FoundLines;
}

/** A longer line is not held: it is searched as it comes. */
const LONGEST_LINE = 1024 * 1024;
const SLOW_MS = 250;
const MAX_SLOW = 3;

/** A line that is not held. */
interface LongLine {
  /** Characters that were let go. */
  before: number;
  /** What will be shown of it. */
  shown: LineExcerpt;
  isMatch: boolean;
}

/** A search through one text. */
export function createLineSearch({ regex, needle, context, limit, guard }: LineSearchOptions): LineSearch {
  const found: FoundLines = { lines: [], matches: 0, more: false, slow: [], inParts: [] };
  const find = createFindInLine(regex);
  let before: FoundLine[] = [];
  let following = 0;
  /** Of the line that is coming in. */
  let rest = "";
  let long: LongLine | undefined;
  let number = 1;
  let done = false;

  /** Where each of these parts has its first match; -1 for none. */
  const judge = (parts: readonly LinePart[]): number[] => {
    const verdicts: number[] = [];
    let at = 0;
    let gaveUpAt = -1;
    const run = () => {
      for (; at < parts.length; at++) verdicts[at] = find(parts[at] as LinePart) ?? -1;
    };
    if (guard === undefined) run();
    // Twice, because it may be the machine that was slow, or the many lines before this one.
    while (guard !== undefined && !guard(run, SLOW_MS) && found.slow.length < MAX_SLOW) {
      if (gaveUpAt === at) {
        found.slow.push(number + at);
        verdicts[at++] = -1;
      } else gaveUpAt = at;
    }
    done ||= found.slow.length >= MAX_SLOW;
    return verdicts;
  };
  const take = (at: number, isMatch: boolean, show: () => string) => {
    if (isMatch && found.matches === limit) {
      found.more = true;
      done = true;
      return;
    }
    if (!isMatch && context === 0) return;
    const shown = { number: at, text: show(), isMatch };
    if (!isMatch && following === 0) {
      before.push(shown);
      if (before.length > context) before.shift();
      return;
    }
    found.lines.push(...before, shown);
    before = [];
    following = isMatch ? context : following - 1;
    if (isMatch) found.matches++;
  };
  const takeLine = (line: string, at: number, match = -1) =>
    take(at, match >= 0, () => shownExcerpt(excerpt(line, match), line.length));
  const takeLines = (text: string) => {
    const count = countLineFeeds(text) + 1;
    if (needle === undefined || following > 0 || text.includes(needle)) {
      const lines = text.split("\n").map(withoutReturn);
      const verdicts = judge(lines.map((line) => ({ text: line, before: 0, from: 0, ends: true })));
      for (let at = 0; at < lines.length && !found.more; at++) {
        const line = lines[at] ?? "";
        takeLine(line, number + at, verdicts[at]);
        noteParts(line.length, number + at, verdicts[at] === -1);
      }
    } else if (context > 0)
      lastLines(text, context).forEach((line, index, all) => {
        takeLine(withoutReturn(line), number + count - all.length + index);
      });
    number += count;
  };
  const noteParts = (length: number, at: number, missed: boolean) => {
    // Without a repetition no match is that long.
    if (missed && length > STRETCH && guard !== undefined && !found.slow.includes(at)) found.inParts.push(at);
  };
  /** Looks at what has come of a line that is too long, and lets go of what is no more needed. */
  const takePart = (text: string, ends: boolean) => {
    const gone = long?.before ?? 0;
    const part = { text, before: gone, from: gone === 0 ? 0 : LEAD_IN, ends };
    const known = long?.isMatch === true || found.slow.includes(number);
    const match = known || (needle !== undefined && !text.includes(needle)) ? -1 : (judge([part])[0] ?? -1);
    const shown =
      long === undefined || match >= 0 ? excerpt(text, match, { begin: gone === 0, end: ends }) : long.shown;
    const kept = ends ? text.length : text.length - OVERLAP - LEAD_IN;
    long = { before: gone + kept, shown, isMatch: match >= 0 || long?.isMatch === true };
    rest = text.slice(kept);
  };
  const endLong = (text: string, more: boolean) => {
    takePart(text, true);
    const { before: length, shown, isMatch } = long as unknown as LongLine;
    take(number, isMatch, () => shownExcerpt(shown, length, more));
    noteParts(length, number, !isMatch);
    long = undefined;
  };

  return {
    get done() {
      return done;
    },
    push(piece) {
      if (done) return;
      let text = rest + piece;
      const first = long === undefined ? -1 : text.indexOf("\n");
      if (first >= 0) {
        endLong(withoutReturn(text.slice(0, first)), false);
        number++;
        text = text.slice(first + 1);
        if (done) return;
      }
      const end = text.lastIndexOf("\n") + 1;
      rest = text.slice(end);
      if (end > 0) takeLines(text.slice(0, end - 1));
      if (rest.length >= LONGEST_LINE && !done) takePart(rest, false);
    },
    end(more = false) {
      if (done) return found;
      if (rest === "") return found;
      if (long !== undefined || more) endLong(withoutReturn(rest), more);
      else takeLines(rest);
      return found;
    },
  };
}

function lastLines(text: string, count: number): string[] {
  let from = text.length;
  for (let line = 0; line < count && from >= 0; line++)
    from = from === 0 ? -1 : text.lastIndexOf("\n", from - 1);
  return text.slice(from + 1).split("\n");
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
