/** Whether something is a program. */
import { accessSync, constants, statSync } from "node:fs";

/** Whether there is a file at the path that can be run. Does not throw. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
