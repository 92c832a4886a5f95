/** Failures of the file system as messages a model can act on. */
import { errorText, ToolError } from "../errors.ts";
import { escapeName } from "./escape-name.ts";
import { similarNames } from "./paths.ts";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "the system does not permit it",
  EROFS: "the file system is read-only",
  ENOENT: "it is not there any more",
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
  const code = (thrown as NodeJS.ErrnoException | null)?.code;
  const reason = code === undefined ? errorText(thrown) : (REASONS[code] ?? code);
  return new ToolError(`Cannot ${verb} ${shown}: ${reason}.`, { cause: thrown });
}

/** For a path that leads nowhere: names what is there under a like name, so that the next call can be right. */
export async function missingError(path: string, shown: string): Promise<ToolError> {
  const folder = shown.slice(0, shown.lastIndexOf("/") + 1);
  const similar = (await similarNames(path)).map((name) => escapeName(folder + name));
  const hint = similar.length > 0 ? ` Did you mean ${similar.join(" or ")}?` : "";
  return new ToolError(`${shown} does not exist.${hint}`);
}
