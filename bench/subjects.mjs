/** The programs that are measured: how each is started, what is written to it, and how its lines are known. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @typedef {object} Start
 * @property {readonly string[]} argv
 * @property {Readonly<Record<string, string>>} [env] besides PATH and HOME
 *
 * @typedef {object} Subject
 * @property {string} name
 * @property {(url: string) => Start} start with the model at this URL
 * @property {object | null} first what to write at once so that it says its first word; null: it speaks unasked
 * @property {(text: string) => object} prompt
 * @property {object} reset the command that begins a new conversation
 * @property {{ delta: string, done: string, reset: string }} marks the beginnings of lines: of an update with a piece of
 *   text (there, what it holds), of the end of a run, of the answer to `reset`
 */

const place = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const RPC = {
  first: null,
  prompt: (/** @type {string} */ text) => ({ cmd: "prompt", text }),
  reset: { cmd: "reset" },
  marks: { delta: '"type":"text_delta"', done: '{"type":"done"', reset: '{"type":"done"' },
};
const PEERS = place("peers/node_modules");
const ENTRY = place("../dist/cli/letscode.cjs");

/** letscode as it is built. @param {string} node what runs it @param {readonly string[]} more options @returns {Subject} */
export function letscode(node = process.execPath, more = []) {
  return {
    ...RPC,
    name: nameOn(node, "letscode"),
    start: (url) => ({ argv: [node, ENTRY, "--mode", "rpc", "--base-url", url, "--model", "m", ...more] }),
  };
}

/** letscode where somebody sits at it. @param {string} url @param {readonly string[]} more options @returns {Start} */
export function letscodeTerminal(url, more = []) {
  return {
    argv: [process.execPath, ENTRY, "--base-url", url, "--model", "m", "--permission-mode", "allow", ...more],
  };
}

/**
 * letscode with one of its providers, whose address is given in the provider's own variable where it has one.
 *
 * @param {{ name: string, key: string, baseUrl?: string }} provider `key` and `baseUrl`: the names of its variables
 * @returns {Subject}
 */
export function letscodeWith({ name, key, baseUrl }) {
  const words = ["--mode", "rpc", "--model", `${name}/m`];
  return {
    ...RPC,
    name,
    start: (url) => ({
      argv: [process.execPath, ENTRY, ...words, ...(baseUrl ? [] : ["--base-url", url])],
      env: { [key]: "none", ...(baseUrl ? { [baseUrl]: url } : {}) },
    }),
  };
}

/** The least that speaks the same protocol: relay.cjs. @returns {Subject} */
export function relay() {
  return { ...RPC, name: "relay", start: (url) => ({ argv: [process.execPath, place("relay.cjs"), url] }) };
}

/** A script that writes one byte. @param {string} node what runs it @returns {Subject} */
export function empty(node = process.execPath) {
  return { ...RPC, name: nameOn(node, "empty script"), start: () => ({ argv: [node, place("empty.cjs")] }) };
}

/**
 * pi in its own RPC mode, with the Node it needs; undefined when `npm install --prefix bench/peers` was not run.
 *
 * @param {string} home a folder for its configuration
 * @returns {(Subject & { folder: string, node: string, version: string, terminal: (url: string) => Start }) | undefined}
 *   `folder`: all of its packages; `terminal`: where somebody sits at it
 */
export function pi(home) {
  const root = join(PEERS, "@earendil-works/pi-coding-agent");
  const node = join(PEERS, "node/bin/node");
  if (!existsSync(root) || !existsSync(node)) return undefined;
  const { version, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  /** @param {string} url @param {readonly string[]} more */
  const start = (url, more) => {
    const folder = join(home, "pi", new URL(url).pathname.replaceAll("/", "-"));
    mkdirSync(folder, { recursive: true });
    const bench = { baseUrl: url, api: "openai-completions", apiKey: "none", models: [{ id: "m" }] };
    writeFileSync(join(folder, "models.json"), JSON.stringify({ providers: { bench } }));
    const words = ["--no-session", "--provider", "bench", "--model", "m", ...more];
    return {
      argv: [node, join(root, bin.pi), ...words],
      env: { PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_CODING_AGENT_DIR: folder },
    };
  };
  return {
    name: "pi",
    folder: PEERS,
    node,
    version,
    start: (url) => start(url, ["--mode", "rpc"]),
    terminal: (url) => start(url, []),
    first: { type: "get_state" },
    prompt: (message) => ({ type: "prompt", message }),
    reset: { type: "new_session" },
    marks: {
      delta: '"type":"text_delta"',
      done: '{"type":"agent_settled"',
      reset: '{"type":"response","command":"new_session"',
    },
  };
}

/** @param {string} node @param {string} name */
function nameOn(node, name) {
  return node === process.execPath ? name : `${name}, pi's Node`;
}
