/** Edits on a text: all or none, and nothing but what they name. */
import { ToolError } from "../errors.ts";
import type { Edit } from "./edit.ts";
import { findMatches, type Region } from "./match-text.ts";
import type { DecodedText } from "./text-encoding.ts";

/** What came of the edits. */
export interface EditedText {
  text: string;
  /** The lines of the old text at which a replacement was made, counted from 1, ascending. */
  lines: number[];
  /** Some place was not exactly as its edit had it. */
  tolerant: boolean;
}

interface Replacement extends Region {
  text: string;
  /** How error messages call the edit it comes from. */
  name: string;
}

/** The most line numbers a message lists. */
const MAX_LISTED = 20;
/** More take memory and time that commands do not need. */
const MAX_REPLACEMENTS = 100_000;
/** Of the new text, in UTF-16 units. */
const MAX_LENGTH = 100_000_000;

/**
 * @param shown the file's name for messages.
 * @throws {ToolError} that names the edit, and tells "not found" from "found several times".
 */
export function applyEdits(before: DecodedText, edits: readonly Edit[], shown: string): EditedText {
  if (edits.length === 0) throw new ToolError("edits: is empty; give at least one replacement.");
  let tolerant = false;
  const replacements: Replacement[] = [];
  for (const [index, edit] of edits.entries()) {
    const name = edits.length === 1 ? "old_text" : `edits[${index}].old_text`;
    const found = locate(before, edit, name, shown);
    if (replacements.length + found.replacements.length > MAX_REPLACEMENTS) throw tooMany(name, shown);
    for (const replacement of found.replacements) replacements.push(replacement);
    tolerant ||= !found.exact;
  }
  replacements.sort((a, b) => a.start - b.start);
  refuseOverlaps(replacements, before.text);
  const length = replacements.reduce(
    (sum, { start, end, text }) => sum + text.length - (end - start),
    before.text.length,
  );
  if (length > MAX_LENGTH)
    throw new ToolError(`${shown} would become too large to edit (${count(length)} characters). ${USE_BASH}`);

  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, text: put } of replacements) {
    pieces.push(before.text.slice(done, start), put);
    done = end;
  }
  pieces.push(before.text.slice(done));
  const text = pieces.join("");
  if (text === before.text)
    throw new ToolError(`The edits change nothing in ${shown}: it already has the new text.`);
  return { text, lines: linesAt(before.text, replacements), tolerant };
}

function locate(before: DecodedText, edit: Edit, name: string, shown: string) {
  const { text, style } = before;
  const bytes = style.encoding === "bytes";
  if (edit.old_text === "") throw new ToolError(`${name}: is empty. To make a whole new file use write.`);
  if (bytes && /\P{ASCII}/u.test(edit.new_text))
    throw new ToolError(
      `${shown} is not UTF-8, so that only ASCII can be put into it: its encoding is not known.`,
    );
  const { regions, exact } = findMatches(text, edit.old_text, bytes, MAX_REPLACEMENTS);
  if (regions.length > MAX_REPLACEMENTS) throw tooMany(name, shown);
  if (regions.length === 0) throw new ToolError(notFound(text, edit.old_text, name, shown));
  const all = edit.replace_all === true;
  if (regions.length > 1 && !all)
    throw new ToolError(
      `${name}: found ${regions.length} times in ${shown}, at lines ${listLines(linesAt(text, regions))}. ` +
        `Add the lines around it until it is the only such place, or set replace_all.`,
    );
  const lineEndNear = lineEnds(text);
  const withLineEnd = inLineEnds(edit.new_text);
  const replacements = apart(regions).map((region): Replacement => {
    const put = withLineEnd(lineEndNear(region.start));
    return { ...region, text: exact ? put : withoutRepeatedEnd(put, edit.old_text, text, region), name };
  });
  return { replacements, exact };
}

/** Without the places that overlap an earlier one. */
function apart(regions: readonly Region[]): Region[] {
  let end = 0;
  return regions.filter((region) => {
    if (region.start < end) return false;
    end = region.end;
    return true;
  });
}

/**
 * Tells the line end that is used at a place: the next one, else the one before; undefined in a text of one line. Places
 * must ascend, so that no part of the text is looked at twice.
 */
function lineEnds(text: string): (at: number) => string | undefined {
  const last = text.lastIndexOf("\n");
  let next = text.indexOf("\n");
  return (at) => {
    if (next !== -1 && next < at) next = text.indexOf("\n", at);
    const used = next === -1 ? last : next;
    if (used === -1) return undefined;
    return text[used - 1] === "\r" ? "\r\n" : "\n";
  };
}

/** The text with one kind of line ends, each made once. */
function inLineEnds(text: string): (lineEnd: string | undefined) => string {
  const made = new Map<string | undefined, string>([[undefined, text]]);
  return (lineEnd = undefined) => {
    const known = made.get(lineEnd) ?? text.replace(/\r?\n/g, () => lineEnd ?? "");
    made.set(lineEnd, known);
    return known;
  };
}

const USE_BASH = "Use a command with bash, such as sed -i 's/OLD/NEW/g' FILE.";

function tooMany(name: string, shown: string): ToolError {
  return new ToolError(
    `${name}: found in more than ${count(MAX_REPLACEMENTS)} places in ${shown}, too many for edit. ${USE_BASH}`,
  );
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

/**
 * An old text that was only nearly right says little about where it ends: a last line end that only the new text has, and
 * that the file has right after the place, would make a blank line nobody asked for.
 */
function withoutRepeatedEnd(put: string, old: string, text: string, { end }: Region): string {
  const repeated = /\r?\n$/.exec(put)?.[0];
  if (repeated === undefined || old.endsWith("\n") || !text.startsWith(repeated, end)) return put;
  return put.slice(0, -repeated.length);
}

function refuseOverlaps(replacements: readonly Replacement[], text: string): void {
  for (const [index, next] of replacements.entries()) {
    const previous = replacements[index - 1];
    if (previous === undefined || next.start >= previous.end) continue;
    const [line] = linesAt(text, [next]);
    throw new ToolError(
      `${previous.name} and ${next.name} overlap at line ${line}. Join them into one edit; nothing was changed.`,
    );
  }
}

function notFound(text: string, old: string, name: string, shown: string): string {
  const first = old
    .split("\n")
    .find((line) => line.trim() !== "")
    ?.trim();
  const lines = first === undefined ? [] : linesThatAre(first, text);
  const hint =
    first === undefined || lines.length === 0
      ? "Read the file to see what it has."
      : `Its first line is there, at ${lines.length === 1 ? "line" : "lines"} ${listLines(lines)}, but what surrounds it differs: read that part again.`;
  return `${name}: not found in ${shown}. ${hint}`;
}

/** The numbers of the lines that are this text, but for blanks around it. */
function linesThatAre(wanted: string, text: string): number[] {
  const places: Region[] = [];
  for (let at = text.indexOf(wanted); at !== -1 && places.length < MAX_REPLACEMENTS; ) {
    const start = text.lastIndexOf("\n", at) + 1;
    const feed = text.indexOf("\n", at);
    const end = feed === -1 ? text.length : feed;
    if (text.slice(start, end).trim() === wanted) places.push({ start, end });
    at = feed === -1 ? -1 : text.indexOf(wanted, feed);
  }
  return linesAt(text, places);
}

/** The lines at which these places begin; they must be in order. */
function linesAt(text: string, places: readonly Region[]): number[] {
  let line = 1;
  let feed = text.indexOf("\n");
  return places.map(({ start }) => {
    while (feed !== -1 && feed < start) {
      line++;
      feed = text.indexOf("\n", feed + 1);
    }
    return line;
  });
}

/** `3, 10 and 12`, or the first twenty and how many more. */
export function listLines(lines: readonly number[]): string {
  if (lines.length > MAX_LISTED)
    return `${lines.slice(0, MAX_LISTED).join(", ")} and ${lines.length - MAX_LISTED} more`;
  return lines.length < 2 ? lines.join() : `${lines.slice(0, -1).join(", ")} and ${lines.at(-1)}`;
}
