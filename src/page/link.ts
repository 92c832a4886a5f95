/** Links that somebody else wrote. */
import { type Markup, markup } from "./markup.ts";

const SAFE = ["http:", "https:", "mailto:"];

/**
 * The content as a link, when its target is on the web or an address; where the link's `text` does not say where it leads,
 * the target's host follows. Any other target (`javascript:`, `data:`, a path) follows as text, and is none.
 */
export function link(href: string, text: string, content: Markup): Markup {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url === undefined || !SAFE.includes(url.protocol) || url.username !== "" || url.password !== "")
    return markup`${content}${href === text ? undefined : target(href)}`;
  const place = url.protocol === "mailto:" ? url.pathname : url.host;
  const anchor = markup`<a href="${url.href}" rel="noopener noreferrer">${content}</a>`;
  return markup`${anchor}${text.includes(place) ? undefined : target(place)}`;
}

function target(place: string): Markup {
  return markup` <span class="target">(${place})</span>`;
}
