/** Text in a box of its own: as it is, in a monospace font, scrolled where it is too wide or too long. */
import { diffLines } from "./diff-lines.ts";
import { type Markup, markup } from "./markup.ts";
import { shortened } from "./shortened.ts";

/** A text, whole up to the length where the middle of a text is left out. `label`: what it is, for those who cannot see it. */
export function codeBox(text: string, label: string): Markup {
  const { head, omitted, tail } = shortened(text.replace(/\n+$/, ""));
  const code =
    omitted === undefined ? markup`${head}` : markup`${head}<span class="omitted">${omitted}</span>${tail}`;
  return box(markup`<code>${code}</code>`, label);
}

/** A unified diff, each line in the colour of what happened to it. */
export function diffBox(diff: string, label: string): Markup {
  const { head, omitted, tail } = shortened(diff.replace(/\n+$/, ""));
  const lines = diffLines(head).map(({ kind, text }) => markup`<span class="${kind}">${text}\n</span>`);
  const rest = omitted === undefined ? undefined : markup`<span class="omitted">${omitted}</span>${tail}`;
  return box(markup`<code class="diff">${lines}${rest}</code>`, label);
}

/** Focusable, so that it can be scrolled without a mouse. */
function box(code: Markup, label: string): Markup {
  return markup`<pre class="code" tabindex="0" role="group" aria-label="${label}">${code}</pre>`;
}

/** What may be wider than the page, such as a table: it scrolls by itself. */
export function wide(content: Markup, label: string): Markup {
  return markup`<div class="wide" tabindex="0" role="group" aria-label="${label}">${content}</div>`;
}
