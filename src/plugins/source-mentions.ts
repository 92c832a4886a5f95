/** What the source of a plugin speaks of, for when it cannot be loaded. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { PLUGIN_ENDINGS } from "./find-entry.ts";

/** Enough for a plugin; what is larger is a bundle, whose entry is read all the same. */
const MOST_FILES = 200;
const RELATIVE = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g;

/**
 * Whether the file, or one that it imports by a relative path at any distance, has this word in its text. True also when
 * the file cannot be read, or imports more than can be looked through: then nobody knows.
 */
export function sourceMentions(path: string, word: string): boolean {
  const files = new Set([path]);
  for (const file of files) {
    if (files.size > MOST_FILES) return true;
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch {
      return true;
    }
    if (text.includes(word)) return true;
    for (const [, target = ""] of text.matchAll(RELATIVE)) {
      const next = fileAt(resolve(dirname(file), target));
      if (next !== undefined) files.add(next);
    }
  }
  return false;
}

/** The file that an import means: as it is written, with an ending, as TypeScript beside the JavaScript it would become. */
function fileAt(path: string): string | undefined {
  const twin = path.replace(/\.([mc]?)js$/, ".$1ts");
  const guesses = [
    path,
    twin,
    ...PLUGIN_ENDINGS.map((ending) => `${path}${ending}`),
    ...PLUGIN_ENDINGS.map((ending) => resolve(path, `index${ending}`)),
  ];
  const found = guesses.find((guess) => statSync(guess, { throwIfNoEntry: false })?.isFile());
  return found === undefined ? undefined : realpathSync(found);
}
