/** The globs that `find` and `grep` take. */
import { ToolError } from "../errors.ts";
import { compileName, compilePath, type PathMatch } from "./glob.ts";

const MAX_ALTERNATIVES = 1_000;

/**
 * Judges paths below the searched folder: a pattern without a slash is for names at any depth, one with a slash for the path
 * from there. `{a,b}` stands for either, a leading `!` turns it round. A name that equals the pattern always matches.
 *
 * @throws {ToolError} when the braces multiply beyond 1,000 alternatives.
 */
export function compileGlob(pattern: string, platform: NodeJS.Platform = process.platform): PathMatch {
  const negated = pattern.startsWith("!");
  const text = (negated ? pattern.slice(1) : pattern).replace(/^(?:\.\/)+/, "");
  const glob = platform === "win32" ? text.replaceAll("\\", "/") : text;
  const matches = expandBraces(glob).map(compileAlternative);
  return (names) => {
    const isMatch =
      matches.some((match) => match(names)) || names.at(-1) === glob || names.join("/") === glob;
    return isMatch !== negated;
  };
}

function compileAlternative(glob: string): PathMatch {
  if (glob.includes("/")) return compilePath(glob.replace(/^\/+/, "").replace(/\/+$/, ""));
  const match = compileName(glob);
  return (names) => match(names.at(-1) ?? "");
}

function expandBraces(glob: string): string[] {
  const done: string[] = [];
  const waiting = [glob];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const braces = innermostBraces(next);
    if (braces === undefined) done.push(next);
    else for (const choice of braces.choices) waiting.push(braces.before + choice + braces.after);
    if (done.length + waiting.length > MAX_ALTERNATIVES)
      throw new ToolError(
        `The glob ${glob.slice(0, 100)} stands for more than ${MAX_ALTERNATIVES} patterns: use fewer braces.`,
      );
  }
  return done;
}

/** The first pair of braces with a comma and no braces in it. */
function innermostBraces(glob: string): { before: string; choices: string[]; after: string } | undefined {
  const match = /(?<!\\)\{((?:\\.|[^{}\\])*)\}/s.exec(glob);
  if (match === null) return undefined;
  return {
    before: glob.slice(0, match.index),
    choices: (match[1] ?? "").split(/(?<!\\),/),
    after: glob.slice(match.index + match[0].length),
  };
}
