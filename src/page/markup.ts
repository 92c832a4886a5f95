/** HTML that is safe by how it is made: text becomes part of it only escaped. */
import { visibleText } from "./visible-text.ts";

const HTML: unique symbol = Symbol("html");

/** A piece of HTML. Only `markup` makes one; no JSON value can pass for it. */
export interface Markup {
  readonly [HTML]: string;
}

/** What a template may hold: text and numbers are escaped, markup is taken as it is, lists one after the other. */
export type Part = string | number | undefined | Markup | readonly Part[];

/** The template tag of every piece of the page. Attributes stand in double quotes; names of tags and attributes are never values. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let html = strings[0] ?? "";
  for (const [index, part] of parts.entries()) html += htmlOf(part) + (strings[index + 1] ?? "");
  return { [HTML]: html };
}

/** The HTML of a part. */
export function htmlOf(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string") return escaped(part);
  if (typeof part === "number") return String(part);
  if (HTML in part) return part[HTML];
  let html = "";
  for (const inner of part) html += htmlOf(inner);
  return html;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
