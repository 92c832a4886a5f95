/** Images for a model to see. */
import { ToolError } from "../errors.ts";
import type { ImageBlock } from "../wire/messages.ts";
import { byteCount } from "./byte-count.ts";
import { contentHash } from "./content-hash.ts";
import {
  hasImageSignature,
  type ImageType,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_SIDE,
  readImageType,
} from "./image-type.ts";
import { type OpenFile, readAt } from "./open-file.ts";
import type { ToolOutput } from "./tool.ts";

/**
 * The image as a result, or undefined when the file is none. `head` is the file's beginning; `remember` learns the hash of
 * what was looked at.
 *
 * @throws {ToolError} when it is too large to be shown.
 */
export async function readImage(
  { handle, stats }: OpenFile,
  head: Buffer,
  shown: string,
  remember: (hash: string | null) => void,
): Promise<ToolOutput | undefined> {
  if (!hasImageSignature(head)) return undefined;
  const size = Number(stats.size);
  if (size > MAX_IMAGE_BYTES) {
    remember(null);
    throw tooManyBytes(shown, size);
  }
  const bytes = await readAt(handle, Buffer.allocUnsafe(size), 0);
  const image = readImageType(bytes);
  if (image === undefined) return undefined;
  remember(contentHash(bytes));
  const { mimeType, width, height } = image;
  return {
    content: [
      { type: "text", text: `${shown}: ${mimeType}, ${width}×${height} pixels, ${byteCount(size)}.` },
      blockOf(image, bytes, shown),
    ],
    details: { mime_type: mimeType, width, height, bytes: size },
  };
}

/**
 * The image that these bytes are, or undefined when they are none.
 *
 * @throws {ToolError} when it is too large to be shown.
 */
export function imageIn(bytes: Buffer, shown: string): ImageBlock | undefined {
  if (!hasImageSignature(bytes)) return undefined;
  if (bytes.length > MAX_IMAGE_BYTES) throw tooManyBytes(shown, bytes.length);
  const image = readImageType(bytes);
  return image && blockOf(image, bytes, shown);
}

function blockOf({ mimeType, width, height }: ImageType, bytes: Buffer, shown: string): ImageBlock {
  if (width > MAX_IMAGE_SIDE || height > MAX_IMAGE_SIDE)
    throw new ToolError(
      `${shown} is an image of ${width}×${height} pixels; more than ${MAX_IMAGE_SIDE} on a side are not shown. Make a smaller copy and read that.`,
    );
  return { type: "image", mime_type: mimeType, data: bytes.toString("base64") };
}

function tooManyBytes(shown: string, size: number): ToolError {
  return new ToolError(
    `${shown} is an image of ${byteCount(size)}; images above ${byteCount(MAX_IMAGE_BYTES)} are not shown. Make a smaller copy and read that.`,
  );
}
