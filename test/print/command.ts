/** The built command as a process, in a world of its own. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The built file. */
export const COMMAND = fileURLToPath(new URL("../../dist/cli/letscode.cjs", import.meta.url));

/** How a process ended and what it wrote. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** What goes to stdin: this text and the end; a pipe that stays open and silent; or what `null` means, `/dev/null`. */
export type Input = { text: string } | "silent" | null;

/** A folder that is home, temporary folder and project of the processes started in it; removed after the test. */
export class World {
  readonly root = mkdtempSync(join(tmpdir(), "letscode-one-shot-"));
  readonly project = join(this.root, "home", "app");
  readonly environment: Record<string, string>;

  constructor(environment: Record<string, string> = {}) {
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true, maxRetries: 5 }));
    for (const folder of [this.project, join(this.root, "tmp")]) mkdirSync(folder, { recursive: true });
    this.environment = {
      PATH: process.env.PATH ?? "",
      HOME: join(this.root, "home"),
      TMPDIR: join(this.root, "tmp"),
      ...environment,
    };
  }

  /** Writes a file below the project. */
  write(path: string, content: string): string {
    const file = join(this.project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  /** Runs `letscode` to its end. */
  async run(args: readonly string[], input: Input = null): Promise<Ended> {
    const { child, ended } = this.start(args, input === null ? "ignore" : "pipe");
    if (input !== null && input !== "silent") child.stdin?.end(input.text);
    return ended;
  }

  /** Starts `letscode`; kills it when the test is over. */
  start(args: readonly string[], stdin: "pipe" | "ignore" | number = "ignore") {
    const child = spawn(process.execPath, [COMMAND, ...args], {
      cwd: this.project,
      env: this.environment,
      stdio: [stdin, "pipe", "pipe"],
    }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
    onTestFinished(() => void child.kill("SIGKILL"));
    const result: Ended = { code: null, stdout: "", stderr: "" };
    child.stdin?.on("error", () => {});
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      result.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      result.stderr += text;
    });
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ ...result, code }));
    });
    return { child, ended };
  }

  /** The text of every file below the root, one after the other. */
  everythingWritten(): string {
    return readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
      .join("\n");
  }
}
