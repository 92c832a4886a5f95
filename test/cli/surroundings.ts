/** A real home, a real project and a real file system for tests of the options. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { kindOf } from "../../src/cli/kind-of.ts";
import {
  type BegunOptions,
  beginOptions,
  type ReadOptions,
  type Surroundings,
} from "../../src/cli/read-options.ts";
import { UNTRUSTED } from "../../src/cli/trust.ts";

/** One test's world; removed when the test is over. */
export interface World {
  home: string;
  /** A folder below home, where the command is given. */
  project: string;
  /** Writes a file and its folders; a relative path starts at home. Returns the absolute path. */
  write(path: string, content: string | object): string;
  begin(argv: readonly string[], more?: Partial<Surroundings>): BegunOptions;
  /** As in a project that is not trusted. */
  read(argv: readonly string[], more?: Partial<Surroundings>): ReadOptions;
  /** The message of the UsageError that reading throws. */
  complaint(argv: readonly string[], more?: Partial<Surroundings>): string;
}

/** Makes a world with an empty home and an empty project. */
export function makeWorld(): World {
  const root = mkdtempSync(join(tmpdir(), "letscode-options-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, "ada");
  const project = join(home, "code", "app");
  mkdirSync(project, { recursive: true });
  const begin = (argv: readonly string[], more: Partial<Surroundings> = {}) =>
    beginOptions({
      argv,
      environment: {},
      cwd: project,
      home,
      platform: "linux",
      isStdinTerminal: true,
      isStdoutTerminal: true,
      readFile: (path) => readFileSync(path, "utf8"),
      kindOf,
      ...more,
    });
  const read: World["read"] = (argv, more) => begin(argv, more).finish(UNTRUSTED);
  return {
    home,
    project,
    begin,
    read,
    write(path, content) {
      const file = join(path.startsWith("/") ? "" : home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
      return file;
    },
    complaint(argv, more) {
      try {
        read(argv, more);
      } catch (error) {
        if (error instanceof Error && error.name === "UsageError") return error.message;
        throw error;
      }
      return "(no complaint)";
    },
  };
}
