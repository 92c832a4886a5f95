/** Finds the program that a command names. */
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { ToolError } from "../errors.ts";
import { isProgram } from "../tools/is-program.ts";

/**
 * The absolute path of `command`: a path, from `folder` on, or a name that is looked for along PATH.
 *
 * @throws {ToolError} when there is no such program.
 */
export function findProgram(
  command: string,
  { folder, environment }: { folder: string; environment: Readonly<Record<string, string>> },
): string {
  if (/[/\\]/.test(command)) {
    const path = resolve(folder, command);
    if (isProgram(path)) return path;
    throw new ToolError(`there is no program ${path}`);
  }
  const { PATH = "", Path = PATH, PATHEXT = "" } = environment;
  const endings = ["", ...PATHEXT.split(";").filter((ending) => /^\.(exe|com)$/i.test(ending))];
  for (const place of Path.split(delimiter).filter((one) => isAbsolute(one)))
    for (const ending of endings) {
      const path = join(place, command + ending);
      if (isProgram(path)) return path;
    }
  throw new ToolError(`there is no program ${JSON.stringify(command)} on PATH`);
}
