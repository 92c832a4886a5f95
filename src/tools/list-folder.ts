/** The work of `ls`. */
import { lstat, readdir, readlink, stat } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "../errors.ts";
import { escapeName } from "./escape-name.ts";
import { fileError, missingError, NOT_UTF8 } from "./file-errors.ts";
import type { LsArguments } from "./ls.ts";
import { findPath, isNotUtf8, realPath, shownPath } from "./paths.ts";
import { type ToolOutput, textOutput } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";

const DEFAULT_ENTRIES = 1000;
const MAX_ENTRIES = 20_000;
const MAX_BYTES = 50_000;

/** @throws {ToolError} when there is no such folder or it cannot be read. */
export async function listFolder(args: LsArguments, environment: ToolEnvironment): Promise<ToolOutput> {
  const path = await findPath(args.path ?? ".", environment);
  const shown = shownPath(path, environment.workspace);
  const folder = await realPath(path);
  const names = await readNames(folder, path, shown, environment.workspace);
  const wanted = names.slice(0, Math.min(args.limit || DEFAULT_ENTRIES, MAX_ENTRIES));
  const lines = withinBytes(await Promise.all(wanted.map((name) => describeEntry(folder, name))));
  const details = { entries: names.length, shown: lines.length };
  if (names.length === 0) return textOutput(`[${shown} is empty.]`, details);
  if (lines.length < names.length)
    lines.push(
      "",
      `[${lines.length} of ${names.length} entries. To see others use find with a pattern${lines.length < wanted.length ? "" : ", or a larger limit"}.]`,
    );
  if (await anyNotUtf8(folder, wanted)) lines.push("", `[${NOT_UTF8}]`);
  return textOutput(lines.join("\n"), details);
}

async function readNames(folder: string, path: string, shown: string, workspace: string): Promise<string[]> {
  try {
    const stats = await stat(folder);
    if (!stats.isDirectory()) throw new ToolError(`${shown} is a file, not a folder. Use read to see it.`);
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw await missingError(path, shown, workspace);
    throw fileError(error, "list", shown);
  }
}

async function describeEntry(folder: string, name: string): Promise<string> {
  const place = join(folder, name);
  const stats = await lstat(place).catch(() => undefined);
  if (stats?.isSymbolicLink() === true) {
    const target = await readlink(place).catch(() => "?");
    return `${escapeName(name)}@ -> ${escapeName(target)}`;
  }
  return stats?.isDirectory() === true ? `${escapeName(name)}/` : escapeName(name);
}

async function anyNotUtf8(folder: string, names: readonly string[]): Promise<boolean> {
  for (const name of names) if (await isNotUtf8(join(folder, name))) return true;
  return false;
}

function withinBytes(lines: readonly string[]): string[] {
  let bytes = 0;
  const first = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > MAX_BYTES;
  });
  return first === -1 ? [...lines] : lines.slice(0, first);
}
