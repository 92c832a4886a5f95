/** Real folders with real files for tests of what people write for the agent. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** One test's world; removed when the test is over. */
export interface Tree {
  root: string;
  home: string;
  /** The folder of the user's own configuration. */
  configFolder: string;
  /** An absolute path below the root. */
  path(name: string): string;
  /** Writes a file and its folders, the name relative to the root; returns its path. */
  write(name: string, content?: string | Uint8Array): string;
}

/** A root with an empty home; nothing lies above it but the system's temporary folder. */
export function makeTree(): Tree {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "letscode-prompts-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, "ada");
  mkdirSync(home);
  return {
    root,
    home,
    configFolder: join(home, ".config", "letscode"),
    path: (name) => join(root, name),
    write(name, content = "") {
      const path = join(root, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
  };
}
