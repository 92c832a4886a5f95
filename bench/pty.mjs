/** A program in a terminal: what is typed, and when it is drawn. */
import { spawn } from "@lydell/node-pty";
import { cpuOf, memoryOf } from "./usage.mjs";

/** Longer than anything that is waited for. */
const TAIL = 200;

/**
 * @typedef {object} Pty
 * @property {(text: string) => void} type
 * @property {(what: RegExp) => Promise<number>} draws milliseconds from now until it is in what was written meanwhile
 * @property {() => number} bytes written so far
 * @property {() => number | null} cpu of the process so far, in milliseconds
 * @property {() => number | null} memory in MB
 * @property {() => Promise<void>} stop ends the process and waits until it is gone
 */

/**
 * Starts a program in a terminal of 80 columns and 24 rows.
 *
 * @param {import("./subjects.mjs").Start} start
 * @param {{ cwd: string, home: string }} place
 * @returns {Pty}
 */
export function openPty({ argv, env }, { cwd, home }) {
  const [file = "", ...words] = argv;
  const pty = spawn(file, words, {
    ...{ cwd, cols: 80, rows: 24, encoding: null },
    env: { PATH: process.env.PATH, HOME: home, TERM: "xterm-256color", ...env },
  });
  let bytes = 0;
  /** @type {Set<(text: string) => void>} */
  const watching = new Set();
  pty.onData((/** @type {any} */ chunk) => {
    bytes += chunk.length;
    if (watching.size === 0) return;
    const text = chunk.toString("latin1");
    for (const watch of watching) watch(text);
  });
  return {
    type: (text) => pty.write(text),
    draws(what) {
      const since = performance.now();
      let tail = "";
      return new Promise((resolve) => {
        const watch = (/** @type {string} */ text) => {
          tail += text;
          if (what.test(tail)) {
            watching.delete(watch);
            resolve(performance.now() - since);
          }
          tail = tail.slice(-TAIL);
        };
        watching.add(watch);
      });
    },
    bytes: () => bytes,
    cpu: () => cpuOf(pty.pid),
    memory: () => memoryOf(pty.pid),
    async stop() {
      const exit = new Promise((resolve) => pty.onExit(() => resolve(undefined)));
      pty.kill("SIGKILL");
      await exit;
    },
  };
}
