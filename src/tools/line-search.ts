/** Finds the lines of one text that match, with the lines around them, while the text comes in. */
import { countLineFeeds } from "./line-feeds.ts";
import type { TimeGuard } from "./time-guard.ts";

/** What to look for. */
export interface LineSearchOptions {
  /** Without the `g` flag. */
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
}

/** Takes text in pieces. */
export interface LineSearch {
  push(text: string): void;
  /** Nothing more is needed. */
  readonly done: boolean;
  /** To be called once, at the end of the text. */
  end(): FoundLines;
}

/** A longer line is taken for several. */
const LONGEST_LINE = 1024 * 1024;
/** A longer line is searched in stretches that overlap: `a.*b` may take as many steps as the square of the length. */
const STRETCH = 64 * 1024;
const OVERLAP = 4 * 1024;
const LONGEST_SHOWN = 500;
/** How much of a long line is shown before the match. */
const LEAD = 100;
const SLOW_MS = 250;
const MAX_SLOW = 3;

/** A search through one text. */
export function createLineSearch({ regex, needle, context, limit, guard }: LineSearchOptions): LineSearch {
  const found: FoundLines = { lines: [], matches: 0, more: false, slow: [] };
  let before: FoundLine[] = [];
  let following = 0;
  let rest = "";
  let number = 1;
  let done = false;

  const judge = (lines: readonly string[]): boolean[] => {
    const verdicts: boolean[] = [];
    let at = 0;
    let gaveUpAt = -1;
    const run = () => {
      for (; at < lines.length; at++) verdicts[at] = findMatch(regex, lines[at] ?? "") !== undefined;
    };
    if (guard === undefined) run();
    // Twice, because it may be the machine that was slow, or the many lines before this one.
    while (guard !== undefined && !guard(run, SLOW_MS) && found.slow.length < MAX_SLOW) {
      if (gaveUpAt === at) {
        found.slow.push(number + at);
        verdicts[at++] = false;
      } else gaveUpAt = at;
    }
    return verdicts;
  };
  const take = (line: string, at: number, isMatch: boolean) => {
    if (isMatch && found.matches === limit) {
      found.more = true;
      done = true;
      return;
    }
    if (!isMatch && context === 0) return;
    const shown = { number: at, text: excerpt(line, isMatch ? regex : undefined), isMatch };
    if (!isMatch && following === 0) {
      before.push(shown);
      if (before.length > context) before.shift();
      return;
    }
    // The parts of one very long line count once, and as a match if one of them is.
    const last = found.lines.at(-1);
    if (last?.number === at) {
      if (last.isMatch || !isMatch) return;
      found.lines.pop();
    }
    found.lines.push(...before.filter((line) => line.number < at), shown);
    before = [];
    following = isMatch ? context : following - 1;
    if (isMatch) found.matches++;
  };
  const takeLines = (text: string) => {
    const count = countLineFeeds(text) + 1;
    if (needle === undefined || following > 0 || text.includes(needle))
      search(text.split("\n").map(withoutReturn));
    else if (context > 0)
      lastLines(text, context).forEach((line, index, all) => {
        take(withoutReturn(line), number + count - all.length + index, false);
      });
    number += count;
  };
  const search = (lines: readonly string[]) => {
    const verdicts = judge(lines);
    for (let at = 0; at < lines.length && !done; at++)
      take(lines[at] ?? "", number + at, verdicts[at] === true);
    done ||= found.slow.length >= MAX_SLOW;
  };

  return {
    get done() {
      return done;
    },
    push(piece) {
      if (done) return;
      const text = rest + piece;
      const end = text.lastIndexOf("\n") + 1;
      rest = text.slice(end);
      if (end > 0) takeLines(text.slice(0, end - 1));
      if (rest.length < LONGEST_LINE) return;
      search([rest]);
      rest = "";
    },
    end() {
      if (rest !== "" && !done) search([withoutReturn(rest)]);
      return found;
    },
  };
}

/** Where the line's first match begins. */
function findMatch(regex: RegExp, line: string): number | undefined {
  if (line.length <= STRETCH) return regex.exec(line)?.index;
  for (let from = 0; from === 0 || from + OVERLAP < line.length; from += STRETCH - OVERLAP) {
    const match = regex.exec(line.slice(from, from + STRETCH));
    if (match !== null) return from + match.index;
  }
  return undefined;
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

/** The line, or the part of a long one around its first match; controls as `\x1b`, so that it stays one harmless line. */
function excerpt(line: string, regex: RegExp | undefined): string {
  if (line.length <= LONGEST_SHOWN) return withoutControls(line);
  const match = (regex && findMatch(regex, line)) ?? 0;
  const from = wholeFrom(line, Math.max(0, Math.min(match - LEAD, line.length - LONGEST_SHOWN)));
  const to = wholeFrom(line, from + LONGEST_SHOWN);
  const length = line.length.toLocaleString("en-US");
  const part = withoutControls(line.slice(from, to));
  return `${from > 0 ? "…" : ""}${part}${to < line.length ? "…" : ""} [cut: the line has ${length} characters]`;
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
