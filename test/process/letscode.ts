/** The built command as a host sees it: a child process with three pipes. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The entry script that is shipped. */
export const LETSCODE = resolve(import.meta.dirname, "../../dist/cli/letscode.cjs");

/** A parsed line of stdout. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into lines of every type
export type Line = Record<string, any> & { type: string };

/** How the process ended. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** How it is started. */
export interface StartOptions {
  /** Absent: a new empty folder. */
  cwd?: string;
  /** On top of PATH, a new HOME and nothing else. */
  env?: Record<string, string>;
  /** False: stdout is not read until `resume`. */
  read?: boolean;
  /** The longest file it may write, in blocks of the shell's `ulimit -f`: a disk that is full. */
  fileBlocks?: number;
  /** The permissions that new files do not get, in octal; absent: those of the tests. */
  umask?: string;
}

/** A running letscode. */
export interface Letscode {
  child: ChildProcess;
  cwd: string;
  /** Every line of stdout so far, parsed. */
  lines: Line[];
  /** Every byte of stdout so far, as text. */
  text(): string;
  stderr(): string;
  /** Writes commands, one line each, in one write. */
  send(...commands: object[]): void;
  /** What `send` has sent. */
  sent: { cmd?: unknown; id?: unknown }[];
  write(bytes: string | Uint8Array): void;
  /** Ends stdin. */
  end(): void;
  /** Starts reading stdout. */
  resume(): void;
  /** The first line, past or future, for which `test` holds; rejects when the process ends without it. */
  waitFor(test: ((line: Line) => boolean) | string): Promise<Line>;
  /** Resolves when the process has ended and its pipes are read to their ends. */
  exited: Promise<Exit>;
}

/** A new folder, its real path. */
export function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "letscode-test-")));
}

/** Starts the built command with these arguments. */
export function startLetscode(args: readonly string[], options: StartOptions = {}): Letscode {
  const cwd = options.cwd ?? newFolder();
  const home = options.env?.HOME === undefined ? newFolder() : undefined;
  const env = { PATH: process.env.PATH, ...(home && { HOME: home }), ...options.env };
  const command = [process.execPath, LETSCODE, ...args];
  if (options.fileBlocks !== undefined)
    command.unshift("sh", "-c", `trap '' XFSZ; ulimit -f ${options.fileBlocks}; exec "$@"`, "sh");
  if (options.umask !== undefined) command.unshift("sh", "-c", `umask ${options.umask}; exec "$@"`, "sh");
  const [program = "", ...words] = command;
  const child = spawn(program, words, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  const lines: Line[] = [];
  const sent: Letscode["sent"] = [];
  const waiting = new Set<(line: Line | null) => void>();
  const pieces: Buffer[] = [];
  /** Pieces of the line that is not yet complete. */
  const rest: string[] = [];
  let errors = "";
  const decoder = new TextDecoder();
  const listen = () =>
    child.stdout.on("data", (chunk: Buffer) => {
      pieces.push(chunk);
      const parts = decoder.decode(chunk, { stream: true }).split("\n");
      const last = parts.pop() ?? "";
      if (parts.length > 0) parts[0] = rest.splice(0).join("") + parts[0];
      rest.push(last);
      for (const part of parts) {
        const line = parse(part);
        lines.push(line);
        for (const check of waiting) check(line);
      }
    });
  if (options.read !== false) listen();
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString("utf8");
  });
  child.stdin.on("error", () => {});
  const exited = new Promise<Exit>((done) => {
    child.on("close", (code, signal) => {
      if (home) rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      for (const check of waiting) check(null);
      done({ code, signal });
    });
  });
  return {
    child,
    cwd,
    lines,
    text: () => Buffer.concat(pieces).toString("utf8"),
    stderr: () => errors,
    send(...commands) {
      sent.push(...commands);
      child.stdin.write(commands.map((one) => `${JSON.stringify(one)}\n`).join(""));
    },
    sent,
    write: (bytes) => void child.stdin.write(bytes),
    end: () => void child.stdin.end(),
    resume: () => void listen(),
    waitFor(test) {
      const holds = typeof test === "string" ? (line: Line) => line.type === test : test;
      const found = lines.find(holds);
      if (found) return Promise.resolve(found);
      return new Promise((done, fail) => {
        const check = (line: Line | null) => {
          if (line !== null && !holds(line)) return;
          waiting.delete(check);
          if (line) done(line);
          else
            fail(
              new Error(`letscode ended first; stderr: ${errors.slice(-500)}; last lines: ${tail(lines)}`),
            );
        };
        waiting.add(check);
      });
    },
    exited,
  };
}

/** Runs the command to its end with this on stdin. */
export async function runLetscode(args: readonly string[], stdin: string, options: StartOptions = {}) {
  const process = startLetscode(args, options);
  process.write(stdin);
  process.end();
  const exit = await process.exited;
  return {
    ...exit,
    lines: process.lines,
    stdout: process.text(),
    stderr: process.stderr(),
    cwd: process.cwd,
  };
}

function parse(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return { type: "not json", text };
  }
}

function tail(lines: readonly Line[]): string {
  return lines
    .slice(-3)
    .map((line) => JSON.stringify(line).slice(0, 200))
    .join(" | ");
}
