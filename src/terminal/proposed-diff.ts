/** What a call would do to its file. Loaded when somebody is asked about one. */
import { homedir } from "node:os";
import { applyEdits } from "../tools/apply-edits.ts";
import type { Edit } from "../tools/edit.ts";
import { openFile, readAt } from "../tools/open-file.ts";
import { findPath, realPath, shownPath } from "../tools/paths.ts";
import { decodeText, isBinary, isDamaged } from "../tools/text-encoding.ts";
import { unifiedDiff } from "../tools/unified-diff.ts";
import type { JsonObject } from "../wire/messages.ts";

/** A person does not wait longer than this takes, nor reads more. */
const MOST_BYTES = 2_000_000;

/**
 * The unified diff that a call of `edit` or `write` would make of the file as it is now. Undefined when there is none: no
 * such file, no text, an edit that does not fit, another tool. Does not reject.
 */
export async function proposedDiff(
  toolName: string,
  args: JsonObject,
  workspace: string,
): Promise<string | undefined> {
  const { path, edits, content } = args;
  if (typeof path !== "string" || (toolName !== "edit" && toolName !== "write")) return undefined;
  try {
    const found = await findPath(path, { workspace, home: homedir() });
    const shown = shownPath(found, workspace);
    const bytes = await bytesOf(await realPath(found), shown);
    if (!bytes || isBinary(bytes.subarray(0, 8192)) || isDamaged(bytes)) return undefined;
    const before = decodeText(bytes);
    if (before.style.encoding === "bytes") return undefined;
    const after = toolName === "edit" ? applyEdits(before, edits as unknown as Edit[], shown).text : content;
    return typeof after === "string" ? unifiedDiff(shown, before.text, after) || undefined : undefined;
  } catch {
    return undefined;
  }
}

async function bytesOf(path: string, shown: string): Promise<Buffer | undefined> {
  const file = await openFile(path, shown);
  if (!file) return undefined;
  try {
    if (file.stats.size > MOST_BYTES) return undefined;
    return await readAt(file.handle, Buffer.allocUnsafe(Number(file.stats.size)), 0);
  } finally {
    await file.handle.close();
  }
}
