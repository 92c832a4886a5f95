/** A text in the person's own editor. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorText } from "../errors.ts";
import type { Tty } from "../terminal/tty.ts";

/** Resolves with what was saved; undefined, and a line for `report`, when the editor failed. */
export async function editOutside(
  text: string,
  tty: Tty,
  report: (line: string) => void,
): Promise<string | undefined> {
  const editor = process.env.VISUAL || process.env.EDITOR || "vi";
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), "letscode-prompt-"));
    const file = join(folder, "prompt.md");
    writeFileSync(file, text, { mode: 0o600 });
    tty.stop();
    const code = await new Promise<number | null>((resolve, reject) => {
      // The variable may hold arguments, as everywhere.
      const child = spawn("sh", ["-c", `${editor} "$1"`, "sh", file], { stdio: "inherit" });
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (code === 0) return readFileSync(file, "utf8");
    report(`${editor} ended with ${code}; the prompt is as it was`);
  } catch (thrown) {
    report(`${editor} cannot be started: ${errorText(thrown)}`);
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    tty.resume();
  }
  return undefined;
}
