/** The work of `edit`. */
import { ToolError } from "../errors.ts";
import { applyEdits, listLines } from "./apply-edits.ts";
import { byteCount } from "./byte-count.ts";
import { contentHash } from "./content-hash.ts";
import type { EditArguments } from "./edit.ts";
import { fileError, missingError } from "./file-errors.ts";
import { hasChanged } from "./file-memory.ts";
import { type OpenFile, openFile, readAt } from "./open-file.ts";
import { findPath, realPath, shownPath } from "./paths.ts";
import { replaceFile } from "./replace-file.ts";
import { decodeText, encodeText, isBinary, isDamaged } from "./text-encoding.ts";
import { type ToolOutput, textOutput } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";

/** The whole file is held in memory, a few times over. */
const MAX_BYTES = 50_000_000;

/** @throws {ToolError} when the file cannot be edited, changed since it was seen, or an edit fits no or several places. */
export async function editFile(
  { path: wanted, edits }: EditArguments,
  environment: ToolEnvironment,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const { workspace, memory } = environment;
  const found = await findPath(wanted, environment);
  const shown = shownPath(found, workspace);
  const path = await realPath(found);
  const file = await openFile(path, shown);
  if (file === null) throw await missingError(found, shown, workspace);
  const bytes = await content(file, shown);
  const { size, mtimeNs } = file.stats;
  const seen = memory.seen(path);
  if (seen !== undefined && hasChanged(seen, { size, mtimeNs, hash: contentHash(bytes) }))
    throw new ToolError(`${shown} changed since you last saw it. Read it again, then edit.`);

  const before = decodeText(bytes);
  const { text, lines, tolerant } = applyEdits(before, edits, shown);
  const after = encodeText(text, before.style);
  const written = await replaceFile({ path, shown, content: after, before: file.stats, signal });
  memory.remember(path, { size: written.size, mtimeNs: written.mtimeNs, hash: contentHash(after) });

  const { unifiedDiff } = await import("./unified-diff.ts");
  const diff =
    before.style.encoding === "bytes"
      ? unifiedDiff(shown, bytes.toString(), after.toString())
      : unifiedDiff(shown, before.text, text);
  const count = lines.length === 1 ? "1 replacement, at line" : `${lines.length} replacements, at lines`;
  const note = tolerant ? " Not all old_text was exactly so: line ends, blanks or typography differed." : "";
  return textOutput(`Edited ${shown}: ${count} ${listLines(lines)}.${note}`, {
    diff,
    replacements: lines.length,
  });
}

async function content({ handle, stats }: OpenFile, shown: string): Promise<Buffer> {
  try {
    if (stats.size > MAX_BYTES)
      throw new ToolError(
        `${shown} is too large to edit (${byteCount(Number(stats.size))}, at most ${byteCount(MAX_BYTES)}). Use bash.`,
      );
    const bytes = await readAt(handle, Buffer.allocUnsafe(Number(stats.size)), 0);
    if (isBinary(bytes.subarray(0, 8192)) || isDamaged(bytes))
      throw new ToolError(`${shown} is a binary file; edit changes only text.`);
    return bytes;
  } catch (error) {
    throw fileError(error, "read", shown);
  } finally {
    await handle.close();
  }
}
