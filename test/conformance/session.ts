/** One session with the built command: a process, what it is sent, what it writes. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json } from "../../src/wire/messages.ts";

const COMMAND = fileURLToPath(new URL("../../dist/cli/letscode.cjs", import.meta.url));
/** Longer than any step takes, shorter than a test may. */
const PATIENCE_MS = 15_000;

/** A running `letscode --mode rpc` in a workspace of its own. */
export class Session {
  readonly workspace = mkdtempSync(join(tmpdir(), "letscode-transcript-"));
  /** Where the conversation is kept: not among what the tools see. */
  readonly #state = mkdtempSync(join(tmpdir(), "letscode-transcript-"));
  /** What came so far, parsed. */
  readonly lines: Json[] = [];
  #stderr = "";
  #child: ChildProcess | undefined;
  #rest = "";
  #ended = false;
  #code: number | null = null;
  #wake = () => {};

  /** Writes a file of the workspace. */
  write(path: string, text: string): void {
    const file = join(this.workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Starts the process. */
  start(args: readonly string[]): void {
    const child = spawn(process.execPath, [COMMAND, "--mode", "rpc", ...args], {
      cwd: this.workspace,
      env: { PATH: process.env.PATH, HOME: this.workspace, XDG_STATE_HOME: this.#state, LANG: "C.UTF-8" },
      stdio: "pipe",
    });
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (text: string) => this.#onText(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
    });
    child.stdin.on("error", () => {});
    child.on("close", (code) => {
      this.#code = code;
      this.#ended = true;
      this.#wake();
    });
  }

  get started(): boolean {
    return this.#child !== undefined;
  }

  send(bytes: Uint8Array): void {
    this.#child?.stdin?.write(bytes);
  }

  endInput(): void {
    this.#child?.stdin?.end();
  }

  /** The line with this number, from 0; undefined when the process ended before it. */
  line(number: number): Promise<Json | undefined> {
    return this.#until(
      () => this.lines.length > number || this.#ended,
      () => this.lines[number],
    );
  }

  /** Resolves when `test` holds for the lines so far, or the process has ended. */
  async when(test: (lines: readonly Json[]) => boolean): Promise<void> {
    await this.#until(
      () => test(this.lines) || this.#ended,
      () => undefined,
    );
  }

  /** The exit code and what was written to stderr, once the process has ended. */
  end(): Promise<{ code: number | null; stderr: string }> {
    return this.#until(
      () => this.#ended,
      () => ({ code: this.#code, stderr: this.#stderr }),
    );
  }

  /** Ends what still runs and removes the workspace. */
  close(): void {
    if (!this.#ended) this.#child?.kill("SIGKILL");
    for (const folder of [this.workspace, this.#state]) rmSync(folder, { recursive: true, force: true });
  }

  #onText(text: string): void {
    const parts = (this.#rest + text).split("\n");
    this.#rest = parts.pop() ?? "";
    for (const part of parts) this.lines.push(JSON.parse(part.replaceAll(this.workspace, "$dir")));
    this.#wake();
  }

  async #until<T>(holds: () => boolean, value: () => T): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(this.#silence())), PATIENCE_MS);
    });
    try {
      while (!holds())
        await Promise.race([
          late,
          new Promise<void>((resolve) => {
            this.#wake = resolve;
          }),
        ]);
      return value();
    } finally {
      clearTimeout(timer);
    }
  }

  #silence(): string {
    const last = this.lines.slice(-3).map((line) => JSON.stringify(line).slice(0, 300));
    return `nothing more came in ${PATIENCE_MS / 1000} s; the last lines were\n${last.join("\n")}\n${this.#stderr}`;
  }
}
