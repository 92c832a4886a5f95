/**
 * Globs without regular expressions: no pattern, however hostile, takes more than (pattern × name) steps. `*` and `?` stay
 * within a name and match a leading dot too, `**` spans folders, `[a-z]` and `[!a]` are classes, `\` takes a meaning away.
 */

/** Judges one name, without slashes. */
export type NameMatch = (name: string) => boolean;

/** Judges a relative path, cut at its slashes. */
export type PathMatch = (names: readonly string[]) => boolean;

type CharacterMatch = (codePoint: number) => boolean;
type Token = CharacterMatch | "star";

/** A pattern for one name. One that is broken (an open class, a `\` at its end) matches nothing. */
export function compileName(glob: string): NameMatch {
  if (!/[*?[\\]/.test(glob)) return (name) => name === glob;
  const rest = glob.replace(/^\*+/, "");
  if (rest === "") return () => true;
  if (rest !== glob && !/[*?[\\]/.test(rest)) return (name) => name.endsWith(rest);
  const tokens = parseName(glob);
  if (tokens === undefined) return () => false;
  return (name) => {
    const characters = [...name];
    return matchesInOrder(tokens, characters, (token, character) =>
      token === "star" ? "star" : token(character.codePointAt(0) ?? 0),
    );
  };
}

/** A pattern for a whole relative path. A leading or inner `**` spans any number of folders, a last one at least one name. */
export function compilePath(glob: string): PathMatch {
  const parts = glob.split("/").filter((part, index, all) => part !== "**" || all[index - 1] !== "**");
  if (parts.at(-1) === "**") parts.push("*");
  const tokens = parts.map((part) => (part === "**" ? "star" : compileName(part)));
  return (names) => matchesInOrder(tokens, names, (token, name) => (token === "star" ? "star" : token(name)));
}

/** Whether the tokens match all items, in order; a star takes any number. Going back to the last star is enough. */
function matchesInOrder<T, I>(
  tokens: readonly T[],
  items: readonly I[],
  judge: (token: T, item: I) => boolean | "star",
): boolean {
  let token = 0;
  let item = 0;
  let afterStar = -1;
  let starEnd = 0;
  while (item < items.length) {
    const verdict = token < tokens.length && judge(tokens[token] as T, items[item] as I);
    if (verdict === "star") {
      afterStar = ++token;
      starEnd = item;
    } else if (verdict) {
      token++;
      item++;
    } else if (afterStar >= 0) {
      token = afterStar;
      item = ++starEnd;
    } else return false;
  }
  while (token < tokens.length && tokens[token] === "star") token++;
  return token === tokens.length;
}

function parseName(glob: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < glob.length; ) {
    const character = String.fromCodePoint(glob.codePointAt(at) ?? 0);
    at += character.length;
    if (character === "*") tokens.push("star");
    else if (character === "?") tokens.push(() => true);
    else if (character === "[") {
      const parsed = parseClass(glob, at);
      if (parsed === undefined) return undefined;
      tokens.push(parsed.match);
      at = parsed.end;
    } else {
      if (character === "\\" && at === glob.length) return undefined;
      const wanted = character === "\\" ? (glob.codePointAt(at) ?? 0) : (character.codePointAt(0) ?? 0);
      if (character === "\\") at += String.fromCodePoint(wanted).length;
      tokens.push((codePoint) => codePoint === wanted);
    }
  }
  return tokens;
}

const NAMED_CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[^\P{Cc}\u{80}-\u{9f}]/u,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t\n\v\f\r ]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/** The class that begins after the `[` before `at`. */
function parseClass(glob: string, at: number): { match: CharacterMatch; end: number } | undefined {
  const negated = glob[at] === "!" || glob[at] === "^";
  const begin = negated ? at + 1 : at;
  const parts: CharacterMatch[] = [];
  let previous: number | undefined;
  for (let index = begin; index < glob.length; ) {
    if (glob[index] === "]" && index > begin)
      return { match: (codePoint) => parts.some((part) => part(codePoint)) !== negated, end: index + 1 };
    const named = /^\[:(\w*):\]/.exec(glob.slice(index, index + 16));
    if (named !== null) {
      const pattern = NAMED_CLASSES[named[1] ?? ""];
      if (pattern === undefined) return undefined;
      parts.push((codePoint) => pattern.test(String.fromCodePoint(codePoint)));
      previous = undefined;
      index += named[0].length;
      continue;
    }
    const isRange = glob[index] === "-" && previous !== undefined && glob[index + 1] !== "]";
    if (isRange) index++;
    if (glob[index] === "\\") index++;
    const codePoint = glob.codePointAt(index);
    if (codePoint === undefined) return undefined;
    index += String.fromCodePoint(codePoint).length;
    const low = isRange && previous !== undefined ? previous : codePoint;
    parts.push((candidate) => low <= candidate && candidate <= codePoint);
    previous = isRange ? undefined : codePoint;
  }
  return undefined;
}
