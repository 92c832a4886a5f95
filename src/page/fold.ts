/** What is closed until somebody opens it. */
import { type Markup, markup } from "./markup.ts";

/** One fold. `anchor`: where links to it lead. */
export interface Fold {
  className: string;
  anchor?: string;
  summary: Markup;
  content: Markup;
}

/** A `<details>`: it opens by click and by key, without a script. */
export function fold({ className, anchor, summary, content }: Fold): Markup {
  const id = anchor === undefined ? undefined : markup` id="${anchor}"`;
  return markup`<details class="${className}"${id}><summary>${summary}</summary><div class="inside">${content}</div></details>
`;
}
