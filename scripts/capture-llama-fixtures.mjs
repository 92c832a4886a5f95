/**
 * Makes test/fixtures/llama-cpp: real answers of llama.cpp's server, byte for byte.
 *
 *     node scripts/capture-llama-fixtures.mjs --server PATH --model PATH
 *     node scripts/capture-llama-fixtures.mjs --url http://127.0.0.1:8080 [--server PATH]
 *
 * The first form starts the server itself. The second asks one that runs, which cannot show how it answers while its
 * model is being loaded: that fixture is left as it is.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { exchange } from "./llama/exchange.mjs";
import { LOADING, SCENARIOS } from "./llama/scenarios.mjs";
import { startLlamaServer, versionOf } from "./llama/start-server.mjs";

/** Small, so that the request that overflows it is small too. In tokens. */
const CONTEXT_SIZE = 2048;

const { values } = parseArgs({
  options: { server: { type: "string" }, model: { type: "string" }, url: { type: "string" } },
});
const folder = new URL("../test/fixtures/llama-cpp/", import.meta.url);
mkdirSync(folder, { recursive: true });

if (values.url !== undefined) {
  await captureAll(
    values.url,
    values.server === undefined ? await buildInfo(values.url) : versionOf(values.server),
  );
} else if (values.server !== undefined && values.model !== undefined) {
  const version = versionOf(values.server);
  const server = await startLlamaServer({
    server: values.server,
    model: values.model,
    contextSize: CONTEXT_SIZE,
    onLoading: (url) => capture(url, version, "error-loading", LOADING),
  });
  try {
    await captureAll(server.url, version);
  } finally {
    await server.stop();
  }
} else {
  console.error("Give --server PATH and --model PATH, or --url URL.");
  process.exitCode = 2;
}

/** @param {string} url @param {string} version */
async function captureAll(url, version) {
  for (const [name, scenario] of Object.entries(SCENARIOS)) await capture(url, version, name, scenario);
}

/**
 * @param {string} url
 * @param {string} version
 * @param {string} name
 * @param {import("./llama/scenarios.mjs").Scenario} scenario
 */
async function capture(url, version, name, { about, ...request }) {
  const { status, headers, chunks } = await exchange(url, request);
  const streamed = headers["content-type"]?.startsWith("text/event-stream") === true;
  const bodyFile = `${name}${streamed ? ".sse" : ".body.json"}`;
  const response = { status, headers, chunk_sizes: chunks.map(({ length }) => length), body_file: bodyFile };
  const fixture = { about, server: version, request, response };
  writeFileSync(fileURLToPath(new URL(bodyFile, folder)), Buffer.concat(chunks));
  writeFileSync(fileURLToPath(new URL(`${name}.json`, folder)), `${JSON.stringify(fixture, null, 2)}\n`);
  console.log(`${name}: HTTP ${status}, ${chunks.length} chunks`);
}

/** @param {string} url */
async function buildInfo(url) {
  const properties = /** @type {{ build_info: string }} */ (await (await fetch(`${url}/props`)).json());
  return `build ${properties.build_info}`;
}
