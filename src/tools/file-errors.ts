/** Failures of the file system as messages a model can act on. */
import { basename, dirname } from "node:path";
import { ToolError } from "../errors.ts";
import { escapeName } from "./escape-name.ts";
import { similarNames } from "./paths.ts";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "the system does not permit it",
  EROFS: "the file system is read-only",
  ENOSPC: "no space is left on the disk",
  EDQUOT: "the disk quota is used up",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "the name is too long",
  ENOTDIR: "a part of the path is a file, not a folder",
  EISDIR: "it is a folder",
  EMFILE: "too many files are open; try again",
  ETXTBSY: "the program is running",
  EBUSY: "it is in use",
  EXDEV: "it would have to move between file systems",
};

/** `Cannot read a.txt: permission denied.` What was thrown by us already passes unchanged. */
export function fileError(thrown: unknown, verb: string, shown: string): ToolError {
  if (thrown instanceof ToolError) return thrown;
  const code = (thrown as NodeJS.ErrnoException | null)?.code ?? "unknown error";
  return new ToolError(`Cannot ${verb} ${shown}: ${REASONS[code] ?? code}.`, { cause: thrown });
}

/** For a path that leads nowhere: names what is there under a like name, so that the next call can be right. */
export async function missingError(path: string, shown: string): Promise<ToolError> {
  const similar = (await similarNames(path)).filter((name) => name !== basename(path)).map(escapeName);
  const hint = similar.length > 0 ? ` In ${escapeName(dirname(path))} there is: ${similar.join(", ")}.` : "";
  return new ToolError(`${shown} does not exist.${hint}`);
}
