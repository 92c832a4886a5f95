/** Images for a draft, within the limits that images of files have for a model. Loaded when one is pasted. */
import { basename } from "node:path";
import { inputProblem } from "../agent/user-input.ts";
import { openFile, readAt } from "../tools/open-file.ts";
import { imageIn, readImage } from "../tools/read-image.ts";
import type { Part, Prompt } from "./draft-parts.ts";

/** Enough to know an image by. */
const HEAD_BYTES = 16;

type Image = Extract<Part, { type: "image" }>;

/**
 * The images of the first list in which every path leads to one; undefined when there is no such list.
 *
 * @throws {ToolError} when an image is too large.
 */
export async function readImages(lists: readonly (readonly string[])[]): Promise<Image[] | undefined> {
  for (const paths of lists) {
    const images = await Promise.all(paths.map(readOne));
    const found = images.filter((image) => image !== undefined);
    if (found.length > 0 && found.length === paths.length) return found;
  }
  return undefined;
}

/** The image that these bytes are, under this name. Throws when they are none, or too large. */
export function imagePart(bytes: Buffer, name: string): Image {
  const image = imageIn(bytes, name);
  if (!image) throw new Error(`${name} is no png, jpeg, gif or webp image`);
  return { type: "image", name, image };
}

/** What keeps the images from being said together with the prompt, in words; undefined when nothing does. */
export function imageProblem({ text, images }: Prompt, more: readonly Image[]): string | undefined {
  return inputProblem({ text, images: [...images, ...more.map(({ image }) => image)] });
}

async function readOne(path: string): Promise<Image | undefined> {
  const name = basename(path);
  const file = await openFile(path, name).catch(() => null);
  if (!file) return undefined;
  try {
    const head = await readAt(file.handle, Buffer.allocUnsafe(HEAD_BYTES), 0);
    const output = await readImage(file, head, name, () => {});
    const image = output?.content.find((block) => block.type === "image");
    return image && { type: "image", name, image };
  } finally {
    await file.handle.close();
  }
}
