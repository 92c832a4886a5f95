/** What lies at a path. */
import { type Stats, statSync } from "node:fs";
import { UsageError } from "../errors.ts";
import { systemErrorText } from "../system-errors.ts";

/** `other`: a pipe, a socket or a device, of which reading may have no end. */
export type PathKind = "file" | "folder" | "other";

/** What lies there, links followed; undefined for nothing. Throws a UsageError when that cannot be said. */
export function kindOf(path: string): PathKind | undefined {
  let found: Stats | undefined;
  try {
    found = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw new UsageError(`cannot look at ${path}: ${systemErrorText(error)}`);
  }
  if (found?.isDirectory()) return "folder";
  if (found?.isFile()) return "file";
  return found && "other";
}
