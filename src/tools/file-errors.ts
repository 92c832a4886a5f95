/** Failures of the file system as messages a model can act on. */
import { ToolError } from "../errors.ts";
import { systemErrorText } from "../system-errors.ts";
import { escapeName } from "./escape-name.ts";
import { danglingLink, isNotUtf8, shownPath, similarNames } from "./paths.ts";

/** `Cannot read a.txt: permission denied.` What was thrown by us already passes unchanged. */
export function fileError(thrown: unknown, verb: string, shown: string): ToolError {
  if (thrown instanceof ToolError) return thrown;
  const gone = (thrown as NodeJS.ErrnoException | null)?.code === "ENOENT";
  const reason = gone ? "it is not there any more" : systemErrorText(thrown);
  return new ToolError(`Cannot ${verb} ${shown}: ${reason}.`, { cause: thrown });
}

/** Said of names that no path written in text can hold. */
export const NOT_UTF8 =
  "where a name shows \ufffd it is not UTF-8, and only a command can reach it: use bash with * in place of \ufffd";

/** For a path that leads nowhere: says why, or names what is there under a like name, so that the next call can be right. */
export async function missingError(path: string, shown: string, workspace: string): Promise<ToolError> {
  const dangling = await danglingLink(path);
  if (dangling !== undefined) {
    const { link, target } = dangling;
    return new ToolError(
      `${shownPath(link, workspace)} is a link to ${escapeName(target)}, which does not exist.`,
    );
  }
  if (await isNotUtf8(path)) return new ToolError(`${shown} cannot be opened: ${NOT_UTF8}.`);
  const folder = shown.slice(0, shown.lastIndexOf("/") + 1);
  const similar = (await similarNames(path)).map((name) => escapeName(folder + name));
  const hint = similar.length > 0 ? ` Did you mean ${similar.join(" or ")}?` : "";
  return new ToolError(`${shown} does not exist.${hint}`);
}
