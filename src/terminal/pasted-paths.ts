/** Files in a pasted text: a terminal pastes the path of what is dropped on it. */
import { homedir } from "node:os";
import { isAbsolute, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const IMAGE = /\.(?:png|jpe?g|gif|webp)$/i;
const LONGEST = 8000;
const ESCAPES = sep === "/";
/** A word of a shell, and within it what stands for something else. Other blanks are part of names: macOS makes such. */
const WORD = ESCAPES
  ? /(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^ \t\r\n'"\\])+/gs
  : /(?:'[^']*'|"[^"]*"|[^ \t\r\n'"])+/g;
const QUOTED = ESCAPES ? /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs : /'([^']*)'|"([^"]*)"/g;

/**
 * The files that the text may name, absolute, when it names images and nothing else: as one path, and as words in quotes or
 * with escapes, as a shell reads them. Empty: it is text.
 */
export function pastedPaths(text: string): string[][] {
  const whole = text.trim();
  if (whole.length > LONGEST || !IMAGE.test(whole.replace(/['"]$/, ""))) return [];
  const words = Array.from(whole.matchAll(WORD), ([word]) => word.replace(QUOTED, unquoted));
  const lists = [[whole], words].map((names) => names.map(imagePath));
  return lists.filter(
    (paths): paths is string[] => paths.length > 0 && paths.every((path) => path !== undefined),
  );
}

function unquoted(_all: string, single?: string, double?: string, escaped?: string): string {
  return single ?? (ESCAPES ? double?.replace(/\\(["\\$`])/g, "$1") : double) ?? escaped ?? "";
}

function imagePath(name: string): string | undefined {
  if (!IMAGE.test(name)) return undefined;
  if (name.startsWith("~/")) return join(homedir(), name.slice(2));
  if (isAbsolute(name)) return name;
  if (!name.startsWith("file://")) return undefined;
  try {
    return fileURLToPath(name);
  } catch {
    return undefined;
  }
}
