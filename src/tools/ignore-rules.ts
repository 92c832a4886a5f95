/** The rules of `.gitignore` files: which entries of a tree are not looked at. */
import { compileName, compilePath } from "./glob.ts";

/** The rules of one `.gitignore` and of those above it that still hold. */
export interface IgnoreRules {
  /** `names` is the entry's path from the folder whose rules these are, cut at its slashes. */
  ignores(names: readonly string[], isFolder: boolean): boolean;
}

interface Rule {
  keeps: boolean;
  foldersOnly: boolean;
  matches(names: readonly string[]): boolean;
}

/** Nothing is ignored. */
export const NO_RULES: IgnoreRules = { ignores: () => false };

/**
 * The rules of a folder: those its own file adds to those of the folder above it. Later rules beat earlier ones, and a
 * deeper file beats all above. `name` is the folder's name there.
 */
export function addRules(
  above: IgnoreRules,
  name: string | undefined,
  text: string | undefined,
): IgnoreRules {
  const rules = (text ?? "")
    .replace(/^\ufeff/, "")
    .split("\n")
    .map(parseRule)
    .filter((rule) => rule !== undefined)
    .reverse();
  if (rules.length === 0 && above === NO_RULES) return NO_RULES;
  return {
    ignores(names, isFolder) {
      const rule = rules.find((one) => (isFolder || !one.foldersOnly) && one.matches(names));
      if (rule !== undefined) return !rule.keeps;
      return above !== NO_RULES && above.ignores(name === undefined ? names : [name, ...names], isFolder);
    },
  };
}

function parseRule(line: string): Rule | undefined {
  let glob = withoutTrailingSpaces(line.replace(/\r$/, ""));
  if (glob.startsWith("#")) return undefined;
  const keeps = glob.startsWith("!");
  if (keeps) glob = glob.slice(1);
  const foldersOnly = glob.endsWith("/");
  if (foldersOnly) glob = glob.slice(0, -1);
  if (glob === "") return undefined;
  if (!glob.includes("/")) {
    const matchesName = compileName(glob);
    return { keeps, foldersOnly, matches: (names) => matchesName(names.at(-1) ?? "") };
  }
  return { keeps, foldersOnly, matches: compilePath(glob.replace(/^\//, "")) };
}

/** A blank after a backslash belongs to the name. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") {
    let backslashes = 0;
    while (line[end - 2 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 1) break;
    end--;
  }
  return line.slice(0, end);
}
