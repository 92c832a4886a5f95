/**
 * One regular expression, two engines. What matches is decided by JavaScript's (with the `u` flag); ripgrep only gets a
 * wider expression to find the files worth reading, so that results are the same with and without it.
 */
import { ToolError } from "../errors.ts";

/** How a pattern is meant. */
export interface PatternOptions {
  /** The text itself, not an expression. */
  literal: boolean;
  ignoreCase: boolean;
}

/** A pattern to search lines with. */
export interface SearchPattern {
  /** Matches within one line, which comes without its end. */
  regex: RegExp;
  /** What every match contains, if the pattern tells. */
  needle: string | undefined;
  /** For ripgrep: matches in every file that `regex` has a line in, and maybe in others. Null: only `regex` can tell. */
  prefilter: string | null;
  /** Has a repetition without a bound: some texts might take it ages. */
  repeats: boolean;
}

const CLASS = String.raw`\[(?:\[:\w+:\]|\\.|[^\]\\])*\]`;
const ESCAPE = String.raw`\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|[pP]\{[^}]*\}|k<[^>]*>|c[A-Za-z]|.)`;
const GROUP = String.raw`\((?:\?(?:<[=!]|P?<[A-Za-z_$][\w$]*>|[:=!]))?`;
const QUANTIFIER = String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??`;
const TOKEN = new RegExp(
  `(?<set>${CLASS})|(?<escaped>${ESCAPE})|(?<open>${GROUP})|(?<repeat>${QUANTIFIER})|.`,
  "gsu",
);

/** Any character, or what a decoder makes of bytes that are none. */
const ANY = String.raw`(?:[^\n]|(?-u:[\x80-\xff]{1,3}))`;
const CLASSES: Readonly<Record<string, string>> = {
  d: "[0-9]",
  w: "[0-9A-Za-z_]",
  s: String.raw`[\s\x{feff}]`,
};
const POSIX: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  blank: " \\t",
  digit: "0-9",
  lower: "a-z",
  punct: "!-\\/:-@\\[-`\\{-~",
  space: "\\s",
  upper: "A-Z",
  word: "\\w",
  xdigit: "0-9A-Fa-f",
};
const LINE_FEED = "a match never spans lines: search for what stands in one of them";

/** @throws {ToolError} naming what is wrong with the pattern and what to do. */
export function compilePattern(pattern: string, options: PatternOptions): SearchPattern {
  if (options.literal) {
    if (pattern.includes("\n")) throw new ToolError(`pattern: ${LINE_FEED}.`);
    return build([...pattern].map(literal), options.ignoreCase);
  }
  const flags = /^\(\?([ims]+)\)/.exec(pattern);
  const body = flags === null ? pattern : pattern.slice(flags[0].length);
  const ignoreCase = options.ignoreCase || flags?.[1]?.includes("i") === true;
  const tokens = [...body.matchAll(TOKEN)].map(translate);
  return build(tokens, ignoreCase);
}

/** One token of a pattern. */
interface Translation {
  js: string;
  /** What matches at least the same; null when that cannot be said. */
  rust: string | null;
  /** The character it stands for and nothing else. */
  character?: string;
  /** A repetition without a bound. */
  repeats?: boolean;
}

function build(tokens: readonly Translation[], ignoreCase: boolean): SearchPattern {
  let regex: RegExp;
  try {
    regex = new RegExp(tokens.map((token) => token.js).join(""), ignoreCase ? "isu" : "su");
  } catch (error) {
    const reason = String((error as Error).message).replace(/^.*: /s, "");
    throw new ToolError(
      `pattern: not a valid regular expression (${reason}). Escape what is meant literally with a backslash, or set literal.`,
    );
  }
  const rust = tokens.map((token) => token.rust);
  return {
    regex,
    needle: ignoreCase ? undefined : findNeedle(tokens),
    prefilter: rust.includes(null) ? null : (ignoreCase ? "(?i)" : "") + rust.join(""),
    repeats: tokens.some((token) => token.repeats === true),
  };
}

/** The longest run of plain characters that no group, alternative or repetition can leave out. */
function findNeedle(tokens: readonly Translation[]): string | undefined {
  if (tokens.some((token) => token.js === "|")) return undefined;
  let longest = "";
  let run = "";
  let depth = 0;
  for (const { js, rust, character } of tokens) {
    if (depth === 0 && character !== undefined) run += character;
    else {
      if (rust === "*" && run !== "") run = [...run].slice(0, -1).join("");
      if (run.length > longest.length) longest = run;
      run = "";
    }
    if (js.startsWith("(")) depth++;
    if (js === ")") depth--;
  }
  if (run.length > longest.length) longest = run;
  return longest === "" ? undefined : longest;
}

function translate(match: RegExpMatchArray): Translation {
  const [token] = match;
  const { set, escaped, open, repeat } = match.groups ?? {};
  if (set !== undefined) return translateClass(set);
  if (escaped !== undefined) return translateEscape(escaped);
  if (open !== undefined) {
    const looksAround = /[=!]$/.test(open);
    return { js: open.replace("(?P<", "(?<"), rust: looksAround ? null : "(?:" };
  }
  if (repeat !== undefined) {
    const optional = /^(?:[*?]|\{0)/.test(repeat);
    return { js: repeat, rust: optional ? "*" : "+", repeats: /^(?:[*+]|\{\d+,\})/.test(repeat) };
  }
  if (token === "\n") throw new ToolError(`pattern: ${LINE_FEED}.`);
  if (token === "^" || token === "$") return { js: token, rust: "(?:)" };
  if (token === ".") return { js: token, rust: ANY };
  if (token === "|" || token === ")") return { js: token, rust: token };
  return literal(token);
}

function translateEscape(escaped: string): Translation {
  const kind = escaped.slice(1);
  if (kind === "n" || kind === "\n") throw new ToolError(`pattern: ${LINE_FEED}.`);
  if (/^[bB]$/.test(kind)) return { js: escaped, rust: "(?:)" };
  if (/^[dws]$/.test(kind)) return { js: escaped, rust: CLASSES[kind] ?? ANY };
  if (/^[DWSpP]/.test(kind)) return { js: escaped, rust: ANY };
  if (/^[trvf]$/.test(kind)) return { js: escaped, rust: escaped };
  if (/^[xukc0-9]/.test(kind)) return { js: escaped, rust: null };
  if (/^[A-Za-z]/.test(kind))
    throw new ToolError(
      `pattern: ${escaped} is not supported. There are \\d \\w \\s \\b, their opposites, ^ and $, and \\p{…}.`,
    );
  return literal(kind);
}

function translateClass(text: string): Translation {
  const js = text
    .replace(/\[:(\w+):\]/g, (_all, name: string) => {
      const members = POSIX[name];
      if (members === undefined) throw new ToolError(`pattern: [:${name}:] is not supported.`);
      return members;
    })
    // The `u` flag refuses needless backslashes.
    .replace(/\\([^A-Za-z0-9])/gsu, (all, character: string) =>
      /[\^$\\.*+?()[\]{}|/-]/.test(character) ? all : character,
    );
  return { js, rust: /^\[(?:[A-Za-z0-9_ ](?:-[A-Za-z0-9])?)+\]$/.test(js) ? js : ANY };
}

/** A replacement character may stand for any bytes that are no text; a lone surrogate stands for none. */
function literal(character: string): Translation {
  return {
    js: /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character,
    rust: /[\ufffd\p{Surrogate}]/u.test(character)
      ? null
      : character.replace(/[\\.+*?()|[\]{}^$#&~-]/, "\\$&"),
    character,
  };
}
