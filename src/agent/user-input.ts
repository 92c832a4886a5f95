/** What a host says for its user: text and images, checked beyond what types can say. */
import { Buffer } from "node:buffer";
import type { ImageInput } from "../wire/commands.ts";
import type { ImageBlock } from "../wire/messages.ts";
import { MAX_LINE_BYTES } from "../wire/version.ts";

/** A message of the user, as doors get it. */
export interface UserInput {
  text: string;
  images?: readonly ImageInput[];
}

/** Room for the events that carry the message: a text this close to the longest line fits no event. */
const MOST_BYTES = MAX_LINE_BYTES - 64 * 1024;

const IMAGE_TYPE = /^image\/[\w.+-]+$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** What is wrong with it, beginning with the field, such as `images[0].data: …`; undefined when nothing is. */
export function inputProblem({ text, images = [] }: UserInput): string | undefined {
  if (text.trim() === "" && images.length === 0)
    return `text: expected text, got ${text === "" ? "an empty string" : "only blanks"}`;
  for (const [at, image] of images.entries()) {
    const problem = imageProblem(image);
    if (problem !== undefined) return `images[${at}].${problem}`;
  }
  const bytes = images.reduce((sum, { data }) => sum + data.length, jsonBytes(text));
  return bytes > MOST_BYTES
    ? `text: the message is too long; text and images together may take ${MOST_BYTES} bytes`
    : undefined;
}

/** What is wrong with an image, beginning with the field; undefined when nothing is. */
export function imageProblem({ mime_type: type, data }: ImageInput): string | undefined {
  if (!IMAGE_TYPE.test(type))
    return `mime_type: expected one such as image/png, got ${JSON.stringify(type.slice(0, 100))}`;
  if (!BASE64.test(data) || data.replace(/=+$/, "").length % 4 === 1)
    return "data: expected base64 without line breaks";
  return undefined;
}

/** The images of a message as blocks of its content. */
export function imageBlocks({ images = [] }: Pick<UserInput, "images">): ImageBlock[] {
  return images.map(({ mime_type, data }) => ({ type: "image", mime_type, data }));
}

/** What the text takes as JSON; measured only when it may matter, a character taking six bytes at most. */
function jsonBytes(text: string): number {
  return text.length * 6 <= MOST_BYTES ? text.length : Buffer.byteLength(JSON.stringify(text));
}
