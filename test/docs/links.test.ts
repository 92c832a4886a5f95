import { existsSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { locate, pages, prose, read } from "./pages.ts";

test.each(pages())("every link of %s leads somewhere", (page) => {
  const links = [...prose(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  const inside = links.filter((link) => !/^https?:/.test(link));
  expect(inside.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
});

function leadsSomewhere(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : posix.join(posix.dirname(page), path);
  if (target.startsWith("..") || !existsSync(locate(target))) return false;
  return anchor === undefined || anchorsOf(read(target)).has(anchor);
}

function anchorsOf(text: string): Set<string> {
  const given = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id);
  const headings = [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => slug(heading));
  return new Set([...given, ...headings]);
}

/** As the usual renderers make it. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}
