/** A text in the person's own editor. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorText } from "../errors.ts";
import type { Tty } from "../terminal/tty.ts";

/** What it needs. */
export interface OutsideEdit {
  text: string;
  tty: Tty;
  /** That of the editor, which has no business with keys. */
  environment: NodeJS.ProcessEnv;
  /** Told in one line why there is no new text. */
  report(line: string): void;
}

/** Resolves with what was saved; undefined when the editor failed. */
export async function editOutside({
  text,
  tty,
  environment,
  report,
}: OutsideEdit): Promise<string | undefined> {
  const editor = environment.VISUAL || environment.EDITOR || "vi";
  // Ctrl+C is for the program that has the terminal.
  const interrupted = process.listeners("SIGINT");
  const ignore = () => {};
  let remove = ignore;
  process.removeAllListeners("SIGINT");
  process.on("SIGINT", ignore);
  try {
    const folder = mkdtempSync(join(tmpdir(), "letscode-prompt-"));
    remove = () => rmSync(folder, { recursive: true, force: true });
    process.once("exit", remove);
    const file = join(folder, "prompt.md");
    writeFileSync(file, text, { mode: 0o600 });
    tty.stop();
    const { code, signal } = await ended(editor, file, environment);
    if (code !== 0) report(`${editor} ended with ${signal ?? code}; the prompt is as it was`);
    else if (existsSync(file)) return readFileSync(file, "utf8");
    else report(`${editor} left no file; the prompt is as it was`);
  } catch (thrown) {
    report(`${editor} cannot be started: ${errorText(thrown)}`);
  } finally {
    process.off("exit", remove);
    remove();
    process.off("SIGINT", ignore);
    for (const listener of interrupted) process.on("SIGINT", listener);
    tty.resume();
  }
  return undefined;
}

function ended(
  editor: string,
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve, reject) => {
    // The variable may hold arguments, as everywhere. The shell around it outlives a Ctrl+C that the editor does not obey.
    const child = spawn("sh", ["-c", `trap : INT; ${editor} "$1"`, "sh", file], { stdio: "inherit", env });
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
}
