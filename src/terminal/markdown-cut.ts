/** Where Markdown that still grows can be cut, so that what is before the cut stays as it is. */
import type { Token, Tokens } from "marked";
import { tokensOf } from "./markdown-tokens.ts";

/** The lines of so much of a text. */
type Render = (source: string) => readonly string[];

/** A place in a text, and the lines of what is before it. */
export interface Cut {
  length: number;
  lines: readonly string[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const MARKS = /\u001b\[\d+m/g;
const plain = (line: string | undefined) => (line ?? "").replace(MARKS, "").trimEnd();

/** Whether these are the first of the lines; emphasis is not compared. */
export function beginsWith(lines: readonly string[], first: readonly string[]): boolean {
  return first.length <= lines.length && first.every((line, at) => plain(line) === plain(lines[at]));
}

/**
 * The last place behind `after` that leaves at least `keep` of the lines behind it and does not change those before it.
 * With `dares`, one too where emphasis or a link that is open now may end later.
 */
export function lastCut(
  open: string,
  render: Render,
  after: Cut,
  keep: number,
  dares: boolean,
): Cut | undefined {
  const all = render(open);
  const most = all.length - keep;
  const cutAt = (length: number): Cut | undefined => {
    const source = open.slice(0, length);
    const lines = render(source);
    const isGood =
      lines.length > after.lines.length &&
      lines.length <= most &&
      beginsWith(all, lines) &&
      (dares || !mayChange(source));
    return isGood ? { length, lines } : undefined;
  };
  const ends: number[] = [];
  for (let end = open.indexOf("\n", after.length); end >= 0; end = open.indexOf("\n", end + 1))
    if (end + 1 < open.length) ends.push(end + 1);
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (render(open.slice(0, ends[middle])).length <= most) low = middle + 1;
    else high = middle;
  }
  for (const end of ends.slice(Math.max(0, low - TRIES), low).reverse()) {
    const cut = cutAt(end);
    if (cut) return cut;
  }
  for (let row = most; row > Math.max(after.lines.length, most - TRIES); row--)
    for (const place of breaksAt(open, after.length, plain(all[row - 1]), plain(all[row]))) {
      const cut = cutAt(place);
      if (cut?.lines.length === row) return cut;
    }
  return undefined;
}

/** So many lines are tried, the last first. */
const TRIES = 6;
/** What would be more than words at the beginning of a line. */
const BEGINS_BLOCK = /^(?:[-+*>#=~|<]|```|\d{1,9}[.)](?:\s|$))/;
const BEHIND = "[*_~`)\\]]*";

/** Where, in the source, one row may end and the next begin. */
function breaksAt(open: string, after: number, row: string, next: string): number[] {
  const [last, first] = [/\S+$/.exec(row)?.[0], /[^\s│]\S*/.exec(next)?.[0]];
  if (last === undefined || first === undefined) return [];
  const found = open
    .slice(after)
    .matchAll(new RegExp(`${literal(last)}${BEHIND}[ \\t]+(?=[*_~\`[(]*${literal(first)})`, "g"));
  return [...found]
    .map((match) => after + match.index + match[0].length)
    .filter((place) => !BEGINS_BLOCK.test(open.slice(place, place + 12)));
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** What emphasis, code, links and HTML begin with. */
const OPENER = /[*~](?=\S)|(?<!\w)_(?=\S)|`|\[|<(?=[a-z!?/])/i;

/** Whether something in the last words of a text may be open. */
function mayChange(source: string): boolean {
  let tokens: readonly Token[] = tokensOf(source) ?? [];
  for (;;) {
    const last: Token | undefined = tokens.findLast(({ type }) => type !== "space");
    if (last === undefined) return false;
    if (last.type === "list") tokens = (last as Tokens.List).items.at(-1)?.tokens ?? [];
    else if (last.type === "blockquote") tokens = last.tokens ?? [];
    else {
      if (last.type !== "paragraph" && last.type !== "text") return false;
      const words = last.tokens ?? [];
      return words.some(({ type, raw }) => type === "text" && OPENER.test(raw));
    }
  }
}

/** The number of the item that comes behind a text; undefined: it does not end in a list with numbers. */
export function nextNumber(source: string, number: number | undefined): number | undefined {
  const tokens = (tokensOf(source) ?? []).filter(({ type }) => type !== "space");
  const last = tokens.at(-1);
  if (last?.type !== "list") return undefined;
  const { ordered, start, items } = last as Tokens.List;
  const first = tokens.length === 1 ? number : undefined;
  return ordered ? (first ?? Number(start || 1)) + items.length : undefined;
}

/** Whether a text ends in a paragraph that is in nothing else. */
export function endsInParagraph(source: string): boolean {
  return tokensOf(source)?.at(-1)?.type === "paragraph";
}

/** The beginning of a line that is an item of a list. */
export const ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

/** Where the last item of a list begins that has more than one; 0: elsewhere there is none. */
export function lastItem(text: string): number {
  let at = text.lastIndexOf("\n");
  while (at > 0 && !beginsItem(text, at + 1)) at = text.lastIndexOf("\n", at - 1);
  return at > 0 ? at + 1 : 0;
}

/** Whether another item of the first list of a text begins at this place. */
export function beginsItem(text: string, at: number): boolean {
  const margin = /^ {0,3}(?=(?:[-*+]|\d{1,9}[.)])\s)/m.exec(text)?.[0];
  return (
    margin !== undefined && text.startsWith(margin, at) && ITEM.test(text.slice(at + margin.length, at + 32))
  );
}

/** The fence of the code that a text ends in. */
export function openFence(text: string): string | undefined {
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const mark = /^(?: |[-*+] |\d{1,9}[.)] )*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) continue;
    if (fence === undefined) fence = mark;
    else if (mark.startsWith(fence)) fence = undefined;
  }
  return fence;
}
