/** The result of `grep`, put together file by file. */
import { ToolError } from "../errors.ts";
import { OVERLAP } from "./find-in-line.ts";
import type { FoundLine, FoundLines } from "./line-search.ts";
import { SEARCH_MS } from "./search-limits.ts";
import { createResultLines } from "./search-run.ts";
import { type ToolOutput, textOutput } from "./tool.ts";

/** Lines read `path:12:text`, those around a match `path-11-text`, with `--` between stretches. */
export interface GrepReport {
  /**
   * Adds what a file holds. False: nothing more is wanted.
   *
   * @throws {ToolError} when the pattern took too long on too many lines.
   */
  add(file: string, found: FoundLines): boolean;
  /** `isOver`: the time was up before the search was. `unread`: notes on what was left out. */
  result(isOver: boolean, unread: readonly string[]): ToolOutput;
}

const MAX_SLOW_LINES = 3;
/** The most lines a note names. */
const MAX_NAMED = 3;

/** An empty report of at most `limit` matching lines. */
export function createGrepReport({ context, limit }: { context: number; limit: number }): GrepReport {
  const lines = createResultLines();
  const slow: string[] = [];
  const inParts: string[] = [];
  const files = new Set<string>();
  let matches = 0;
  let more: string | undefined;

  const addLine = (file: string, { number, text, isMatch }: FoundLine) => {
    if (isMatch && matches === limit) more = `the first ${count(limit)}`;
    else if (!lines.add(isMatch ? `${file}:${number}:${text}` : `${file}-${number}-${text}`))
      more = `the first ${count(matches)}, as many as fit`;
    else if (isMatch) {
      matches++;
      files.add(file);
    }
    return more === undefined;
  };
  return {
    add(file, found) {
      inParts.push(...found.inParts.map((number) => `${file}:${number}`));
      slow.push(...found.slow.map((number) => `${file}:${number}`));
      if (slow.length >= MAX_SLOW_LINES)
        throw new ToolError(
          `pattern: takes too long on some lines (${slow.slice(0, MAX_SLOW_LINES).join(", ")}). Avoid repetitions within repetitions, such as (a+)+.`,
        );
      let previous = Number.NEGATIVE_INFINITY;
      for (const line of found.lines) {
        if (context > 0 && matches > 0 && line.number > previous + 1) lines.add("--");
        if (!addLine(file, line)) return false;
        previous = line.number;
      }
      if (found.more) more = `the first ${count(limit)}`;
      return more === undefined;
    },
    result(isOver, unread) {
      const notes: string[] = [];
      if (more !== undefined) notes.push(`${more}; there are more: narrow the pattern, the path or the glob`);
      if (isOver) notes.push(`stopped after ${SEARCH_MS / 1000} s: narrow the path`);
      if (slow.length > 0) notes.push(`not searched, the pattern takes too long there: ${slow.join(", ")}`);
      if (matches === 0 && notes.length === 0) notes.push("no matches");
      if (inParts.length > 0)
        notes.push(
          `searched in parts, so that matches longer than ${OVERLAP.toLocaleString("en-US")} characters are not found: ${named(inParts)}`,
        );
      notes.push(...unread);
      return textOutput(lines.text(notes), {
        matches,
        files: files.size,
        truncated: more !== undefined || isOver,
      });
    },
  };
}

function named(lines: readonly string[]): string {
  const more = lines.length - MAX_NAMED;
  return lines.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function count(matches: number): string {
  return matches === 1 ? "1 match" : `${matches} matches`;
}
