/** What a path written by a model means, and where it really leads. */
import { lstat, readdir, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { ToolError } from "../errors.ts";
import { isMissing } from "../system-errors.ts";
import { escapeName } from "./escape-name.ts";
import type { Access } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";
import { plainBlanks, plainQuotes } from "./typography.ts";

/** The folders a path can be relative to. */
export type Places = Pick<ToolEnvironment, "workspace" | "home">;

/**
 * The absolute path, read literally but for a leading `~/`. This is the whole rule for `write`: what it makes is named
 * exactly as asked. `..` is resolved before links are.
 */
export function resolvePath(path: string, { workspace, home }: Places): string {
  if (path.includes("\0")) throw new ToolError("path: holds a NUL character, which no file name can.");
  if (path === "~" || path.startsWith("~/") || path.startsWith(`~${sep}`)) return join(home, path.slice(1));
  return resolve(workspace, path);
}

/**
 * The absolute path of something that should exist. Only when the exact name is missing, the one entry that differs from
 * it in nothing but Unicode form, kind of blank or curl of quotes is taken; with none or several, the exact path stands.
 */
export async function findPath(path: string, places: Places): Promise<string> {
  const exact = resolvePath(path, places);
  return (await existingVariant(exact)) ?? exact;
}

async function existingVariant(path: string): Promise<string | undefined> {
  if (await exists(path)) return path;
  const parent = dirname(path);
  if (parent === path) return undefined;
  const folder = await existingVariant(parent);
  if (folder === undefined) return undefined;
  const name = basename(path);
  if (folder !== parent && (await exists(join(folder, name)))) return join(folder, name);
  const wanted = plainName(name);
  const variants = (await names(folder)).filter((entry) => plainName(entry) === wanted);
  return variants.length === 1 ? join(folder, variants[0] as string) : undefined;
}

/** Up to three existing names that are not this missing path's, but differ from it in case or typography only. */
export async function similarNames(path: string): Promise<string[]> {
  const name = basename(path);
  const wanted = plainName(name).toLowerCase();
  const entries = await names(dirname(path));
  return entries
    .filter((entry) => entry !== name && plainName(entry).toLowerCase() === wanted)
    .sort()
    .slice(0, 3);
}

/** The link that leads nowhere because of which there is nothing at this path: itself or a folder above it. */
export async function danglingLink(path: string): Promise<{ link: string; target: string } | undefined> {
  for (let link = path; !(await leads(link)); link = dirname(link)) {
    const target = await readlink(link).catch(() => undefined);
    if (target !== undefined) return { link, target };
    if (link === dirname(link)) return undefined;
  }
  return undefined;
}

/** Whether there is something, links followed. */
async function leads(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Whether a folder lists this name and yet has nothing under it: its bytes are not UTF-8, and \ufffd stands for those that no
 * path written in text can hold.
 */
export async function isNotUtf8(path: string): Promise<boolean> {
  const name = basename(path);
  return name.includes("\ufffd") && !(await exists(path)) && (await names(dirname(path))).includes(name);
}

function plainName(name: string): string {
  return plainQuotes(plainBlanks(name.normalize("NFC")));
}

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Whether there is an entry, be it a dangling link. What cannot be looked at counts as there. */
async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    return !isMissing(error);
  }
}

/**
 * The real path: every link followed, also those that dangle, so that it names what opening or creating `path` would
 * touch. What does not exist keeps its name under its nearest real folder. A circle of links stays as it is: nothing can
 * be opened through it.
 */
export async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOOP") return path;
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const folder = await realPath(parent);
  const place = join(folder, basename(path));
  const target = await readlink(place).catch(() => undefined);
  if (target === undefined || (await isNameless(place, folder, target))) return place;
  return realPath(targetPath(folder, target));
}

/** What the link of an open pipe or a deleted file leads to has no name of its own: `/proc/7/fd/0` is `pipe:[123]`. */
async function isNameless(link: string, folder: string, target: string): Promise<boolean> {
  return (await leads(link)) && !(await exists(targetPath(folder, target)));
}

/** Not by `join`: it would take `..` out of the target before the links in it are followed. */
function targetPath(folder: string, target: string): string {
  return isAbsolute(target) ? target : `${folder}${sep}${target}`;
}

/** Whether `path` is `folder` or lies in it; both real. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * What reading or writing these real paths means to the permission chain. The conversation's own temp folder and the
 * readable folders may be read like the workspace: whole outputs of allowed commands are kept there, and skills.
 */
export async function accessTo(
  kind: "read" | "write",
  realPaths: readonly string[],
  environment: Pick<ToolEnvironment, "workspace" | "tempFolder" | "readableFolders">,
): Promise<Access> {
  const { workspace, tempFolder, readableFolders = [] } = environment;
  let outside = realPaths.filter((path) => !isInside(workspace, path));
  if (kind === "read" && outside.length > 0) {
    const readable = [...readableFolders, await realPath(tempFolder)];
    outside = outside.filter((path) => !readable.some((folder) => isInside(folder, path)));
  }
  return outside.length === 0 ? { kind } : { kind, outside };
}

/** The path as messages show it: relative inside the workspace, absolute outside, with `/`, on one line. */
export function shownPath(path: string, workspace: string): string {
  const shown = isInside(workspace, path) ? relative(workspace, path) || "." : path;
  return escapeName(shown.replaceAll(sep, "/"));
}
