/** Finds a ripgrep to search with. */
import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/**
 * The absolute path of `rg`: from PATH, else the one that came with letscode, else null. The working folder is never
 * searched, so that a project cannot bring its own.
 */
export async function findRipgrep(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<string | null> {
  const name = platform === "win32" ? "rg.exe" : "rg";
  const path = environment.PATH ?? environment.Path ?? "";
  for (const folder of path.split(delimiter))
    if (isAbsolute(folder) && (await canRun(join(folder, name)))) return join(folder, name);
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return (await canRun(rgPath)) ? rgPath : null;
  } catch {
    return null;
  }
}

async function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
