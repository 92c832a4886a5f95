/** Parts of a user's content. */
import type { ImageBlock, JsonObject, UserContent } from "../../wire/messages.ts";
import type { Quirks } from "../quirks.ts";

/** The image formats the API takes. */
const FORMATS = ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"];

/** A user message: never without a part. */
export function userParts(blocks: readonly UserContent[], quirks: Quirks): JsonObject[] {
  const parts = blocks.flatMap((block) => {
    if (block.type === "image")
      return [canSee(block, quirks) ? imagePart(block) : textPart(unseen(block, quirks))];
    return isBlank(block.text) ? [] : [textPart(block.text)];
  });
  return parts.length === 0 ? [textPart("(empty message)")] : parts;
}

/** Whether the model can be shown this image. */
export function canSee({ mime_type, data }: ImageBlock, { images }: Quirks): boolean {
  return (
    images && FORMATS.includes(mime_type) && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data)
  );
}

/** What stands in place of an image the model cannot be shown. */
export function unseen({ mime_type }: ImageBlock, { images }: Quirks): string {
  return images && !FORMATS.includes(mime_type)
    ? `(an image of type ${mime_type}, which this model cannot see)`
    : "(an image, which this model cannot see)";
}

export function textPart(text: string): JsonObject {
  return { text };
}

export function imagePart({ mime_type, data }: ImageBlock): JsonObject {
  return { inlineData: { mimeType: mime_type, data } };
}

export function isBlank(text: string): boolean {
  return text.trim() === "";
}
