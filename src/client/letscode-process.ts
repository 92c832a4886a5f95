/** A letscode process: how it is started, listened to and ended. */
import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { type Clock, within } from "../clock.ts";
import { errorText, LetscodeError } from "../errors.ts";
import type { ConnectionError } from "../jsonrpc/errors.ts";
import { type ProcessEnd, ProcessEndedError } from "./errors.ts";
import { Hold } from "./hold.ts";
import { entryScript } from "./own-command.ts";
import { StderrTail } from "./stderr-tail.ts";
import type { Transport } from "./transport.ts";

/** How letscode is started. Nothing is required. */
export interface ProcessOptions {
  /** The program, or the program and its first arguments. Absent: the command of this package, run by this Node or Electron. */
  command?: string | readonly string[];
  /** Further arguments, such as `["--model", "demo"]`. */
  args?: readonly string[];
  /** The folder it works in. Absent: the program's own. */
  cwd?: string;
  /** All of its environment. Absent: the program's own. */
  env?: { readonly [name: string]: string | undefined };
  /** Told what it writes on stderr, as it comes. */
  onStderr?(text: string): void;
}

/** How long a process that ended is waited for: its last words, then its code. */
const LAST_WORDS_MS = 500;
const EXIT_MS = 2_000;
/** How long it has to end after SIGTERM, and to be gone after SIGKILL. */
const TERM_MS = 2_000;
const KILL_MS = 2_000;

/** Starts letscode in this mode, in a process group of its own. Rejects when the system refuses. */
export async function startProcess(
  { command, args = [], cwd, env, onStderr }: ProcessOptions,
  mode: "jsonrpc" | "rpc",
  clock: Clock,
): Promise<LetscodeProcess> {
  const { spawn } = await import("node:child_process");
  const [program = "", ...first] = command === undefined ? ownCommand() : commandLine(command);
  const words = [...first, "--mode", mode, "--parent-pid", `${process.pid}`, ...args];
  const environment = command === undefined && process.versions.electron ? asNode(env) : env;
  const child = spawn(program, words, {
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
    ...(cwd === undefined ? {} : { cwd }),
    ...(environment === undefined ? {} : { env: environment }),
  });
  if (child.pid === undefined) {
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => child.once("error", resolve));
    const where = cwd === undefined ? "" : ` in ${cwd}`;
    throw new ProcessEndedError(`${program} cannot be started${where}: ${errorText(error)}`, {
      exitCode: null,
      signal: null,
      stderr: "",
    });
  }
  return new LetscodeProcess(child, child.stdin, child.stdout, child.stderr, clock, onStderr);
}

/** It runs, or has run. stderr is read all the time. */
export class LetscodeProcess implements Transport {
  readonly input: Readable;
  readonly output: Writable;
  readonly hold: Hold;
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #tail = new StderrTail();
  readonly #exited: Promise<void>;
  /** It has exited and its pipes are read to their ends. */
  readonly #closed: Promise<void>;
  #end: Pick<ProcessEnd, "exitCode" | "signal"> = { exitCode: null, signal: null };
  #gone = false;

  constructor(
    child: ChildProcess,
    stdin: Writable,
    stdout: Readable,
    stderr: Readable,
    clock: Clock,
    onStderr: ((text: string) => void) | undefined,
  ) {
    this.input = stdout;
    this.output = stdin;
    this.#child = child;
    this.#clock = clock;
    // What fails on the pipe is told to the writes; without a listener it would end the program.
    stdin.on("error", () => {});
    stderr.on("data", (bytes: Buffer) => {
      const text = this.#tail.add(bytes);
      onStderr?.(text);
    });
    this.hold = new Hold([child, stdin, stdout, stderr] as object[]);
    this.#closed = new Promise((resolve) => child.once("close", () => resolve()));
    this.#exited = new Promise((resolve) => {
      child.once("exit", (exitCode, signal) => {
        this.#gone = true;
        this.#end = { exitCode, signal };
        resolve();
        void this.#letGo(stdout, stderr);
      });
    });
    child.on("error", () => {});
  }

  get lastWords(): string {
    const { text } = this.#tail;
    return text === "" ? "" : `; stderr:\n${text}`;
  }

  async explain(end: ConnectionError): Promise<Error> {
    if (end.reason === "broken")
      return new LetscodeError(`what letscode wrote is no JSON-RPC: ${end.message}${this.lastWords}`);
    await within(this.#clock, EXIT_MS, this.#exited);
    await within(this.#clock, LAST_WORDS_MS, this.#closed);
    const { exitCode, signal } = this.#end;
    const how =
      signal !== null
        ? `was ended by ${signal}`
        : exitCode !== null
          ? `ended with exit code ${exitCode}`
          : "closed its output";
    const words = this.lastWords || "; it said nothing on stderr";
    return new ProcessEndedError(`letscode ${how}${words}`, { exitCode, signal, stderr: this.#tail.text });
  }

  async end(graceMs: number, said: Promise<unknown> = Promise.resolve()): Promise<void> {
    const end = () => void this.output.end();
    said.then(end, end);
    if (await within(this.#clock, graceMs, this.#exited)) return;
    this.#signal("SIGTERM");
    if (await within(this.#clock, TERM_MS, this.#exited)) return;
    this.#signal("SIGKILL");
    await within(this.#clock, KILL_MS, this.#exited);
  }

  /** A process that outlives it may hold its pipes open, and would hold their reader. */
  async #letGo(...pipes: Readable[]): Promise<void> {
    if (await within(this.#clock, LAST_WORDS_MS, this.#closed)) return;
    for (const pipe of pipes) pipe.destroy();
  }

  #signal(name: "SIGTERM" | "SIGKILL"): void {
    const { pid } = this.#child;
    if (this.#gone || pid === undefined) return;
    try {
      if (process.platform === "win32") this.#child.kill(name);
      else process.kill(-pid, name);
    } catch {
      // Gone in between.
    }
  }
}

function ownCommand(): string[] {
  return [process.execPath, entryScript(import.meta.url)];
}

/** A script is run by this Node, which is at hand wherever the script is. */
function commandLine(command: string | readonly string[]): readonly string[] {
  if (typeof command !== "string") return command;
  return /\.[cm]?js$/.test(command) ? [process.execPath, command] : [command];
}

/** Electron runs a script as Node does when it is told to. */
function asNode(env: ProcessOptions["env"]): NonNullable<ProcessOptions["env"]> {
  return { ...(env ?? process.env), ELECTRON_RUN_AS_NODE: "1" };
}
