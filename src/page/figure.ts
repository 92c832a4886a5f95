/** A chart with its legend, and the same as a table for whoever cannot see it. */
import { fold } from "./fold.ts";
import { type Markup, markup } from "./markup.ts";

/** The section of a chart. */
export function figure(
  title: string,
  keys: Markup,
  picture: Markup,
  tableTitle: string,
  table: Markup,
): Markup {
  return markup`<section class="figure"><h2>${title}</h2>
<figure>${picture}<figcaption>${keys}</figcaption></figure>
${fold({ className: "inner", summary: markup`${tableTitle}`, content: table })}</section>
`;
}

/** What the colours mean: the class of a mark, and the words for it. */
export function legend(keys: readonly (readonly [mark: string, words: string])[]): Markup {
  return markup`<ul class="legend">${keys.map(([mark, words]) => markup`<li><span class="key ${mark}"></span>${words}</li>`)}</ul>`;
}
