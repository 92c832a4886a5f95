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

/**
 * @param shown the file's name for messages.
 * @throws {ToolError} that names the edit, and tells "not found" from "found several times".
 */
export function applyEdits(before: DecodedText, edits: readonly Edit[], shown: string): EditedText {
  if (edits.length === 0) throw new ToolError("edits: is empty; give at least one replacement.");
  let tolerant = false;
  const replacements = edits.flatMap((edit, index) => {
    const name = edits.length === 1 ? "old_text" : `edits[${index}].old_text`;
    const found = locate(before, edit, name, shown);
    tolerant ||= !found.exact;
    return found.replacements;
  });
  replacements.sort((a, b) => a.start - b.start);
  refuseOverlaps(replacements, before.text);

  let text = "";
  let done = 0;
  for (const { start, end, text: put } of replacements) {
    text += before.text.slice(done, start) + put;
    done = end;
  }
  text += before.text.slice(done);
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
  const { regions, exact } = findMatches(text, edit.old_text, bytes);
  if (regions.length === 0) throw new ToolError(notFound(text, edit.old_text, name, shown));
  const all = edit.replace_all === true;
  if (regions.length > 1 && !all)
    throw new ToolError(
      `${name}: found ${regions.length} times in ${shown}, at lines ${listLines(linesAt(text, regions))}. ` +
        `Add the lines around it until it is the only such place, or set replace_all.`,
    );
  const replacements = apart(regions).map((region): Replacement => {
    const put = withLineEnd(edit.new_text, lineEndNear(text, region.start));
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

/** The line end that is used at this place: the next one, else the one before; undefined in a text of one line. */
function lineEndNear(text: string, at: number): string | undefined {
  let feed = text.indexOf("\n", at);
  if (feed === -1) feed = text.lastIndexOf("\n", at);
  if (feed === -1) return undefined;
  return text[feed - 1] === "\r" ? "\r\n" : "\n";
}

function withLineEnd(text: string, lineEnd: string | undefined): string {
  return lineEnd === undefined ? text : text.replace(/\r?\n/g, () => lineEnd);
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
  const lines = text.split("\n").flatMap((line, index) => (line.trim() === first ? [index + 1] : []));
  const hint =
    first === undefined || lines.length === 0
      ? "Read the file to see what it has."
      : `Its first line is there, at ${lines.length === 1 ? "line" : "lines"} ${listLines(lines)}, but what surrounds it differs: read that part again.`;
  return `${name}: not found in ${shown}. ${hint}`;
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
