/** What kind of image some bytes are, by the bytes alone. */

/** The largest file that is shown to a model, in bytes. */
export const MAX_IMAGE_BYTES = 5_000_000;
/** In pixels. Providers refuse larger ones, and would do so in every later request of the conversation. */
export const MAX_IMAGE_SIDE = 8000;

/** An image a model can be shown. */
export interface ImageType {
  mimeType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  /** In pixels. */
  width: number;
  height: number;
}

/** Whether these first bytes (12 are enough) promise an image. */
export function hasImageSignature(head: Buffer): boolean {
  return signature(head) !== undefined;
}

function signature(head: Buffer): ImageType["mimeType"] | undefined {
  if (head.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n") return "image/png";
  if (head.subarray(0, 3).toString("latin1") === "\xff\xd8\xff") return "image/jpeg";
  if (/^GIF8[79]a/.test(head.subarray(0, 6).toString("latin1"))) return "image/gif";
  if (/^RIFF.{4}WEBP/s.test(head.subarray(0, 12).toString("latin1"))) return "image/webp";
  return undefined;
}

/** The image, or undefined when the bytes are none or its size cannot be found: a provider would refuse it. */
export function readImageType(bytes: Buffer): ImageType | undefined {
  const mimeType = signature(bytes);
  if (mimeType === undefined) return undefined;
  const size = readSize(bytes, mimeType);
  if (size === undefined || size.width === 0 || size.height === 0) return undefined;
  return { mimeType, ...size };
}

interface Size {
  width: number;
  height: number;
}

function readSize(bytes: Buffer, mimeType: ImageType["mimeType"]): Size | undefined {
  try {
    if (mimeType === "image/png") return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    if (mimeType === "image/gif") return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    return mimeType === "image/webp" ? webpSize(bytes) : jpegSize(bytes);
  } catch {
    return undefined; // The bytes ended too early.
  }
}

function webpSize(bytes: Buffer): Size | undefined {
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "VP8L") {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind === "VP8 ")
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  return undefined;
}

/** Walks the segments to the frame header, which holds the size. */
function jpegSize(bytes: Buffer): Size | undefined {
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
}
