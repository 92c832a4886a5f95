/** Everything there is to measure, one section after the other, on a quiet machine or not. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem, type } from "node:os";
import { join } from "node:path";
import { measureBash } from "./bash.mjs";
import { measureDeltas } from "./deltas.mjs";
import { measureInstall } from "./install.mjs";
import { measureJsonRpc } from "./jsonrpc.mjs";
import { measureLong } from "./long.mjs";
import { startModel } from "./model.mjs";
import { measurePrompts } from "./prompts.mjs";
import { measureProviders } from "./providers.mjs";
import { measureSdks } from "./sdks.mjs";
import { measureSessions } from "./sessions.mjs";
import { measureStart } from "./start.mjs";
import { pi } from "./subjects.mjs";
import { measureTerminal } from "./terminal.mjs";
import { measureUnread } from "./unread.mjs";
import { measureWarm } from "./warm.mjs";

/**
 * @typedef {object} Bench what every section is given
 * @property {boolean} quick few samples: shows that it works, not how fast
 * @property {import("./model.mjs").Model} model
 * @property {{ cwd: string, home: string }} place empty folders to run in
 * @property {ReturnType<typeof pi>} pi the peer, if it is installed
 * @property {(line: string) => void} say tells how far it is
 *
 * @typedef {Awaited<ReturnType<typeof runBench>>} Results what results.json holds
 */

/** Runs all sections. @param {{ quick: boolean, say: (line: string) => void }} options */
export async function runBench({ quick, say }) {
  const folder = mkdtempSync(join(tmpdir(), "letscode-bench-"));
  const place = { cwd: join(folder, "workspace"), home: join(folder, "home") };
  for (const path of Object.values(place)) mkdirSync(path);
  const peer = pi(place.home);
  const model = await startModel();
  const began = describe(quick, peer);
  const section = (/** @type {string} */ name) => ({
    quick,
    model,
    place,
    pi: peer,
    say: (/** @type {string} */ line) => say(`${name}: ${line}`),
  });
  try {
    return {
      ...began,
      start: await measureStart(section("start")),
      warm: await measureWarm(section("warm")),
      deltas: await measureDeltas(section("deltas")),
      unread: await measureUnread(section("unread")),
      prompts: await measurePrompts(section("prompts")),
      long: await measureLong(section("long")),
      providers: await measureProviders(section("providers")),
      bash: await measureBash(section("bash")),
      jsonrpc: await measureJsonRpc(section("jsonrpc")),
      sdks: await measureSdks(section("sdks")),
      sessions: await measureSessions(section("sessions")),
      terminal: await measureTerminal(section("terminal")),
      install: measureInstall(section("install")),
      load_after: loadavg()[0] ?? 0,
    };
  } finally {
    await model.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {boolean} quick @param {Bench["pi"]} peer */
function describe(quick, peer) {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const peerNode = peer ? execFileSync(peer.node, ["--version"], { encoding: "utf8" }).trim() : "";
  return {
    date: new Date().toISOString().slice(0, 10),
    quick,
    letscode: version,
    node: process.version,
    pi: peer ? { version: peer.version, node: peerNode } : null,
    machine: {
      system: `${type()} ${release()}`,
      processor: cpus()[0]?.model ?? "unknown",
      cores: cpus().length,
      memory_gb: Math.round(totalmem() / 1e9),
    },
    load_before: loadavg()[0] ?? 0,
  };
}
