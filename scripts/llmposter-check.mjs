/**
 * Runs the built command against llmposter, a mock of the providers' APIs by other people, and says what came of it:
 *
 *     cargo install llmposter --root DIR
 *     npm run build
 *     node scripts/llmposter-check.mjs --server DIR/bin/llmposter
 *
 * Its four APIs are those of the four dialects; it answers as told, and fails as told. Exits with 1 when something came
 * otherwise than expected.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const COMMAND = fileURLToPath(new URL("../dist/cli/letscode.cjs", import.meta.url));
const { values } = parseArgs({ options: { server: { type: "string", default: "llmposter" } } });

/** How llmposter calls each API, the model that makes letscode use it, and how that API says that it hit a limit. */
const APIS = [
  {
    ...{ provider: "openai", model: "openai-compatible/m", base: "/v1", key: "OPENAI_API_KEY" },
    stop: { finish_reason: "length" },
  },
  {
    ...{ provider: "responses", model: "openai/m", base: "/v1", key: "OPENAI_API_KEY" },
    stop: { stop_reason: "max_output_tokens" },
  },
  {
    ...{ provider: "anthropic", model: "anthropic/claude-sonnet-4-5", base: "", key: "ANTHROPIC_API_KEY" },
    stop: { stop_reason: "max_tokens" },
  },
  {
    ...{ provider: "gemini", model: "google/gemini-2.5-flash", base: "", key: "GEMINI_API_KEY" },
    stop: { finish_reason: "MAX_TOKENS" },
  },
];

const SAID = "One two three, four five six.";
const said = { response: { content: SAID }, streaming: { latency: 1, chunk_size: 4 } };
const bash = { response: { tool_calls: [{ name: "bash", arguments: { command: "echo from-the-tool" } }] } };
const error = (/** @type {number} */ status, headers = {}) => ({
  error: { status, message: `no luck with ${status}`, headers },
});

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {object[]} answers what llmposter does, request by request; the last one again and again
 * @property {Record<string, unknown>} expect
 * @property {readonly string[]} [flags]
 */

const done = { text: SAID, stop: "end_turn", retries: 0, code: null };

/** llmposter 0.5 takes no Gemini request whose last message is a function's response, as every second one of a run is. */
const RESULT_REFUSED = { text: "", stop: "error", code: "invalid_request", requests: 1 };

/** @param {(typeof APIS)[number]} api @returns {Case[]} */
function casesFor(api) {
  return [
    { name: "text", answers: [said], expect: done },
    {
      name: "a tool call and its result",
      answers: [bash, said],
      expect: { result: "from-the-tool", ...(api.provider === "gemini" ? RESULT_REFUSED : done) },
    },
    {
      name: "stop by length",
      answers: [{ ...said, response: { content: SAID, ...api.stop } }],
      expect: { ...done, stop: "max_tokens" },
    },
    {
      name: "429 with Retry-After, then text",
      answers: [error(429, { "retry-after": "0.05" }), said],
      expect: { ...done, retries: 1 },
    },
    {
      name: "503 twice, then text",
      answers: [error(503), error(503), said],
      expect: { ...done, retries: 2 },
    },
    {
      name: "529 for ever",
      answers: [error(529)],
      expect: { text: "", stop: "error", retries: 2, code: "overloaded" },
    },
    { name: "401", answers: [error(401)], expect: { text: "", stop: "error", retries: 0, code: "auth" } },
    {
      name: "400",
      answers: [error(400)],
      expect: { text: "", stop: "error", retries: 0, code: "invalid_request" },
    },
    {
      name: "a stream cut after its frames 1 to 4",
      answers: [{ ...said, failure: { truncate_after_frames: 4 } }],
      expect: { stop: "error", code: "network" },
    },
    {
      name: "a connection that is dropped",
      answers: [
        { ...said, streaming: { latency: 40, chunk_size: 4 }, failure: { disconnect_after_ms: 150 } },
      ],
      expect: { stop: "error", code: "network" },
    },
    {
      name: "a word in place of the body",
      answers: [{ ...said, failure: { corrupt_body: true } }],
      expect: { text: "", stop: "error" },
    },
    {
      name: "silence of 3 s, of which 1 s is waited",
      answers: [{ ...said, failure: { latency_ms: 3000 } }],
      flags: ["--provider-timeout", "1", "--max-retries", "0"],
      expect: { text: "", stop: "error", code: "timeout" },
    },
    {
      name: "latency that jitters",
      answers: [
        {
          ...said,
          streaming: { latency: 10, chunk_size: 1 },
          failure: { latency_jitter_ms: 10, chaos_seed: 7 },
        },
      ],
      expect: done,
    },
    {
      name: "every frame twice",
      answers: [{ ...said, failure: { duplicate_frames: true } }],
      expect: { stop: "end_turn" },
    },
  ];
}

const folder = mkdtempSync(join(tmpdir(), "letscode-llmposter-"));
const cases = APIS.flatMap((api) => casesFor(api).map((one, at) => ({ api, ...one, id: `-case${at}-` })));
const fixtures = cases.flatMap(({ api, id, answers }) =>
  answers.map((answer, at) => ({
    match: { model: id },
    provider: api.provider,
    ...(answers.length === 1
      ? {}
      : {
          scenario: {
            name: `${api.provider} ${id}`,
            required_state: at === 0 ? "" : String(at),
            ...(at + 1 < answers.length ? { set_state: String(at + 1) } : {}),
          },
        }),
    ...answer,
  })),
);
// JSON is YAML.
writeFileSync(join(folder, "fixtures.yaml"), JSON.stringify({ fixtures }));
const port = await freePort();
const words = ["--fixtures", join(folder, "fixtures.yaml"), "--port", String(port), "--verbose"];
const server = spawn(values.server, words, { stdio: ["ignore", "pipe", "pipe"] });
let requests = 0;
server.stderr.on("data", (text) => {
  requests += String(text).split(/→ (?:fixture matched|no match)/).length - 1;
});
await listening(port);
try {
  for (const one of cases) {
    const before = requests;
    const seen = await ask(one);
    const sent = requests - before;
    const calls = one.answers.length > 1 && "result" in one.expect ? 2 : 1;
    const got = { ...seen, requests: sent };
    const expected = { requests: Number(seen.retries) + calls, ...one.expect };
    const wrong = Object.entries(expected).filter(
      ([key, value]) => JSON.stringify(got[/** @type {keyof typeof got} */ (key)]) !== JSON.stringify(value),
    );
    if (wrong.length > 0) process.exitCode = 1;
    const note = wrong.map(([key, value]) => ` ${key} is not ${JSON.stringify(value)}`).join(",");
    console.log(
      `${wrong.length > 0 ? "✗" : "✓"} ${one.api.provider}: ${one.name}:${note} ${JSON.stringify(got)}`,
    );
  }
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}

/** Holds one conversation in rpc mode. @param {(typeof cases)[number]} one */
async function ask({ api, id, flags = [] }) {
  const host = spawn(
    process.execPath,
    [
      ...[COMMAND, "--mode", "rpc", "--model", api.model + id, "--retry-base-delay", "0.01"],
      ...["--base-url", `http://127.0.0.1:${port}${api.base}`, ...flags],
    ],
    {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, [api.key]: "fake-key" },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  host.stdin.end(`${JSON.stringify({ cmd: "prompt", id: "p", text: "hello" })}\n`);
  let out = "";
  for await (const text of host.stdout.setEncoding("utf8")) out += text;
  const lines = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const of = (/** @type {string} */ type) => lines.filter((line) => line.type === type);
  const ends = of("message_end").map(({ message }) => message);
  const answer = ends.findLast(({ role }) => role === "assistant");
  const failure = of("error")[0];
  const result = ends.find(({ role }) => role === "tool_result");
  return {
    text: answer.content.map((/** @type {{ text?: string }} */ { text = "" }) => text).join(""),
    stop: answer.stop_reason,
    retries: of("retry").length,
    code: failure?.code ?? null,
    ...(failure ? { message: failure.error } : {}),
    ...(result ? { result: result.content[0].text } : {}),
  };
}

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
  probe.close();
  await once(probe, "close");
  return port;
}

/** Resolves when llmposter answers. @param {number} port */
async function listening(port) {
  for (let tries = 100; ; tries--) {
    const answered = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (answered?.ok) return;
    if (tries === 0) throw new Error("llmposter does not answer");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
