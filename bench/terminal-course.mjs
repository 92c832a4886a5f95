/** How a terminal bears a long run: keys are typed all the while, and each is waited for. */
import { setTimeout as sleep } from "node:timers/promises";
import { round } from "./measure.mjs";
import { openPty } from "./pty.mjs";

/** Between two keys. */
const PAUSE_MS = 20;
const QUIET_KEYS = 40;
/** How many points a course has in the results. */
const POINTS = 20;
const STYLES = "(?:\\u001b\\[[0-9;]*m)*";
const DRAWN = {
  key: new RegExp(`> ${STYLES}x`),
  ready: /openai-compatible/,
  resting: /ask, or/,
  working: /say more/,
};

/**
 * @typedef {object} Waits milliseconds from a key to its drawing
 * @property {number} median
 * @property {number} late 99 in 100 are drawn sooner
 * @property {number} n how many
 *
 * @typedef {object} Sample one key and its removal
 * @property {number} share of the run that was over
 * @property {number[]} waits
 * @property {number | null} cpu milliseconds of processor time a second
 * @property {number | null} memory
 */

/**
 * Sends a prompt to letscode, in processes one after the other.
 *
 * @param {{ start: import("./subjects.mjs").Start, place: import("./bench.mjs").Bench["place"], rounds: number }} options
 */
export async function measureCourse({ start, place, rounds }) {
  /** @type {number[]} */
  const quiet = [];
  /** @type {Sample[]} */
  const samples = [];
  let [bytes, took] = [0, 0];
  for (let n = 0; n < rounds; n++) {
    const pty = openPty(start, place);
    await pty.draws(DRAWN.ready);
    for (let key = 0; key < QUIET_KEYS; key += 2) quiet.push(...(await keyAndBack(pty, DRAWN.resting)));
    const [before, began] = [pty.bytes(), performance.now()];
    const end = pty.draws(DRAWN.resting).then(() => /** @type {const} */ ("end"));
    pty.type("go\r");
    await pty.draws(DRAWN.working);
    const some = await untilEnd(pty, end);
    took += performance.now() - began;
    bytes += pty.bytes() - before;
    samples.push(...some);
    await pty.stop();
  }
  const part = (/** @type {number} */ from, /** @type {number} */ to) =>
    samples.filter(({ share }) => share >= from && share < to);
  return {
    rounds,
    seconds: round(took / rounds / 1000),
    kb_written: round(bytes / rounds / 1000),
    quiet_ms: waitsOf(quiet),
    all: report(part(0, 2)),
    first_tenth: report(part(0, 0.1)),
    last_tenth: report(part(0.9, 2)),
    points: Array.from({ length: POINTS }, (_, at) => ({
      share: (at + 0.5) / POINTS,
      ...flat(report(part(at / POINTS, (at + 1) / POINTS))),
    })),
  };
}

/**
 * Types until the run is over.
 *
 * @param {import("./pty.mjs").Pty} pty
 * @param {Promise<"end">} end
 */
async function untilEnd(pty, end) {
  /** @type {(Omit<Sample, "share"> & { at: number })[]} */
  const samples = [];
  const began = performance.now();
  for (;;) {
    const [at, used] = [performance.now(), pty.cpu()];
    const waits = await Promise.race([keyAndBack(pty, DRAWN.working), end]);
    const now = performance.now();
    if (waits === "end") {
      // What was being typed may stand in the editor, or not.
      const took = now - began;
      return samples.map(({ at, ...sample }) => ({ share: (at - began) / took, ...sample }));
    }
    const after = pty.cpu();
    const cpu = used === null || after === null ? null : ((after - used) * 1000) / (now - at);
    samples.push({ at, waits, cpu, memory: pty.memory() });
  }
}

/** A key and its removal: how long each waited. @param {import("./pty.mjs").Pty} pty @param {RegExp} hint what an empty editor says */
async function keyAndBack(pty, hint) {
  const waits = [];
  for (const [key, what] of /** @type {const} */ ([
    ["x", DRAWN.key],
    ["\u007f", hint],
  ])) {
    const drawn = pty.draws(what);
    pty.type(key);
    waits.push(await drawn);
    await sleep(PAUSE_MS);
  }
  return waits;
}

/** @param {readonly Sample[]} samples */
function report(samples) {
  return {
    key_ms: waitsOf(samples.flatMap(({ waits }) => waits)),
    cpu_ms_per_second: middle(samples.map(({ cpu }) => cpu)),
    memory_mb: middle(samples.map(({ memory }) => memory)),
  };
}

/** @param {ReturnType<typeof report>} of */
function flat({ key_ms, ...others }) {
  return { key_ms: key_ms?.median ?? null, late_key_ms: key_ms?.late ?? null, ...others };
}

/** @param {readonly number[]} waits @returns {Waits | null} */
function waitsOf(waits) {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ part) => round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
  return sorted.length === 0 ? null : { median: at(0.5), late: at(0.99), n: sorted.length };
}

/** @param {readonly (number | null)[]} values */
function middle(values) {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  const value = known[Math.floor(known.length / 2)];
  return value === undefined ? null : round(value);
}
