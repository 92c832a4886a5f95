/** Lets ripgrep tell which files are worth reading. */
import { execFile } from "node:child_process";
import { sep } from "node:path";

/** How ripgrep is run. */
export interface PrefilterOptions {
  ripgrep: string;
  /** An expression in ripgrep's own syntax. */
  pattern: string;
  /** What the files' names are relative to. */
  folder: string;
  environment: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/**
 * The files (given relative to the folder) that hold a match, in the given order; all of them when ripgrep cannot tell.
 * Files that are named are read whatever its own rules say.
 */
export async function filesWithMatch(
  files: readonly string[],
  { ripgrep, pattern, folder, environment, signal }: PrefilterOptions,
): Promise<readonly string[]> {
  if (files.length === 0) return files;
  const args = ["--no-config", "--no-messages", "--text", "--files-with-matches", "--null"];
  // `./` and `--`: no name is taken for an option.
  const names = files.map((file) => `./${file}`);
  const search = new Promise<readonly string[]>((resolve) => {
    execFile(
      ripgrep,
      [...args, "-e", pattern, "--", ...names],
      {
        cwd: folder,
        env: environment,
        signal,
        encoding: "utf8",
        maxBuffer: 64 * 1024 * 1024,
        windowsHide: true,
      },
      (error, stdout) => {
        // 1: nothing was found. Anything else: files vanished or the expression is too much for it.
        if (error !== null && error.code !== 1) return resolve(files);
        const found = new Set(stdout.split("\0").map((name) => name.slice(2).replaceAll(sep, "/")));
        resolve(files.filter((file) => found.has(file)));
      },
    );
  });
  return search.catch(() => files);
}
