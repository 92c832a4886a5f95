/** The file that a folder with a plugin stands for. */
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { LetscodeError } from "../errors.ts";
import { isMissing, systemErrorText } from "../system-errors.ts";

/** What a plugin's file may end in. */
export const PLUGIN_ENDINGS: readonly string[] = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"];

/** A plugin's name and the file that is imported. */
export interface Entry {
  name: string;
  path: string;
}

/** Whether a file of this name may be a plugin. Declarations of types are none. */
export function isPluginFile(name: string): boolean {
  return !/\.d\.[mc]?ts$/.test(name) && PLUGIN_ENDINGS.some((ending) => name.endsWith(ending));
}

/** A single file as a plugin: its name is the file's without the ending. */
export function fileEntry(path: string): Entry {
  return { name: basename(path).replace(/\.[^.]+$/, ""), path };
}

/**
 * The entry of a package, or of a folder with an index file; undefined when the folder is neither. Throws an error that
 * names what is wrong with a package.
 */
export function folderEntry(folder: string): Entry | undefined {
  const manifest = readManifest(folder);
  const index = firstFile(PLUGIN_ENDINGS.map((ending) => join(folder, `index${ending}`)));
  if (!manifest) return index === undefined ? undefined : { name: basename(folder), path: index };
  const name = typeof manifest.name === "string" && manifest.name !== "" ? manifest.name : basename(folder);
  if (manifest.exports !== undefined && manifest.exports !== null) {
    const target = exported(manifest.exports);
    if (target === undefined)
      throw new LetscodeError(`${join(folder, "package.json")}: its exports name no file for "." to import`);
    return { name, path: mustBeThere(folder, target, "exports") };
  }
  for (const field of ["module", "main"] as const) {
    const target = manifest[field];
    if (typeof target === "string" && target !== "")
      return { name, path: mustBeThere(folder, target, field) };
  }
  if (index === undefined)
    throw new LetscodeError(
      `${folder}: its package.json names no file (exports, module, main), and there is no index.js`,
    );
  return { name, path: index };
}

interface Manifest {
  name?: unknown;
  exports?: unknown;
  module?: unknown;
  main?: unknown;
}

function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, "package.json");
  try {
    const json: unknown = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
    if (typeof json === "object" && json !== null) return json;
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    if (!(thrown instanceof SyntaxError))
      throw new LetscodeError(`cannot read ${path}: ${systemErrorText(thrown)}`);
  }
  throw new LetscodeError(`${path}: expected a JSON object`);
}

/** The conditions of an import from Node; whoever only offers `require` offers it as `default` or in `main`. */
const CONDITIONS: readonly string[] = ["import", "node", "default"];

/** What `exports` gives for the package itself: the first condition that holds, in the order of the file. */
function exported(exports: unknown): string | undefined {
  if (typeof exports === "string") return exports;
  if (Array.isArray(exports)) return exports.map(exported).find((target) => target !== undefined);
  if (typeof exports !== "object" || exports === null) return undefined;
  if (Object.hasOwn(exports, ".")) return exported((exports as Record<string, unknown>)["."]);
  for (const [condition, target] of Object.entries(exports))
    if (CONDITIONS.includes(condition)) {
      const found = exported(target);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** The file a field of package.json means; as with Node, `main` may leave out an ending or name a folder. */
function mustBeThere(folder: string, target: string, field: string): string {
  const path = join(folder, target);
  const guesses =
    field === "exports"
      ? [path]
      : [
          path,
          ...PLUGIN_ENDINGS.map((ending) => `${path}${ending}`),
          ...PLUGIN_ENDINGS.map((ending) => join(path, `index${ending}`)),
        ];
  const found = firstFile(guesses);
  if (found === undefined)
    throw new LetscodeError(`${join(folder, "package.json")}: ${field} names ${target}, which is not there`);
  return found;
}

function firstFile(paths: readonly string[]): string | undefined {
  return paths.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}
