/** Images of messages, as part of the page. */
import type { ImageBlock } from "../wire/messages.ts";
import { whole } from "./amounts.ts";
import { type Markup, markup } from "./markup.ts";
import { oneLine } from "./visible-text.ts";

/** Pixels only: an SVG is a document of its own. */
const TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** The image; of another type, or damaged, only a word about it. */
export function imageView({ mime_type, data }: ImageBlock): Markup {
  const kilobytes = `${whole(Math.ceil((data.length * 3) / 4000))} kB`;
  const type = TYPES.find((known) => known === mime_type);
  if (type === undefined || !isBase64(data))
    return markup`<p class="note">An image that is not shown: ${oneLine(mime_type, 60)}, ${kilobytes}.</p>`;
  const alt = `${type.slice("image/".length).toUpperCase()} image, ${kilobytes}`;
  return markup`<img class="picture" src="data:${type};base64,${data}" alt="${alt}" loading="lazy">`;
}

function isBase64(data: string): boolean {
  return data.length > 0 && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
}
