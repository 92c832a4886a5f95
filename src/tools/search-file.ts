/** Searches one file of any size in bounded memory. */
import { open } from "node:fs/promises";
import { createLineSearch, type FoundLines, type LineSearchOptions } from "./line-search.ts";
import { isBinary, readBom } from "./text-encoding.ts";

const CHUNK_BYTES = 256 * 1024;
/** This much of a file decides whether it is text. */
const HEAD_BYTES = 8 * 1024;

/**
 * The matching lines of a text file; undefined for a binary one. Bytes that are no UTF-8 count as replacement characters.
 * Rejects with the file system's error when it cannot be read.
 */
export async function searchFile(
  path: string,
  options: LineSearchOptions,
  signal: AbortSignal,
): Promise<FoundLines | undefined> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const buffer = Buffer.allocUnsafe(size > 0 ? Math.min(size + 1, CHUNK_BYTES) : CHUNK_BYTES);
    const read = async () => buffer.subarray(0, (await file.read(buffer, 0, buffer.length)).bytesRead);
    let bytes = await read();
    if (isBinary(bytes.subarray(0, HEAD_BYTES))) return undefined;
    const { encoding, length } = readBom(bytes);
    const decoder = new TextDecoder(encoding, { ignoreBOM: true });
    const search = createLineSearch(options);
    bytes = bytes.subarray(length);
    while (bytes.length > 0 && !search.done && !signal.aborted) {
      search.push(decoder.decode(bytes, { stream: true }));
      bytes = await read();
    }
    search.push(decoder.decode());
    return search.end(signal.aborted);
  } finally {
    await file.close();
  }
}
