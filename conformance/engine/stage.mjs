/** Where a transcript is played: a workspace, the process, and the connections with it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Connection } from "./connection.mjs";
import { PATIENCE_MS } from "./reader.mjs";

/** @typedef {import("./transcript.mjs").Door} Door */
/** @typedef {"stdio" | "tcp" | "unix"} Pipe */

/**
 * @typedef {object} StageOptions
 * @property {readonly string[]} command The program and its first arguments.
 * @property {Door} door
 * @property {Pipe} over
 * @property {readonly string[]} args The arguments behind the door's own.
 * @property {number} [patienceMs] How long the process has to listen, and to end.
 */

const CASSETTES = realpathSync(fileURLToPath(new URL("../cassettes", import.meta.url)));
const TOKEN = "token-of-a-transcript";
/** So much of stderr is kept; nobody needs more to compare it or to see what is wrong. */
const MOST_STDERR = 64 * 1024;
const LAST_LINES = 10;
const SOON_MS = 200;
/** A process that has ended and whose pipes stay open after so long has left one of its own behind. */
const PIPES_MS = 300;

/** A process in a workspace of its own. Whoever has one must `close` it. */
export class Stage {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), "letscode-transcript-")));
  /** Where conversations are kept: not among what the tools see. */
  #state = realpathSync(mkdtempSync(join(tmpdir(), "letscode-transcript-")));
  /** @type {Map<number, Connection>} */
  #connections = new Map();
  #options;
  /** @type {import("node:child_process").ChildProcessWithoutNullStreams | undefined} */
  #child;
  /** @type {Promise<string | number> | undefined} The exit code, or why there is none. */
  #exited;
  #address = "";
  #stderr = "";
  #left = false;

  /** @param {StageOptions} options */
  constructor(options) {
    this.#options = options;
  }

  get started() {
    return this.#child !== undefined;
  }

  get #patienceMs() {
    return this.#options.patienceMs ?? PATIENCE_MS;
  }

  /** Writes a file of the workspace. @param {string} path @param {string} text */
  write(path, text) {
    const file = join(this.workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** What the process gets for its environment. */
  get env() {
    const { PATH } = process.env;
    const env = { PATH, LANG: "C.UTF-8", HOME: this.workspace, XDG_STATE_HOME: this.#state };
    return this.#options.door === "serve" ? { ...env, LETSCODE_TOKEN: TOKEN } : env;
  }

  /** Starts the process; a server listens when this resolves. */
  async start() {
    const { command, args, over } = this.#options;
    const [program = "", ...words] = [
      ...command,
      ...this.#doorArgs(),
      ...args.map((word) => this.particular(word, plain)),
    ];
    const child = spawn(program, words, { cwd: this.workspace, env: this.env, stdio: "pipe" });
    this.#child = child;
    this.#exited = new Promise((resolve) => {
      child.on("error", (error) => {
        this.#stderr += error.message;
        resolve(`none: ${error.message}`);
      });
      const ended = () => resolve(child.exitCode ?? child.signalCode ?? "none");
      child.on("close", ended);
      child.on("exit", () => {
        setTimeout(() => {
          if (!child.stdout.readableEnded || !child.stderr.readableEnded) this.#left = true;
          child.stdout.destroy();
          child.stderr.destroy();
          ended();
        }, PIPES_MS).unref();
      });
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      if (this.#stderr.length < MOST_STDERR) this.#stderr += text;
    });
    child.stdin.on("error", () => {});
    if (over === "stdio") this.#connect(1, child.stdout, child.stdin);
    else this.#address = await this.#listening(child);
  }

  /** A connection of a number; made when it is not there yet. @param {number} number */
  async connection(number) {
    const known = this.#connections.get(number);
    if (known) return known;
    if (this.#options.over === "stdio") throw new Error(`there is no connection ${number}`);
    const [, path, port] = /^(?:unix:(.*)|.*:(\d+))$/.exec(this.#address) ?? [];
    const where = path === undefined ? { host: "127.0.0.1", port: Number(port) } : { path };
    const socket = connect({ ...where, allowHalfOpen: true, noDelay: true });
    await once(socket, "connect");
    return this.#connect(number, socket, socket);
  }

  /** Ends a server; the exit code and what was written to stderr, once the process has ended. */
  async end() {
    if (this.#options.over !== "stdio") {
      for (const connection of this.#connections.values()) connection.endInput();
      this.#child?.kill("SIGTERM");
    }
    const late = new Promise((_, reject) => {
      const why = `the process still runs ${this.#patienceMs / 1000} s after its end was due`;
      setTimeout(() => reject(new Error(why)), this.#patienceMs).unref();
    });
    const code = await Promise.race([this.#exited ?? "none", late]);
    if (this.#left)
      throw new Error("the process has ended, but something it started still holds its stdout or stderr");
    return { code, stderr: this.general(this.#stderr) };
  }

  /** How the process fares, in a few lines for whoever looks for a mistake. */
  async state() {
    // Its exit is known a little after the end of its output.
    const soon = new Promise((resolve) => {
      setTimeout(resolve, SOON_MS);
    });
    await Promise.race([this.#exited, soon]);
    const { exitCode, signalCode } = this.#child ?? {};
    const code = exitCode ?? signalCode ?? undefined;
    const lines = this.#stderr.trimEnd().split("\n").slice(-LAST_LINES);
    return [
      ...(code === undefined ? [] : [`the process has ended with ${code}`]),
      ...(this.#stderr === "" ? [] : [`stderr: ${lines.map((line) => line.slice(0, 500)).join("\n  ")}`]),
    ];
  }

  /** Ends what still runs and removes the folders. */
  async close() {
    this.#child?.kill("SIGKILL");
    for (const connection of this.#connections.values()) connection.leave();
    await this.#exited;
    for (const folder of [this.workspace, this.#state])
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * A text to send, with what is particular to this machine.
   * @param {string} text @param {(place: string) => string} [written] How a place is written; as in a JSON string when absent.
   */
  particular(text, written = inJson) {
    const places = { $dir: this.workspace, $cassettes: CASSETTES, $token: TOKEN };
    for (const [name, place] of Object.entries(places)) text = text.replaceAll(name, () => written(place));
    return text;
  }

  /** A text that came, without it. @param {string} text */
  general(text) {
    return text.replaceAll(inJson(this.workspace), "$dir").replaceAll(inJson(CASSETTES), "$cassettes");
  }

  #doorArgs() {
    const { door, over } = this.#options;
    if (over === "stdio") return ["--mode", door];
    const address = over === "tcp" ? "127.0.0.1:0" : `unix:${join(this.#state, "socket")}`;
    const token = door === "serve" ? ["--token-env", "LETSCODE_TOKEN"] : ["--no-token"];
    return ["serve", "--listen", address, ...token];
  }

  /** Where it listens. @param {import("node:child_process").ChildProcessWithoutNullStreams} child */
  async #listening(child) {
    let text = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (piece) => {
      text += piece;
    });
    const signal = AbortSignal.timeout(this.#patienceMs);
    const wanted = 'the line "letscode listening on ADDRESS" on stdout';
    for (;;) {
      const [, address] = /^letscode listening on (.*)\n/.exec(text) ?? [];
      if (address !== undefined) return address;
      if (text.includes("\n"))
        throw new Error(`expected ${wanted}, got ${JSON.stringify(text.slice(0, 300))}`);
      const late = await Promise.race([
        once(child.stdout, "data", { signal }),
        once(child.stdout, "end", { signal }),
      ]).then(
        () => false,
        () => true,
      );
      if (late || child.stdout.readableEnded)
        throw new Error(
          `expected ${wanted}, got ${JSON.stringify(text)} and ${late ? "no more" : "the end"}`,
        );
    }
  }

  /** @param {number} number @param {import("node:stream").Readable} input @param {import("node:stream").Writable} output */
  #connect(number, input, output) {
    const framed = this.#options.door !== "rpc";
    const connection = new Connection({ input, output, framed, general: (text) => this.general(text) });
    this.#connections.set(number, connection);
    return connection;
  }
}

/** @param {string} place */
function plain(place) {
  return place;
}

/** @param {string} place */
function inJson(place) {
  return JSON.stringify(place).slice(1, -1);
}
