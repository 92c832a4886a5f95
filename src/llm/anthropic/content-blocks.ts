/** Texts and images as the API takes them. */
import type { ImageBlock, JsonObject, UserContent } from "../../wire/messages.ts";
import type { Quirks } from "../quirks.ts";

/** Characters of base64: the API's limit of 5 MB counts those. */
const LONGEST_IMAGE = 5 * 1024 * 1024;

/** The types the API takes, and how their files begin in base64. What a file is counts, not what it is called. */
const IMAGES: readonly (readonly [type: string, begins: string])[] = [
  ["image/png", "iVBORw0KGgo"],
  ["image/jpeg", "/9j/"],
  ["image/gif", "R0lGOD"],
  ["image/webp", "UklGR"],
];

/** The blocks that are not blank; an image the provider would refuse is a note in its place. */
export function contentBlocks(content: readonly UserContent[], quirks: Quirks): JsonObject[] {
  return content.flatMap((block) => {
    if (block.type === "image") return [imageBlock(block, quirks)];
    return isBlank(block.text) ? [] : [textBlock(block.text)];
  });
}

/** A text. */
export function textBlock(text: string): JsonObject {
  return { type: "text", text };
}

/** Whether the API would refuse the text for being empty. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}

function imageBlock({ mime_type, data }: ImageBlock, quirks: Quirks): JsonObject {
  if (!quirks.images) return textBlock("(an image, which this model cannot see)");
  const known =
    IMAGES.find(([, begins]) => data.startsWith(begins)) ?? IMAGES.find(([type]) => type === mime_type);
  if (known === undefined) return textBlock(`(an image of type ${mime_type}, which this model cannot see)`);
  if (data.length > LONGEST_IMAGE)
    return textBlock("(an image of more than 5 MB, which this model cannot see)");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return textBlock("(an image that cannot be read)");
  return { type: "image", source: { type: "base64", media_type: known[0], data } };
}
