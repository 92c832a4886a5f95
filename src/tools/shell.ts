/** Finds the shell that runs a model's commands. */
import { posix, win32 } from "node:path";
import { ToolError } from "../errors.ts";

/** What the search looks at. */
export interface ShellSearch {
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string>>;
  /** Whether there is a file of this name that can be run. */
  isProgram(path: string): boolean;
}

/**
 * The absolute path of a shell that understands bash: `LETSCODE_SHELL` if set, else bash from PATH and the usual places,
 * on POSIX at last `/bin/sh`. On Windows only Git for Windows' bash or one like it: what stands in the system folder or
 * among the Store's aliases is the WSL launcher, which runs commands in another file system.
 *
 * @throws {ToolError} saying what to install or to set.
 */
export function findShell(search: ShellSearch): string {
  const named = variable(search, "LETSCODE_SHELL");
  if (named !== undefined) {
    const { isAbsolute } = search.platform === "win32" ? win32 : posix;
    if (isAbsolute(named) && search.isProgram(named)) return named;
    throw new ToolError(
      `bash: LETSCODE_SHELL names ${named}, ${isAbsolute(named) ? "which is no program that can be run" : "which is no absolute path"}. ` +
        "Only the user can change that: to the path of a shell, or to nothing, so that bash is looked for.",
    );
  }
  const candidates = search.platform === "win32" ? windowsCandidates(search) : posixCandidates(search);
  for (const candidate of candidates) if (search.isProgram(candidate)) return candidate;
  throw new ToolError(
    search.platform === "win32"
      ? "bash: no bash was found (the one in System32 is WSL's and runs in another file system). Install Git for Windows from https://git-scm.com, or set LETSCODE_SHELL to the path of a bash.exe."
      : "bash: no shell was found. Install bash, or set LETSCODE_SHELL to the path of a shell.",
  );
}

function posixCandidates(search: ShellSearch): string[] {
  const folders = (variable(search, "PATH") ?? "").split(":").filter((folder) => posix.isAbsolute(folder));
  return [...folders.map((folder) => posix.join(folder, "bash")), "/bin/bash", "/usr/bin/bash", "/bin/sh"];
}

function windowsCandidates(search: ShellSearch): string[] {
  const folders = (variable(search, "PATH") ?? "")
    .split(";")
    .map((folder) => folder.trim().replace(/^"(.*)"$/, "$1"))
    .filter((folder) => win32.isAbsolute(folder));
  // Git's installer puts only its `cmd` folder on PATH; its bash lies beside that.
  const besideGit = folders
    .filter((folder) => search.isProgram(win32.join(folder, "git.exe")))
    .flatMap((folder) => [
      win32.join(folder, "..", "bin", "bash.exe"),
      win32.join(folder, "..", "..", "bin", "bash.exe"),
    ]);
  const installed = ["ProgramFiles", "ProgramW6432", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((name) => {
    const folder = variable(search, name);
    if (folder === undefined) return [];
    return [win32.join(folder, ...(name === "LOCALAPPDATA" ? ["Programs"] : []), "Git", "bin", "bash.exe")];
  });
  const onPath = folders.map((folder) => win32.join(folder, "bash.exe"));
  return [...besideGit, ...installed, ...onPath].filter((path) => !isWslLauncher(path, search));
}

function isWslLauncher(path: string, search: ShellSearch): boolean {
  const folder = win32.dirname(win32.normalize(path)).toLowerCase();
  const system = (variable(search, "SystemRoot") ?? "C:\\Windows").toLowerCase();
  return (
    folder.startsWith(`${win32.normalize(system)}\\`) ||
    /\\(system32|syswow64|sysnative|windowsapps)$/.test(folder)
  );
}

/** Windows' names know no case, and `Path` is its usual spelling. */
function variable({ platform, environment }: ShellSearch, name: string): string | undefined {
  if (platform !== "win32") return environment[name] || undefined;
  const found = Object.keys(environment).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : environment[found] || undefined;
}
