/** Runs llama.cpp's server on the loopback for as long as it is needed. */
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Teaches a base model by examples what a turn looks like. */
const CHAT_TEMPLATE = "test/fixtures/llama-cpp/chat-template.jinja";

/**
 * What the server is told, beside the model and the address. `--logit-bias 1+4` makes the end of a turn likelier: a
 * base model would rather write the other side of the conversation too; where it does, `--reverse-prompt` ends the turn.
 */
const FLAGS = [
  ...["--alias", "gemma-3-270m", "--threads", "2", "--parallel", "1", "--no-ui"],
  ...["--temp", "0", "--seed", "1", "--logit-bias", "1+4"],
  ...["--reverse-prompt", "\\nUser:", "--reverse-prompt", "\\nResult:", "--reverse-prompt", "\\nAssistant:"],
  ...["--jinja", "--chat-template-file", CHAT_TEMPLATE],
];

/**
 * @typedef {object} LlamaServer
 * @property {string} url without a slash at its end
 * @property {readonly string[]} flags
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the server and waits until it can answer. Throws with the end of its log when it ends before that.
 *
 * @param {object} options
 * @param {string} options.server the path of `llama-server`
 * @param {string} options.model the path of a model file
 * @param {number} options.contextSize in tokens
 * @param {(url: string) => Promise<void>} [options.onLoading] called once it listens and before it can answer
 * @returns {Promise<LlamaServer>}
 */
export async function startLlamaServer({ server, model, contextSize, onLoading }) {
  const port = await freePort();
  const flags = [...FLAGS, "--ctx-size", String(contextSize)];
  const child = spawn(server, ["--model", model, "--host", "127.0.0.1", "--port", String(port), ...flags], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    log = (log + text).slice(-4000);
  });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    child.once("error", (error) => {
      log += error.message;
      resolve();
    });
    child.once("close", () => resolve());
  });
  const stop = () => {
    child.kill();
    return ended;
  };
  const url = `http://127.0.0.1:${port}`;
  let loading = onLoading;
  for (;;) {
    const health = await Promise.race([ended, status(`${url}/health`)]);
    if (health === undefined) throw new Error(`${server} did not start:\n${log}`);
    if (health === 200) return { url, flags, stop };
    if (health === 503) {
      await loading?.(url);
      loading = undefined;
    }
    await pause(20);
  }
}

/** What `llama-server --version` says. @param {string} server */
export function versionOf(server) {
  const { stdout, stderr, error } = spawnSync(server, ["--version"], { encoding: "utf8" });
  if (error) throw error;
  return `${stdout}${stderr}`.trim();
}

/** The status of a GET; 0 when nobody answers. @param {string} url @returns {Promise<number>} */
async function status(url) {
  try {
    return (await fetch(url)).status;
  } catch {
    return 0;
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
