/** Bytes as text and back, without losing any. */
import { TextDecoder } from "node:util";

/**
 * How a file's text is stored. `bytes`: the file is not well-formed in any encoding known here, so that each UTF-16 unit
 * of its text is one byte.
 */
export interface TextStyle {
  encoding: "utf-8" | "utf-16le" | "utf-16be" | "bytes";
  /** A byte order mark comes first; it is never part of the text. */
  bom: boolean;
}

/** A file's text and what is needed to write it back. */
export interface DecodedText {
  text: string;
  style: TextStyle;
}

/** The encoding a byte order mark names, and its length in bytes; UTF-8 and 0 when there is none. */
export function readBom(head: Uint8Array): { encoding: "utf-8" | "utf-16le" | "utf-16be"; length: number } {
  const [a, b, c, d] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: "utf-8", length: 3 };
  if (a === 0xff && b === 0xfe && !(c === 0 && d === 0)) return { encoding: "utf-16le", length: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: "utf-16be", length: 2 };
  return { encoding: "utf-8", length: 0 };
}

/**
 * Whether a file that begins like this (8 kB are enough) holds something else than text: NUL bytes, control characters in
 * what is not UTF-8 either, or a PDF's mark. UTF-16 is text only with a byte order mark.
 */
export function isBinary(head: Buffer): boolean {
  if (readBom(head).length > 0) return false;
  if (head.includes(0) || head.subarray(0, 5).equals(Buffer.from("%PDF-"))) return true;
  return !isUtf8Start(head) && head.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte));
}

/** UTF-16 by its mark, but not by its length: part of a character is missing, and nobody knows where. */
export function isDamaged(bytes: Buffer): boolean {
  return readBom(bytes).encoding !== "utf-8" && bytes.length % 2 === 1;
}

/** Backspace, tab, line feed, vertical tab, form feed, return, escape. */
const TEXT_CONTROLS = new Set([0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);

function isUtf8Start(head: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The text of a whole file; `encodeText` makes exactly these bytes of it again. */
export function decodeText(bytes: Buffer): DecodedText {
  const { encoding, length } = readBom(bytes);
  const style: TextStyle = { encoding, bom: length > 0 };
  const body = bytes.subarray(length);
  if (encoding === "utf-8" || body.length % 2 === 0) {
    const text = decode(body, encoding);
    if (encodeText(text, style).equals(bytes)) return { text, style };
  }
  return { text: bytes.toString("latin1"), style: { encoding: "bytes", bom: false } };
}

function decode(body: Buffer, encoding: "utf-8" | "utf-16le" | "utf-16be"): string {
  if (encoding === "utf-8") return body.toString("utf8");
  return (encoding === "utf-16le" ? body : Buffer.from(body).swap16()).toString("utf16le");
}

/** The bytes of a text stored this way. */
export function encodeText(text: string, { encoding, bom }: TextStyle): Buffer {
  if (encoding === "bytes") return Buffer.from(text, "latin1");
  const marked = bom ? `\ufeff${text}` : text;
  if (encoding === "utf-8") return Buffer.from(marked, "utf8");
  const bytes = Buffer.from(marked, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}

/** A stream's bytes as UTF-8, its byte order mark dropped; the mark must be within the first chunk. */
export async function* utf8Chunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  let decoder: TextDecoder | undefined;
  let first = true;
  for await (let chunk of chunks) {
    if (first) {
      const { encoding, length } = readBom(chunk);
      if (encoding !== "utf-8") decoder = new TextDecoder(encoding);
      else chunk = chunk.subarray(length);
      first = false;
    }
    yield decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }), "utf8");
  }
  if (decoder !== undefined) yield Buffer.from(decoder.decode(), "utf8");
}
