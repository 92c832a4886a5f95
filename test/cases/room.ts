/** Where a case of a public report happens: letscode in a world of its own, and the promises that hold in every case. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { answer, calls } from "../loopback/chunks.ts";
import {
  errorReply,
  type ProviderServer,
  type RecordedRequest,
  type Reply,
  startProviderServer,
} from "../loopback/provider-server.ts";
import { processesOf, within } from "../process/alive.ts";
import { type Letscode, type Line, type StartOptions, startLetscode } from "../process/letscode.ts";
import { messages, ofType, textOf } from "../process/model-host.ts";
import { brokenPromises } from "../process/promises.ts";

/** The provider's key in every case: no stream and no file may hold it. */
const KEY = "sk-case-SECRET-0123456789";

/** The most memory any process may have had, in bytes. */
const MOST_MEMORY = 400 * 1024 * 1024;

/** A tool and its arguments. */
export type Use = [name: string, args: Record<string, unknown>];

/** One case's world: provider, folders, processes. */
export interface Room {
  /** Strict: it refuses whatever some provider refuses. */
  server: ProviderServer;
  /** Holds all folders below. */
  root: string;
  /** The workspace. */
  folder: string;
  /** The path of something in the workspace. */
  path(name: string): string;
  /** Makes a file in the workspace, its folders too. */
  file(name: string, content: string | Uint8Array): Promise<string>;
  /** Says what answers a request for which nothing is scripted. Before: a 400 that says so. */
  respond(reply: (request: RecordedRequest) => Reply): void;
  /** Starts letscode in rpc mode against the server. */
  start(flags?: readonly string[], options?: StartOptions): Letscode;
  /** Has the model call these tools in one answer, and gives their results when the run is over. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results freely
  use(host: Letscode, ...uses: Use[]): Promise<any[]>;
  /** The same as texts. */
  texts(host: Letscode, ...uses: Use[]): Promise<string[]>;
}

/** A prompt's run, from its `ack` to its `done`. */
export async function promptDone(host: Letscode, id: string, text: string): Promise<Line[]> {
  host.send({ cmd: "prompt", id, text });
  return runOf(host, id);
}

/** The lines of a prompt's run once its `done` is there. */
export async function runOf(host: Letscode, id: string): Promise<Line[]> {
  const done = await host.waitFor((line) => line.type === "done" && line.id === id);
  const from = host.lines.findIndex((line) => line.type === "ack" && line.id === id);
  return host.lines.slice(from, host.lines.indexOf(done) + 1);
}

/**
 * A test in a room. When its own part is over, every process that still takes commands gets one more prompt, whose
 * request the strict provider must accept, and then the end of its input. However each process ended: stdout held
 * nothing but the protocol in order, stderr no stack trace; no request was refused; nothing is left running and nothing
 * in the temporary folder; the key is nowhere; memory was bounded.
 */
export function inRoom(body: (room: Room) => Promise<void>): () => Promise<void> {
  return async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "letscode-case-")));
    for (const name of ["home", "tmp", "ws"]) mkdirSync(join(root, name));
    let respond: (request: RecordedRequest) => Reply = () =>
      errorReply(400, "the script of the test server is empty");
    const server = await startProviderServer({ otherwise: (request) => respond(request) });
    const hosts: Letscode[] = [];
    // Also after a test that took too long, whose body never ends.
    onTestFinished(async () => {
      for (const pid of processesOf(root)) kill(pid);
      await server.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    });
    const room = createRoom(root, server, hosts);
    await body({
      ...room,
      respond(reply) {
        respond = reply;
      },
    });
    respond = () => answer("Still here.");
    for (const host of hosts) expect(await conclude(host)).toEqual([]);
    expect(server.requests.map(({ complaint }) => complaint?.message).filter(Boolean)).toEqual([]);
    await within(2000, "no process is left", () => processesOf(root).length === 0);
    await within(2000, "no temporary file is left", () => readdirSync(join(root, "tmp")).length === 0);
    expect(filesWith("SECRET", root)).toEqual([]);
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

function createRoom(root: string, server: ProviderServer, hosts: Letscode[]): Omit<Room, "respond"> {
  const folder = join(root, "ws");
  let prompts = 0;
  const room: Omit<Room, "respond"> = {
    server,
    root,
    folder,
    path: (name) => join(folder, name),
    async file(name, content) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      return path;
    },
    start(flags = [], { env, ...options } = {}) {
      const host = startLetscode(["--mode", "rpc", "--base-url", server.baseUrl, "--model", "m", ...flags], {
        cwd: folder,
        env: { HOME: join(root, "home"), TMPDIR: join(root, "tmp"), OPENAI_API_KEY: KEY, ...env },
        ...options,
      });
      hosts.push(host);
      return host;
    },
    async use(host, ...uses) {
      prompts++;
      const wanted = uses.map(([name, args], at) => ({ id: `use${prompts}_${at}`, name, arguments: args }));
      server.reply(calls(...wanted), answer("Used."));
      return messages(await promptDone(host, `use${prompts}`, "go"), "tool_result");
    },
    texts: async (host, ...uses) => (await room.use(host, ...uses)).map(textOf),
  };
  return room;
}

/** Ends a process in good order if it still takes commands, and says what was wrong with it. */
async function conclude(host: Letscode): Promise<string[]> {
  const { child } = host;
  const wrong: string[] = [];
  if (child.exitCode === null && child.signalCode === null && child.stdin?.writable) {
    const run = await promptDone(host, "conclusion", "And now?");
    const said = textOf(messages(run, "assistant").at(-1));
    const error = ofType(run, "agent_end")[0]?.error;
    if (said !== "Still here." || error !== null) wrong.push(`the next prompt: ${said}, error ${error}`);
    const peak = peakMemory(child.pid);
    if (peak > MOST_MEMORY) wrong.push(`took ${peak} bytes of memory`);
    host.end();
  }
  const exit = await host.exited;
  wrong.push(...brokenPromises(host, exit));
  if (`${host.text()}${host.stderr()}`.includes("SECRET")) wrong.push("the key is in a stream");
  return wrong;
}

/** The most memory a live process has had resident, in bytes. */
export function peakMemory(pid: number | undefined): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}

function filesWith(text: string, folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}
