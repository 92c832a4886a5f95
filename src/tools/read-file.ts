/** The work of `read`. */
import { isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { ToolError } from "../errors.ts";
import { byteCount } from "./byte-count.ts";
import { createContentHash } from "./content-hash.ts";
import { fileError, missingError } from "./file-errors.ts";
import { createLineCollector, type LineWindow } from "./line-window.ts";
import { type OpenFile, openFile, readAt } from "./open-file.ts";
import { findPath, realPath, shownPath } from "./paths.ts";
import type { ReadArguments } from "./read.ts";
import { readImage } from "./read-image.ts";
import { isBinary, utf8Chunks } from "./text-encoding.ts";
import { type ToolOutput, textOutput } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";

const MAX_LINES = 2000;
const MAX_BYTES = 50_000;
/** Enough to tell text from binary. */
const HEAD_BYTES = 8192;
const CHUNK_BYTES = 1024 * 1024;
/** Files up to this size are read to their end, to count their lines and to know them again. */
const MAX_WHOLE_BYTES = 16 * 1024 * 1024;

/** @throws {ToolError} when there is no such file, it is no text or image, or it has no such line. */
export async function readFile(
  args: ReadArguments,
  environment: ToolEnvironment,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const path = await findPath(args.path, environment);
  const shown = shownPath(path, environment.workspace);
  const real = await realPath(path);
  const file = await openFile(real, shown);
  if (file === null) throw await missingError(path, shown, environment.workspace);
  const remember = (hash: string | null) =>
    environment.memory.remember(real, { size: file.stats.size, mtimeNs: file.stats.mtimeNs, hash });
  try {
    const head = await readAt(file.handle, Buffer.allocUnsafe(HEAD_BYTES), 0);
    const image = await readImage(file, head, shown, remember);
    if (image !== undefined) return image;
    if (isBinary(head)) {
      remember(null);
      throw new ToolError(
        `${shown} is a binary file (${byteCount(Number(file.stats.size))}). read shows only text and images (png, jpeg, gif, webp).`,
      );
    }
    return await readText(file, args, shown, remember, signal);
  } catch (error) {
    throw fileError(error, "read", shown);
  } finally {
    await file.handle.close();
  }
}

async function readText(
  { handle, stats }: OpenFile,
  args: ReadArguments,
  shown: string,
  remember: (hash: string | null) => void,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const offset = Math.max(args.offset ?? 1, 1);
  const lines = Math.min(args.limit || MAX_LINES, MAX_LINES);
  const numbered = args.line_numbers === true;
  const collector = createLineCollector({ offset, lines, bytes: MAX_BYTES, numbered });
  const hash = stats.size <= MAX_WHOLE_BYTES ? createContentHash() : null;
  const chunks = fileChunks(handle, signal, (chunk) => hash?.update(chunk));
  let bytes = 0;
  let whole = true;
  for await (const chunk of utf8Chunks(chunks)) {
    collector.push(chunk);
    bytes += chunk.length;
    whole = !(collector.full && bytes > MAX_WHOLE_BYTES);
    if (!whole) break;
  }
  remember(whole && hash !== null ? hash.digest("hex") : null);
  const window = collector.end();
  const total = whole ? window.total : null;
  if (bytes === 0)
    return textOutput(`[${shown} is empty.]`, {
      first_line: 0,
      last_line: 0,
      total_lines: 0,
      truncated: false,
    });
  if (window.last < offset) throw new ToolError(`offset: ${shown} has only ${lineCount(window.total)}.`);

  const notes = collector.full ? [readOnNote(window, offset, total, stats.size, shown)] : [];
  let text = window.bytes.toString("utf8");
  if (!isUtf8(window.bytes)) notes.push("[Bytes that are not UTF-8 are shown as \ufffd.]");
  if (text.includes("\0")) {
    text = text.replace(/\0+/g, "\u2400");
    notes.push("[Each run of NUL bytes is shown as \u2400.]");
  }
  if (notes.length > 0) text = `${text}${text.endsWith("\n") ? "" : "\n"}\n${notes.join("\n")}`;
  return textOutput(text, {
    first_line: offset,
    last_line: window.last,
    total_lines: total,
    truncated: collector.full,
  });
}

/** The file from its start in chunks, each valid until the next is asked for; ends by throwing when `signal` aborts. */
async function* fileChunks(handle: FileHandle, signal: AbortSignal, see: (chunk: Buffer) => void) {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; ; ) {
    if (signal.aborted) throw new ToolError("Reading was aborted.");
    const chunk = await readAt(handle, buffer, position);
    if (chunk.length === 0) return;
    see(chunk);
    yield chunk;
    position += chunk.length;
  }
}

function readOnNote(
  { last, cut }: LineWindow,
  first: number,
  total: number | null,
  size: bigint,
  shown: string,
): string {
  const more = total === null || total > last;
  const next = more ? ` ${cut === null ? "Read on" : "The next line"}: offset=${last + 1}.` : "";
  if (cut !== null) {
    const length = `${total === null ? "more than " : ""}${byteCount(cut.length)}`;
    // A name that needs escapes is no word for a shell.
    const word = /^[\w./ +,=@-]+$/.test(shown) && !shown.startsWith("-") ? `'${shown}'` : "FILE";
    return (
      `[Line ${last} is ${length} long; its first ${cut.kept} bytes are shown. ` +
      `To find a text in it use grep; to see the following part use bash: ` +
      `sed -n ${last}p ${word} | tail -c +${cut.kept + 1} | head -c ${MAX_BYTES}.${next}]`
    );
  }
  const of = total === null ? ` of a file of ${byteCount(Number(size))}` : ` of ${total}`;
  return `[Lines ${first}-${last}${of}.${next}]`;
}

function lineCount(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}
