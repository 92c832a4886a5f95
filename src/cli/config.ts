/** The configuration files: where they are, and what stands in them. */
import { dirname, join } from "node:path";
import { UsageError } from "../errors.ts";
import { systemErrorText } from "../system-errors.ts";
import { findJsonFault } from "./json-error.ts";
import type { PathKind } from "./kind-of.ts";
import type { Surroundings } from "./read-options.ts";

/** A configuration file as it was found; its values are not yet checked. */
export interface ConfigFile {
  path: string;
  /** Relative paths in it start here. */
  folder: string;
  values: Readonly<Record<string, unknown>>;
}

/** The folder in a project that is for letscode. */
export const LETSCODE_FOLDER = ".letscode";

/**
 * The project `cwd` lies in: the nearest folder, from there upward, that holds `.letscode/`; else `cwd` itself.
 * The search ends at a repository's root and below the home folder and the root of the file system, so that nobody
 * configures a project by a file in a folder above that others can write to.
 */
export function findProject(
  cwd: string,
  home: string,
  kindOf: (path: string) => PathKind | undefined,
): string {
  for (let folder = cwd; folder !== home && folder !== dirname(folder); folder = dirname(folder)) {
    if (kindOf(join(folder, LETSCODE_FOLDER)) === "folder") return folder;
    if (kindOf(join(folder, ".git"))) break;
  }
  return cwd;
}

/**
 * Reads one configuration file: undefined when there is none. Throws a UsageError that names the file, and for bad
 * JSON the line and column; also for a pipe or a device, which a project could use to keep us for ever.
 */
export function readConfigFile(
  path: string,
  folder: string,
  { readFile, kindOf }: Pick<Surroundings, "readFile" | "kindOf">,
): ConfigFile | undefined {
  const kind = kindOf(path);
  if (kind === undefined) return undefined;
  if (kind === "other") throw new UsageError(`cannot read ${path}: it is a pipe or a device, not a file`);
  let text: string;
  try {
    text = readFile(path).replace(/^\uFEFF/, "");
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${systemErrorText(error)}`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    const fault = findJsonFault(text);
    const place = fault ? `:${fault.line}:${fault.column}: ${fault.problem}` : ": no JSON";
    throw new UsageError(`${path}${place}`);
  }
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new UsageError(`${path}: expected a JSON object, such as {"model": "demo"}`);
  return { path, folder, values: json as Record<string, unknown> };
}
