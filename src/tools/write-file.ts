/** The work of `write`. */
import type { BigIntStats } from "node:fs";
import { dirname } from "node:path";
import { ToolError } from "../errors.ts";
import { byteCount } from "./byte-count.ts";
import { contentHash } from "./content-hash.ts";
import { fileError } from "./file-errors.ts";
import { hasChanged } from "./file-memory.ts";
import { makeFolders } from "./make-folders.ts";
import { openFile, readAt } from "./open-file.ts";
import { realPath, resolvePath, shownPath } from "./paths.ts";
import { replaceFile } from "./replace-file.ts";
import { decodeText, encodeText, isBinary, type TextStyle } from "./text-encoding.ts";
import { type ToolOutput, textOutput } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";
import type { WriteArguments } from "./write.ts";

/** The most of an old file that is looked at: larger ones are known by size and time alone. */
const MAX_OLD_BYTES = 16 * 1024 * 1024;
/** A diff of more than this is not made, in UTF-16 units of both texts together. */
const MAX_DIFFED = 500_000;

/** @throws {ToolError} when the file exists and was not seen, or changed since, or cannot be written. */
export async function writeFile(
  args: WriteArguments,
  environment: ToolEnvironment,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const { workspace, memory } = environment;
  const asked = resolvePath(args.path, environment);
  const shown = shownPath(asked, workspace);
  const path = await realPath(asked);
  const old = await readOld(path, shown);
  if (old !== null) {
    const seen = memory.seen(path);
    if (seen === undefined)
      throw new ToolError(`${shown} exists and you have not read it. Read it first, or use edit.`);
    const { size, mtimeNs } = old.stats;
    if (hasChanged(seen, { size, mtimeNs, hash: old.bytes === null ? null : contentHash(old.bytes) }))
      throw new ToolError(`${shown} changed since you last saw it. Read it again, then write.`);
  } else {
    try {
      makeFolders(dirname(path));
    } catch (thrown) {
      throw fileError(thrown, "make the folder for", shown);
    }
  }

  const { text, style, kept } = inStyleOf(old?.bytes ?? null, args.content);
  const content = encodeText(text, style);
  const written = await replaceFile({ path, shown, content, before: old?.stats ?? null, signal });
  memory.remember(path, { size: written.size, mtimeNs: written.mtimeNs, hash: contentHash(content) });
  const done = old === null ? "Created" : "Replaced";
  const note = kept.length > 0 ? ` Kept its ${kept.join(" and ")}.` : "";
  return textOutput(`${done} ${shown} (${byteCount(content.length)}).${note}`, {
    created: old === null,
    bytes: content.length,
    diff: old?.bytes == null ? null : await diffOf(shown, old.bytes, text),
  });
}

interface OldFile {
  stats: BigIntStats;
  /** Null when there are too many. */
  bytes: Buffer | null;
}

async function readOld(path: string, shown: string): Promise<OldFile | null> {
  const file = await openFile(path, shown);
  if (file === null) return null;
  const { handle, stats } = file;
  try {
    if (stats.size > MAX_OLD_BYTES) return { stats, bytes: null };
    return { stats, bytes: await readAt(handle, Buffer.allocUnsafe(Number(stats.size)), 0) };
  } catch (error) {
    throw fileError(error, "read", shown);
  } finally {
    await handle.close();
  }
}

/** The text as an old file's encoding and line ends have it: models send neither a byte order mark nor CRLF. */
function inStyleOf(old: Buffer | null, content: string): { text: string; style: TextStyle; kept: string[] } {
  const asGiven = { text: content, style: { encoding: "utf-8", bom: false } as TextStyle, kept: [] };
  if (old === null || isBinary(old)) return asGiven;
  const { text: before, style } = decodeText(old);
  if (style.encoding === "bytes") return asGiven;
  const kept = style.encoding === "utf-8" ? [] : ["UTF-16 encoding"];
  if (style.bom) kept.push("byte order mark");
  let text = style.bom && content.startsWith("\ufeff") ? content.slice(1) : content;
  if (hasOnlyCrlf(before) && /\n/.test(text) && !text.includes("\r\n")) {
    text = text.replaceAll("\n", "\r\n");
    kept.push("CRLF line endings");
  }
  return { text, style, kept };
}

function hasOnlyCrlf(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}

async function diffOf(shown: string, old: Buffer, text: string): Promise<string | null> {
  if (old.length + text.length > MAX_DIFFED || isBinary(old)) return null;
  const { unifiedDiff } = await import("./unified-diff.ts");
  const { text: before, style } = decodeText(old);
  return unifiedDiff(shown, style.encoding === "bytes" ? old.toString() : before, text);
}
