/** A thousand sessions in one letscode, fifty of them running: what each costs, and how long a quiet one waits beside floods. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { collect, interleave, round } from "./measure.mjs";
import { memoryOf } from "./usage.mjs";

const COUNTS = {
  full: { rounds: 3, sessions: 1000, floods: 49, pieces: 500 },
  quick: { rounds: 1, sessions: 20, floods: 4, pieces: 20 },
};
/** How often the quiet model says something, in milliseconds. */
const PACE_MS = 20;
/** An answer that does not end before the measurement does. */
const FLOOD = "deltas/100000000";
const ENTRY = fileURLToPath(new URL("../dist/cli/letscode.cjs", import.meta.url));
const MARK = Buffer.from('"delta":"at ');

/** @param {import("./bench.mjs").Bench} bench */
export async function measureSessions({ quick, model, place, say }) {
  const { rounds, sessions, floods, pieces } = quick ? COUNTS.quick : COUNTS.full;
  const [opened, used, alone] = [collect(), collect(), collect()];
  const [median, late, last] = [collect(), collect(), collect()];
  const name = "letscode";
  const quiet = await startQuietModel(pieces);
  const task = async () => {
    const server = await startServer(place);
    const client = await connectTo(server.address);
    await client.call("initialize", {
      protocol: "letscode-jsonrpc/1",
      client: { name: "bench", version: "1" },
    });
    // What the first session loads is not the price of the others.
    const first = await client.create(model.url("deltas/1"));
    await client.call("session.send", { session_id: first, text: "hello" });
    const before = server.memory();
    const ids = [];
    for (let n = 1; n < sessions; n++) ids.push(await client.create(model.url("deltas/1")));
    const created = server.memory();
    for (const session_id of ids) await client.call("session.send", { session_id, text: "hello" });
    const ran = server.memory();
    opened.add(name, share(before, created, ids.length));
    used.add(name, share(before, ran, ids.length));

    const own = await client.create(quiet.url);
    await client.call("session.send", { session_id: own, text: "hello" });
    alone.add(name, waited(client.waits, 0.99));
    client.waits.length = 0;
    for (let n = 0; n < floods; n++) await client.flood(await client.create(model.url(FLOOD)));
    await client.call("session.send", { session_id: own, text: "hello" });
    median.add(name, waited(client.waits, 0.5));
    late.add(name, waited(client.waits, 0.99));
    last.add(name, waited(client.waits, 1));
    client.end();
    await server.stop();
  };
  try {
    await interleave(rounds, [task], (round) => say(`round ${round} of ${rounds}`));
  } finally {
    quiet.stop();
  }
  return {
    rounds,
    sessions,
    floods,
    pieces,
    kb_per_session: opened.summaries(),
    kb_per_session_after_a_prompt: used.summaries(),
    quiet_wait_alone_p99_ms: alone.summaries(),
    quiet_wait_median_ms: median.summaries(),
    quiet_wait_p99_ms: late.summaries(),
    quiet_wait_longest_ms: last.summaries(),
  };
}

/** The longest of the shortest waits that make up this part of all. @param {readonly number[]} waits @param {number} part */
function waited(waits, part) {
  const sorted = waits.toSorted((a, b) => a - b);
  return round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
}

/** In KB for each, from MB. @param {number | null} before @param {number | null} after @param {number} count */
function share(before, after, count) {
  return before === null || after === null ? null : round(((after - before) * 1000) / count);
}

/** @param {import("./bench.mjs").Bench["place"]} place */
async function startServer({ cwd, home }) {
  const words = [ENTRY, "serve", "--no-token", "--no-session", "--permission-mode", "allow"];
  const child = spawn(process.execPath, words, {
    cwd,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  const [, address = ""] = /listening on (.*)\n/.exec(String(line)) ?? [];
  return {
    address,
    memory: () => memoryOf(child.pid ?? 0),
    async stop() {
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    },
  };
}

/** A client that reads as little as it must: it parses answers, and looks for the time in the quiet session's text. @param {string} address */
async function connectTo(address) {
  const [host, port] = address.split(":");
  const socket = connect({ host, port: Number(port), noDelay: true });
  await once(socket, "connect");
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  /** @type {(() => void)[]} */
  const begun = [];
  /** @type {number[]} */
  const waits = [];
  let ids = 0;
  const heed = (/** @type {Buffer} */ body, /** @type {number} */ now) => {
    if (body.subarray(0, 24).includes('"id"')) {
      const { id, result, error } = JSON.parse(body.toString());
      const call = waiting.get(id);
      waiting.delete(id);
      if (error) call?.reject(new Error(error.message));
      else call?.resolve(result);
    } else if (body.includes(MARK)) {
      for (const [, at] of body.toString("latin1").matchAll(/at ([\d.]+);/g)) waits.push(now - Number(at));
    } else if (begun.length > 0 && body.includes('"type":"message_update"')) begun.shift()?.();
  };
  /** @type {Buffer} */
  let rest = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    const now = performance.now();
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (;;) {
      const end = bytes.indexOf("\r\n\r\n", from);
      if (end < 0) break;
      const body = end + 4;
      const length = Number(bytes.toString("latin1", from + "Content-Length: ".length, end));
      if (body + length > bytes.length) break;
      heed(bytes.subarray(body, body + length), now);
      from = body + length;
    }
    rest = bytes.subarray(from);
  });
  const call = (/** @type {string} */ method, /** @type {object} */ params) => {
    const id = ++ids;
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
  return {
    call,
    waits,
    /** @param {string} base_url @returns {Promise<string>} */
    create: async (base_url) => (await call("session.create", { base_url, model: "m" })).session_id,
    /** Begins a run that does not end; resolves at a piece of text. @param {string} session_id */
    async flood(session_id) {
      call("session.send", { session_id, text: "hello" }).catch(() => {});
      await new Promise((resolve) => begun.push(() => resolve(undefined)));
    },
    end: () => void socket.destroy(),
  };
}

/** A model whose every piece says when it was said. @param {number} pieces */
async function startQuietModel(pieces) {
  const server = createServer({ noDelay: true }, async (request, response) => {
    for await (const _ of request);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const say = (/** @type {object} */ delta, /** @type {string | null} */ reason = null) =>
      response.write(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`,
      );
    for (let n = 0; n < pieces; n++) {
      say({ content: `at ${performance.now()};` });
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    }
    say({}, "stop");
    response.end("data: [DONE]\n\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/v1`, stop: () => void server.close() };
}
