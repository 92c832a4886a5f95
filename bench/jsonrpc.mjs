/** JSON-RPC with letscode's connection at both ends, against vscode-jsonrpc at both ends: requests, big messages, notifications. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "tsdown";
import { ends } from "./jsonrpc-ends.mjs";
import { collect, interleave, median } from "./measure.mjs";
import { onOneProcessor } from "./one-processor.mjs";

const COUNTS = {
  full: { rounds: 9, requests: 20_000, single: 2000, big: 30, notifications: 100_000 },
  quick: { rounds: 1, requests: 500, single: 50, big: 2, notifications: 2000 },
};
const IN_FLIGHT = 100;
const MEBIBYTE = 1024 * 1024;
const SMALL = { session_id: "s1", text: "a prompt of one line" };

const place = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** @param {Pick<import("./bench.mjs").Bench, "quick" | "say">} bench */
export async function measureJsonRpc({ quick, say }) {
  const counts = quick ? COUNTS.quick : COUNTS.full;
  const folder = mkdtempSync(join(tmpdir(), "letscode-bench-"));
  const [rate, single, busy, big, notifications] = [collect(), collect(), collect(), collect(), collect()];
  try {
    const built = await buildConnection(folder);
    const subjects = [
      { name: "letscode", kind: "letscode", transport: "stdio" },
      { name: "vscode-jsonrpc", kind: "vscode-jsonrpc", transport: "stdio" },
      { name: "letscode, TCP", kind: "letscode", transport: "tcp" },
    ];
    const tasks = subjects.map(({ name, kind, transport }) => async () => {
      const { end, pid, stop } = await startPeer(kind, built, transport);
      // The first of each kind compile what the others run.
      await manyRequests(end, counts.requests / 10);
      const many = await manyRequests(end, counts.requests);
      rate.add(name, many.perSecond);
      busy.add(name, many.median_us);
      await onOneProcessor([process.pid, pid], async () => {
        await oneByOne(end, counts.single * 2);
        single.add(name, await oneByOne(end, counts.single));
      });
      await bigMessages(end, counts.big / 10);
      big.add(name, await bigMessages(end, counts.big));
      notifications.add(name, await flood(end, counts.notifications));
      await stop();
    });
    await interleave(counts.rounds, tasks, (round) => say(`round ${round} of ${counts.rounds}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    rounds: counts.rounds,
    in_flight: IN_FLIGHT,
    requests_per_second: rate.summaries(),
    request_in_flight_us: busy.summaries(),
    request_alone_us: single.summaries(),
    mebibytes_per_second: big.summaries(),
    notifications_per_second: notifications.summaries(),
  };
}

/** letscode's connection as a module of its own, as the packages hold it. @param {string} folder @returns {Promise<string>} its URL */
async function buildConnection(folder) {
  await build({
    config: false,
    logLevel: "error",
    cwd: place(".."),
    entry: { connection: "src/jsonrpc/connection.ts" },
    outDir: folder,
    format: "esm",
    platform: "node",
    target: "node20",
    dts: false,
    fixedExtension: true,
  });
  return pathToFileURL(join(folder, "connection.mjs")).href;
}

/** @param {string} kind @param {string} built @param {string} transport */
async function startPeer(kind, built, transport) {
  const makeEnd = await ends(kind, built);
  const words = [place("jsonrpc-peer.mjs"), kind, built, transport];
  const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] });
  const gone = once(child, "exit");
  let end;
  let hangUp = () => void child.stdin.end();
  if (transport === "tcp") {
    const [port] = await once(child.stdout, "data");
    const socket = connect({ port: Number(port), host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    end = makeEnd(socket, socket);
    hangUp = () => void socket.destroy();
  } else end = makeEnd(child.stdout, child.stdin);
  end.start();
  await end.request("echo", {});
  return {
    end,
    pid: /** @type {number} */ (child.pid),
    async stop() {
      hangUp();
      await gone;
    },
  };
}

/** @typedef {import("./jsonrpc-ends.mjs").End} End */

/** Small requests, so many in flight at all times. @param {End} end @param {number} count */
async function manyRequests(end, count) {
  /** @type {number[]} */
  const times = [];
  let left = count;
  const began = performance.now();
  const one = async () => {
    while (left-- > 0) {
      const sent = performance.now();
      await end.request("echo", SMALL);
      times.push((performance.now() - sent) * 1000);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, one));
  return { perSecond: (count / (performance.now() - began)) * 1000, median_us: median(times) };
}

/** A small request at a time: the median, in microseconds. @param {End} end @param {number} count */
async function oneByOne(end, count) {
  const times = [];
  for (let n = 0; n < count; n++) {
    const sent = performance.now();
    await end.request("echo", SMALL);
    times.push((performance.now() - sent) * 1000);
  }
  return median(times);
}

/** Messages of 1 MiB, there and back, one at a time: MiB in a second, by the median. @param {End} end @param {number} count */
async function bigMessages(end, count) {
  const params = { text: "0123456789abcdef".repeat(MEBIBYTE / 16) };
  const times = [];
  for (let n = 0; n < count; n++) {
    const sent = performance.now();
    await end.request("echo", params);
    times.push(performance.now() - sent);
  }
  return 2000 / (median(times) ?? Number.NaN);
}

/** Notifications from the far end in a second. @param {End} end @param {number} count */
async function flood(end, count) {
  let seen = 0;
  /** @type {Promise<void>} */
  const all = new Promise((resolve) =>
    end.onNotification("tick", () => {
      if (++seen === count) resolve();
    }),
  );
  const began = performance.now();
  await Promise.all([end.request("flood", { count }), all]);
  return (count / (performance.now() - began)) * 1000;
}
