/** The files of a plugin, as its sources name them. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isMissing } from "../system-errors.ts";
import { PLUGIN_ENDINGS } from "./find-entry.ts";

/** Enough for a plugin; one with more is not looked through to its end. */
const MOST_FILES = 200;
const RELATIVE = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g;

/** A file and its text; the text is undefined when it cannot be read. */
export interface SourceFile {
  path: string;
  text: string | undefined;
}

/** The file, and those that it imports by relative paths at any distance: real paths, at most 200. */
export function* sourceFiles(entry: string): Generator<SourceFile, void, void> {
  const files = new Set([entry]);
  for (const path of files) {
    const text = read(path);
    yield { path, text };
    for (const [, target = ""] of text?.matchAll(RELATIVE) ?? []) {
      const next = fileAt(resolve(dirname(path), target));
      if (next !== undefined && files.size < MOST_FILES) files.add(next);
    }
  }
}

/**
 * Whether one of its files has this word in its text. True also when nobody can know: one of them cannot be read, there are
 * more than can be looked through, or they export what another package has.
 */
export function sourceMentions(entry: string, word: string): boolean {
  let count = 0;
  for (const { text } of sourceFiles(entry))
    if (text === undefined || text.includes(word) || passesOn(text) || ++count === MOST_FILES) return true;
  return false;
}

/** Whether the exports may be those of a package, whose text is not looked at. */
function passesOn(text: string): boolean {
  if (PASSED_ON.test(text)) return true;
  const names = [...text.matchAll(IMPORTED)].flatMap(([, clause = ""]) => clause.match(/\w+/g) ?? []);
  const exported = [...text.matchAll(/\bexport\s*(?:default\s+(\w+)|\{([^}]*)\})/g)].flat().join(" ");
  return names.some((name) =>
    new RegExp(`\\b${name}\\b`).test(exported.replace(/\bexport\b|\bdefault\b/g, "")),
  );
}

/** What is imported from a package. */
const IMPORTED = /\bimport\s+([^"';]+?)\s*\bfrom\s*["'](?!\.{1,2}\/)/g;
/** `export … from "package"`, and its forms in CommonJS. */
const PASSED_ON =
  /\bexport\s*(?:\*(?:\s*as\s+\w+)?|\{[^}]*\})\s*from\s*["'](?!\.{1,2}\/)|\bexports\s*=\s*(?:\{\s*\.\.\.)?require\(\s*["'](?!\.{1,2}\/)|\bObject\.assign\(\s*(?:module\.)?exports\b/;

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * The file that an import means: as it is written, with an ending, as TypeScript beside the JavaScript it would become.
 * What cannot be looked at may be it.
 */
function fileAt(path: string): string | undefined {
  const guesses = [
    path,
    path.replace(/\.([mc]?)js$/, ".$1ts"),
    ...PLUGIN_ENDINGS.map((ending) => `${path}${ending}`),
    ...PLUGIN_ENDINGS.map((ending) => resolve(path, `index${ending}`)),
  ];
  for (const guess of guesses)
    try {
      if (statSync(guess).isFile()) return realpathSync(guess);
    } catch (thrown) {
      if (!isMissing(thrown)) return guess;
    }
  return undefined;
}
