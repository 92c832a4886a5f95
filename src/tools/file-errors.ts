/** Failures of the file system as messages a model can act on. */
import { ToolError } from "../errors.ts";
import { systemErrorText } from "../system-errors.ts";
import { escapeName } from "./escape-name.ts";
import { similarNames } from "./paths.ts";

/** `Cannot read a.txt: permission denied.` What was thrown by us already passes unchanged. */
export function fileError(thrown: unknown, verb: string, shown: string): ToolError {
  if (thrown instanceof ToolError) return thrown;
  return new ToolError(`Cannot ${verb} ${shown}: ${systemErrorText(thrown)}.`, { cause: thrown });
}

/** For a path that leads nowhere: names what is there under a like name, so that the next call can be right. */
export async function missingError(path: string, shown: string): Promise<ToolError> {
  const folder = shown.slice(0, shown.lastIndexOf("/") + 1);
  const similar = (await similarNames(path)).map((name) => escapeName(folder + name));
  const hint = similar.length > 0 ? ` Did you mean ${similar.join(" or ")}?` : "";
  return new ToolError(`${shown} does not exist.${hint}`);
}
