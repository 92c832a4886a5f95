/** The words of Markdown as they are in lines of a terminal. */
import type { Token } from "marked";
import type { Style } from "./style.ts";

/** How it is written. */
export interface MarkdownLook {
  style: Style;
  columns: number;
}

/** What a name goes on with behind the two lines below that end it, and before those that begin it. */
const GOES_ON = /^(?:\w|[.(/\\]\w|\()/;
const CAME_FROM = /\w[./\\]?$/;

/** Words with their emphasis; line feeds are line breaks. */
export function inlineText(tokens: readonly Token[], style: Style): string {
  return tokens
    .map((token, at): string => {
      switch (token.type) {
        case "strong": {
          const text = inlineText(token.tokens ?? [], style);
          const isName =
            /^__\w+__$/.test(token.raw) &&
            (GOES_ON.test(tokens[at + 1]?.raw ?? "") || CAME_FROM.test(tokens[at - 1]?.raw ?? ""));
          return isName ? token.raw : style.bold(text);
        }
        case "em":
          return style.italic(inlineText(token.tokens ?? [], style));
        case "del":
          return style.dim(inlineText(token.tokens ?? [], style));
        case "codespan":
          return style.cyan(token.text);
        case "br":
          return "\n";
        case "link": {
          const text = inlineText(token.tokens ?? [], style);
          return token.href === token.text || token.href === `mailto:${token.text}`
            ? style.underline(text)
            : `${text} (${style.underline(token.href)})`;
        }
        case "image":
          return `${token.text || "image"} (${style.underline(token.href)})`;
        case "escape":
          return token.text;
        case "text":
          return "tokens" in token && token.tokens ? inlineText(token.tokens, style) : plain(token.raw);
        default:
          return token.raw;
      }
    })
    .join("");
}

const REFERENCES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: " ",
};

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => REFERENCES[name] ?? whole);
}
