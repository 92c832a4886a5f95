/**
 * Makes conformance/cassettes/llama-cpp-conversation.jsonl: a conversation of the built command with a real model.
 *
 *     npm run build
 *     node scripts/record-llama-conversation.mjs --server PATH --model PATH
 *     node scripts/record-llama-conversation.mjs --url http://127.0.0.1:8080
 *
 * The model, its server and how it is brought to call tools: test/fixtures/llama-cpp/README.md. Nothing stands between
 * letscode and the server, and letscode runs as it is: with its own system prompt and all of its tools.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startLlamaServer } from "./llama/start-server.mjs";

/** The system prompt, the tools and the examples of the template are 2,300 tokens. */
const CONTEXT_SIZE = 8192;
const CASSETTE = fileURLToPath(
  new URL("../conformance/cassettes/llama-cpp-conversation.jsonl", import.meta.url),
);
const COMMAND = fileURLToPath(new URL("../dist/cli/letscode.cjs", import.meta.url));

/** What lies in the workspace; the test that replays the cassette lays the same. */
const FILES = { "notes.txt": "Buy milk and bread.\n", "plan.md": "Paint the door.\n" };
const PROMPTS = [
  "What do notes.txt and plan.md say?",
  "What is the capital of France?",
  "What does notes.txt say?",
];

const { values } = parseArgs({
  options: { server: { type: "string" }, model: { type: "string" }, url: { type: "string" } },
});

if (values.url !== undefined) {
  await record(values.url);
} else if (values.server !== undefined && values.model !== undefined) {
  const { server, model } = values;
  const running = await startLlamaServer({ server, model, contextSize: CONTEXT_SIZE });
  try {
    await record(running.url);
  } finally {
    await running.stop();
  }
} else {
  console.error("Give --server PATH and --model PATH, or --url URL.");
  process.exitCode = 2;
}

/** @param {string} url */
async function record(url) {
  const folder = mkdtempSync(join(tmpdir(), "letscode-record-"));
  const workspace = join(folder, "workspace");
  const cassette = join(folder, "cassette.jsonl");
  mkdirSync(workspace);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(workspace, name), text);
  try {
    const words = ["--mode", "rpc", "--base-url", `${url}/v1`, "--cwd", workspace, "--record", cassette];
    await converse(words, folder);
    mkdirSync(dirname(CASSETTE), { recursive: true });
    renameSync(cassette, CASSETTE);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Sends one prompt after the other, each when the one before is done, and waits for the end of the process.
 *
 * @param {string[]} words the arguments
 * @param {string} home a folder without configuration
 * @returns {Promise<void>}
 */
function converse(words, home) {
  const child = spawn(process.execPath, [COMMAND, ...words], {
    env: { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let sent = 0;
  const sendNext = () => {
    const text = PROMPTS[sent++];
    if (text === undefined) child.stdin.end();
    else child.stdin.write(`${JSON.stringify({ cmd: "prompt", id: sent, text })}\n`);
  };
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const { type, message } = JSON.parse(line);
      if (type === "message_end") console.log(message.role, JSON.stringify(message.content));
      if (type === "ready" || type === "done") sendNext();
    }
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`letscode exited with ${code}`))));
  });
}
