/** What changed, as a unified diff of the real contents. */
import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk, structuredPatch } from "diff";

const CONTEXT_LINES = 3;
/** After this long the changed part counts as all different. */
const TIMEOUT_MS = 250;
/** A longer diff would be no use to anybody and a burden to every pipe and file it goes through. In UTF-16 units. */
const MAX_LENGTH = 1_000_000;
/** Of both texts together, from the first change to the last. In UTF-16 units. */
const MAX_COMPARED = 20_000_000;

/**
 * A diff that `patch -p1` takes, with `a/` and `b/` before `name`; null when it would be longer than about 1 MB, and the
 * empty string when nothing changed.
 */
export function unifiedDiff(name: string, before: string, after: string): string | null {
  if (before === after) return "";
  const { start, endBefore, endAfter, skippedLines } = changedPart(before, after);
  const [old, now] = [before.slice(start, endBefore), after.slice(start, endAfter)];
  if (old.length + now.length > MAX_COMPARED) return null;
  const inTree = name.replace(/^\/+/, "");
  const [oldName, newName] = [`a/${inTree}`, `b/${inTree}`];
  const options = { context: CONTEXT_LINES, timeout: TIMEOUT_MS };
  const patch = structuredPatch(oldName, newName, old, now, undefined, undefined, options);
  const hunks = patch?.hunks ?? [allDifferent(old, now)];
  for (const hunk of hunks) {
    hunk.oldStart += skippedLines;
    hunk.newStart += skippedLines;
  }
  const headers = { oldFileName: oldName, newFileName: newName, oldHeader: undefined, newHeader: undefined };
  const diff = formatPatch({ ...headers, hunks }, FILE_HEADERS_ONLY);
  return diff.length > MAX_LENGTH ? null : diff;
}

/** One hunk that takes out all old lines and puts in all new ones. */
function allDifferent(old: string, now: string): StructuredPatchHunk {
  const [removed, added] = [linesOf(old), linesOf(now)];
  const lines = [...marked("-", removed), ...marked("+", added)];
  return { oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length, lines };
}

/** The lines with their ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function marked(sign: string, lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    line.endsWith("\n") ? [sign + line.slice(0, -1)] : [sign + line, "\\ No newline at end of file"],
  );
}

/** Where both texts differ, widened to whole lines and their context: a large file costs no more than its change. */
function changedPart(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  let sameEnd = 0;
  while (
    sameEnd < shorter - same &&
    before[before.length - 1 - sameEnd] === after[after.length - 1 - sameEnd]
  )
    sameEnd++;

  let start = same;
  for (let lines = 0; lines <= CONTEXT_LINES && start > 0; lines++)
    start = before.lastIndexOf("\n", start - 2) + 1;
  let end = before.length - sameEnd;
  for (let lines = 0; lines <= CONTEXT_LINES + 1 && end < before.length; lines++) {
    const feed = before.indexOf("\n", end);
    end = feed === -1 ? before.length : feed + 1;
  }
  let skippedLines = 0;
  for (let feed = before.indexOf("\n"); feed !== -1 && feed < start; feed = before.indexOf("\n", feed + 1))
    skippedLines++;
  return { start, endBefore: end, endAfter: end + after.length - before.length, skippedLines };
}
