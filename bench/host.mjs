/** A host program that reads as little as it must: it cuts lines, counts, and looks at the clock. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpuOf, memoryOf, peakMemoryOf } from "./usage.mjs";

/**
 * @typedef {object} Run what one prompt took, in milliseconds
 * @property {number} sent from the start of the process until it was written
 * @property {number} first from then until the first piece of text
 * @property {number} done from then until the end of the run
 * @property {number} deltas how many pieces came
 * @property {number} bytes everything that came through the pipe
 *
 * @typedef {object} Host
 * @property {Promise<number>} firstWord milliseconds from the start of the process to its first byte
 * @property {(text: string) => Promise<Run>} run one prompt; there is no need to wait for the first word
 * @property {() => Promise<unknown>} reset a new conversation
 * @property {(on: boolean) => void} read whether stdout is read; at first it is
 * @property {() => number | null} cpu of the process so far, in milliseconds
 * @property {() => number | null} memory in MB
 * @property {() => number | null} peakMemory in MB
 * @property {() => Promise<void>} stop ends the process and waits until it is gone
 */

const UPDATE = '{"type":"message_update"';

/**
 * Starts a program with nothing in its environment that could slow it down.
 *
 * @param {import("./subjects.mjs").Subject} subject
 * @param {string} url the model's
 * @param {{ cwd: string, home: string }} place
 * @returns {Host}
 */
export function startHost(subject, url, { cwd, home }) {
  const { argv, env } = subject.start(url);
  const [file = "", ...words] = argv;
  const began = performance.now();
  const child = spawn(file, words, { cwd, env: { PATH: process.env.PATH, HOME: home, ...env } });
  const pid = child.pid ?? 0;
  const write = (/** @type {object} */ line) => child.stdin.write(`${JSON.stringify(line)}\n`);
  if (subject.first) write(subject.first);

  let rest = "";
  let bytes = 0;
  let errors = "";
  /** @type {((line: string, at: number) => void) | undefined} */
  let watch;
  /** @type {(error: Error) => void} */
  let fail = () => {};
  const firstWord = new Promise((resolve) =>
    child.stdout.once("data", () => resolve(performance.now() - began)),
  );
  child.stdout.on("data", (chunk) => {
    const at = performance.now();
    bytes += chunk.length;
    const lines = (rest + chunk.latin1Slice()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) watch?.(line, at);
  });
  child.stderr.on("data", (chunk) => {
    errors = (errors + chunk).slice(-1000);
  });
  child.stdin.on("error", () => {});
  child.once("close", (code, signal) =>
    fail(new Error(`${subject.name} ended with ${code ?? signal}: ${errors}`)),
  );

  /** Writes a command and calls `see` with each line until it says that it is the last. */
  const command = (/** @type {object} */ line, /** @type {(line: string, at: number) => boolean} */ see) =>
    new Promise((resolve, reject) => {
      fail = reject;
      watch = (text, at) => {
        if (!see(text, at)) return;
        watch = undefined;
        resolve(undefined);
      };
      write(line);
    });

  return {
    firstWord,
    async run(text) {
      const { delta, done } = subject.marks;
      const [sent, before] = [performance.now(), bytes];
      const run = { sent: sent - began, first: 0, done: 0, deltas: 0, bytes: 0 };
      await command(subject.prompt(text), (line, at) => {
        if (line.startsWith(UPDATE) && line.includes(delta)) {
          run.deltas++;
          run.first ||= at - sent;
        }
        run.done = at - sent;
        return line.startsWith(done);
      });
      run.bytes = bytes - before;
      return run;
    },
    reset: () => command(subject.reset, (line) => line.startsWith(subject.marks.reset)),
    read: (on) => void (on ? child.stdout.resume() : child.stdout.pause()),
    cpu: () => cpuOf(pid),
    memory: () => memoryOf(pid),
    peakMemory: () => peakMemoryOf(pid),
    async stop() {
      fail = () => {};
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    },
  };
}
