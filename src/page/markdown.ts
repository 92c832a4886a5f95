/** Markdown as markup. Only the reading is marked's: every tag is written here, and what is not known stays text. */
import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { withCharacterReferences } from "./character-references.ts";
import { codeBox, diffBox, wide } from "./code-box.ts";
import { link } from "./link.ts";
import { type Markup, markup } from "./markup.ts";

/** A longer text is shown as it is: reading Markdown may take seconds where somebody means it to. In UTF-16 units. */
const MAX_MARKDOWN = 50_000;
/** Marks of quotes and lists within each other, on one line: marked goes one level deeper for each. */
const DEEP = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){50}/m;
/** What is nested more deeply is shown as it is. */
const MAX_DEPTH = 30;

/** Where a token stands. */
interface Place {
  depth: number;
  inLink: boolean;
}

/**
 * A text with its Markdown. HTML in it is shown as text. Links lead to the web or an address, with their target in view;
 * images are links too and never loaded. `breaks`: each line's end is one, as people type.
 */
export function markdown(text: string, { breaks = false }: { breaks?: boolean } = {}): Markup {
  if (text.length > MAX_MARKDOWN || DEEP.test(text)) return codeBox(text, "text");
  try {
    const tokens = lexer(text, { gfm: true, breaks });
    return markup`<div class="prose">${blocks(tokens, { depth: 0, inLink: false })}</div>`;
  } catch {
    // A stack may overflow all the same.
    return codeBox(text, "text");
  }
}

function blocks(tokens: readonly Token[], place: Place): Markup[] {
  return tokens.map((token) => block(token as MarkedToken, { ...place, depth: place.depth + 1 }));
}

function inlines(tokens: readonly Token[], place: Place): Markup[] {
  return tokens.map((token) => inline(token as MarkedToken, { ...place, depth: place.depth + 1 }));
}

function block(token: MarkedToken, place: Place): Markup {
  if (place.depth > MAX_DEPTH) return markup`<div class="plain">${token.raw}</div>`;
  switch (token.type) {
    case "space":
      return markup``;
    case "paragraph":
      return markup`<p>${inlines(token.tokens, place)}</p>`;
    case "heading":
      return heading(token.depth, inlines(token.tokens, place));
    case "code":
      return code(token);
    case "blockquote":
      return markup`<blockquote>${blocks(token.tokens, place)}</blockquote>`;
    case "list":
      return list(token, place);
    case "hr":
      return markup`<hr>`;
    case "table":
      return table(token, place);
    case "def":
    case "html":
      return markup`<div class="plain">${token.raw.trimEnd()}</div>`;
    default:
      return inline(token, place);
  }
}

function inline(token: MarkedToken, place: Place): Markup {
  if (place.depth > MAX_DEPTH) return markup`${token.raw}`;
  switch (token.type) {
    case "text":
      if (token.tokens) return markup`${inlines(token.tokens, place)}`;
      return markup`${withCharacterReferences(token.text)}`;
    case "escape":
      return markup`${token.text}`;
    case "strong":
      return markup`<strong>${inlines(token.tokens, place)}</strong>`;
    case "em":
      return markup`<em>${inlines(token.tokens, place)}</em>`;
    case "del":
      return markup`<del>${inlines(token.tokens, place)}</del>`;
    case "codespan":
      return markup`<code>${token.text}</code>`;
    case "br":
      return markup`<br>`;
    case "checkbox":
      return markup`<span class="tick">${token.checked ? "☑" : "☐"}</span> `;
    case "link":
      return link(token.href, token.text, markup`${inlines(token.tokens, { ...place, inLink: true })}`);
    case "image": {
      const shown = markup`<span class="image">Image: ${token.text === "" ? token.href : token.text}</span>`;
      return place.inLink ? shown : link(token.href, token.text, shown);
    }
    case "html":
      return /^<br\s*\/?>$/i.test(token.raw) ? markup`<br>` : markup`${token.raw}`;
    default:
      return markup`${token.raw}`;
  }
}

/** Below the heading of the message. */
function heading(depth: number, content: Markup[]): Markup {
  if (depth === 1) return markup`<h4>${content}</h4>`;
  return depth === 2 ? markup`<h5>${content}</h5>` : markup`<h6>${content}</h6>`;
}

function code({ lang, text }: Tokens.Code): Markup {
  const language = /^\S*/.exec(lang ?? "")?.[0] ?? "";
  const box = language === "diff" || language === "patch" ? diffBox(text, "diff") : codeBox(text, "code");
  const label = language === "" ? undefined : markup`<span class="language">${language}</span>`;
  return markup`<div class="fence">${label}${box}</div>`;
}

function list({ ordered, start, items }: Tokens.List, place: Place): Markup {
  const lines = items.map(({ task, tokens }) => {
    const content = blocks(tokens, place);
    return task ? markup`<li class="task">${content}</li>` : markup`<li>${content}</li>`;
  });
  if (!ordered) return markup`<ul>${lines}</ul>`;
  return typeof start === "number" ? markup`<ol start="${start}">${lines}</ol>` : markup`<ol>${lines}</ol>`;
}

function table({ header, rows }: Tokens.Table, place: Place): Markup {
  const cells = (row: readonly Tokens.TableCell[]) =>
    row.map(({ header: isHeader, align, tokens }) => {
      const side = align === null ? undefined : markup` class="${align}"`;
      const content = inlines(tokens, place);
      return isHeader ? markup`<th${side}>${content}</th>` : markup`<td${side}>${content}</td>`;
    });
  const head = markup`<thead><tr>${cells(header)}</tr></thead>`;
  const body = rows.map((row) => markup`<tr>${cells(row)}</tr>`);
  return wide(markup`<table>${head}<tbody>${body}</tbody></table>`, "table");
}
