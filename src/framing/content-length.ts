/** Records with a header: bytes in, bodies out, and back. Knows nothing of what the bodies say. */
import { Buffer, isAscii, isUtf8 } from "node:buffer";

/** One record of the input: a frame, or what stood in its place. */
export type FrameRecord =
  | { type: "frame"; text: string }
  /** The body was no UTF-8; the next frame is read as if nothing had been. */
  | { type: "invalid_utf8"; bytes: number }
  /** Where the next frame begins cannot be known: the last record there is. `message` says what came and what was expected. */
  | { type: "broken"; fault: FrameFault; message: string };

/** What was wrong with a header, or with the end. */
export type FrameFault =
  /** The header block is longer than 8 KiB. */
  | "header_too_long"
  /** A line is no header field: the other side speaks something else, such as HTTP. */
  | "not_a_header"
  | "length_missing"
  | "length_repeated"
  /** Negative, or no number at all. */
  | "length_invalid"
  | "length_over_limit"
  /** The input ended inside a frame. */
  | "cut";

/** The longest header block, its blank line included, in bytes. */
const MAX_HEADER_BYTES = 8 * 1024;
/** This many pieces of a body are joined, so that small ones do not cost more than what they hold. */
const JOIN_AFTER = 1024;

const FIELD = /^([!#$%&'*+.^_`|~0-9a-z-]+):(.*)$/is;
/** How a line may begin whose end has not come yet. */
const FIELD_BEGUN = /^(?:[!#$%&'*+.^_`|~0-9a-z-]+(?::|$)|\r?$)/i;
const DIGITS = /^[ \t]*(\d+)[ \t]*$/;
/** From this length on a frame is made of bytes. */
const LONG_CHARS = 32 * 1024;
/** How much of a line is quoted in a message. */
const QUOTED = 60;

/** A header block that is complete: where its body begins, and how long that is. */
interface Header {
  bodyAt: number;
  length: number;
}

/**
 * Cuts a byte stream into frames: header fields in any case and order, one of them `Content-Length`, lines that end with
 * CRLF or LF, a blank one, and as many bytes of UTF-8 as announced. Any cut of the bytes gives the same frames.
 *
 * A length announces no allocation: pieces are kept as they come, and each byte is copied at most twice.
 */
export class FrameReader {
  readonly #maxBytes: number;
  /** A header that has begun. */
  #header: Buffer | null = null;
  /** A body that has begun, and how many of its bytes have not come. */
  #pieces: Buffer[] = [];
  #joined = 0;
  #missing = 0;
  #broken = false;

  /** `maxBytes`: the longest body. */
  constructor(options: { maxBytes: number }) {
    this.#maxBytes = options.maxBytes;
  }

  /** The records that these bytes complete, in order. Nothing after one that is `broken`. */
  push(bytes: Uint8Array): FrameRecord[] {
    const records: FrameRecord[] = [];
    if (this.#broken) return records;
    let chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.#missing > 0) {
      const rest = chunk.subarray(0, this.#missing);
      chunk = chunk.subarray(rest.length);
      this.#missing -= rest.length;
      this.#keep(rest);
      if (this.#missing > 0) return records;
      records.push(decode(this.#takeBody()));
    } else if (this.#header) {
      chunk = Buffer.concat([this.#header, chunk]);
      this.#header = null;
    }
    if (chunk.length > 0) this.#cut(chunk, records);
    return records;
  }

  /** What an end of the input at this place means: nothing between frames. */
  end(): FrameRecord[] {
    if (this.#missing > 0) {
      const have = this.#pieces.reduce((sum, { length }) => sum + length, 0);
      return [
        this.#break("cut", `the input ended after ${have} of ${have + this.#missing} bytes of a frame`),
      ];
    }
    return this.#header ? [this.#break("cut", "the input ended inside the header of a frame")] : [];
  }

  /** Cuts a chunk at whose start a header begins. */
  #cut(chunk: Buffer, records: FrameRecord[]): void {
    // One string for all frames of the chunk: one call for many small ones, and each body a slice of it.
    const text = chunk.toString("latin1");
    const ascii = isAscii(chunk);
    for (let at = 0; at < chunk.length; ) {
      const header = this.#readHeader(text, at);
      if (header === undefined) {
        this.#header = chunk.subarray(at);
        return;
      }
      if ("type" in header) {
        records.push(header);
        return;
      }
      at = header.bodyAt + header.length;
      if (at > chunk.length) {
        this.#missing = at - chunk.length;
        if (header.bodyAt < chunk.length) this.#keep(chunk.subarray(header.bodyAt));
        return;
      }
      records.push(
        ascii
          ? { type: "frame", text: text.slice(header.bodyAt, at) }
          : decode(chunk.subarray(header.bodyAt, at)),
      );
    }
  }

  /** The header block that begins at `at`; undefined when its end has not come, and nothing in it is wrong so far. */
  #readHeader(text: string, at: number): Header | FrameRecord | undefined {
    let length: number | undefined;
    for (let from = at; ; ) {
      const lf = text.indexOf("\n", from);
      const end = lf === -1 ? text.length : lf;
      if (end - at >= MAX_HEADER_BYTES) {
        const line = text.slice(from, Math.min(end, from + QUOTED));
        if (!FIELD_BEGUN.test(line)) return this.#break("not_a_header", notAHeader(line));
        return this.#break("header_too_long", `a header is longer than ${MAX_HEADER_BYTES} bytes`);
      }
      if (lf === -1) {
        const line = text.slice(from);
        return FIELD_BEGUN.test(line) ? undefined : this.#break("not_a_header", notAHeader(line));
      }
      const line =
        text.charCodeAt(lf - 1) === 0x0d && lf > from ? text.slice(from, lf - 1) : text.slice(from, lf);
      from = lf + 1;
      if (line === "") {
        if (length !== undefined) return { bodyAt: from, length };
        return this.#break("length_missing", "a header has no Content-Length");
      }
      const [, name, value = ""] = FIELD.exec(line) ?? [];
      if (name === undefined) return this.#break("not_a_header", notAHeader(line));
      if (name.toLowerCase() !== "content-length") continue;
      if (length !== undefined)
        return this.#break("length_repeated", "a header has two Content-Length fields");
      const digits = DIGITS.exec(value)?.[1];
      if (digits === undefined)
        return this.#break(
          "length_invalid",
          `Content-Length is ${quoted(value.trim())}, not a number of bytes`,
        );
      length = Number(digits);
      if (length > this.#maxBytes)
        return this.#break(
          "length_over_limit",
          `Content-Length is ${quoted(digits)}; at most ${this.#maxBytes} bytes are read`,
        );
    }
  }

  #keep(piece: Buffer): void {
    this.#pieces.push(piece);
    if (this.#pieces.length - this.#joined < JOIN_AFTER) return;
    this.#pieces.push(Buffer.concat(this.#pieces.splice(this.#joined)));
    this.#joined = this.#pieces.length;
  }

  #takeBody(): Buffer {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#joined = 0;
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  #break(fault: FrameFault, message: string): FrameRecord {
    this.#broken = true;
    this.#header = null;
    this.#takeBody();
    return { type: "broken", fault, message };
  }
}

/**
 * A body as one frame: text whose UTF-8 goes to the pipe, or the bytes themselves of a long one, which as text would be
 * copied once more. The body must be well-formed, as `jsonText` makes it.
 */
export function encodeFrame(body: string): string | Uint8Array {
  const bytes = Buffer.byteLength(body);
  const header = `Content-Length: ${bytes}\r\n\r\n`;
  if (body.length < LONG_CHARS) return header + body;
  const frame = Buffer.allocUnsafe(header.length + bytes);
  frame.write(header, "latin1");
  // As many bytes as characters: ASCII, which needs no encoding.
  frame.write(body, header.length, bytes === body.length ? "latin1" : "utf8");
  return frame;
}

function decode(body: Buffer): FrameRecord {
  if (isAscii(body)) return { type: "frame", text: body.toString("latin1") };
  if (isUtf8(body)) return { type: "frame", text: body.toString("utf8") };
  return { type: "invalid_utf8", bytes: body.length };
}

function notAHeader(line: string): string {
  return `${quoted(line)} is no header field; expected Content-Length: N`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);
}
