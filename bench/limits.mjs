/** The limits letscode holds itself to, and what was measured of each. */
import { jsonRpcLimits } from "./jsonrpc-page.mjs";
import { ownCpu } from "./own-cpu.mjs";
import { count, number } from "./table.mjs";
import { terminalLimits } from "./terminal-page.mjs";

/**
 * @typedef {object} Limit
 * @property {string} what
 * @property {number | null} measured null: not on this system
 * @property {number} most
 * @property {(value: number) => string} print
 */

/** The length of the conversation that is held to a limit, in messages. */
const LONG = 500;
/** In MB. */
const MEBIBYTE = 1.048576;
const times = (/** @type {number} */ value) => `${value.toFixed(2)}×`;
const megabytes = (/** @type {number} */ value) => `${number(value)} MB`;

/** @param {import("./bench.mjs").Results} results @returns {Limit[]} */
export function limits({ start, deltas, unread, prompts, long, providers, jsonrpc, sessions, terminal }) {
  const streamed = deltas.answers.filter(({ paced }) => !paced);
  const sizes = streamed.map((answer) => count(answer.deltas)).join(", ");
  const fresh = prompts.series.filter(({ reset }) => reset);
  return [
    {
      what: "start to `ready`, against an empty script",
      measured: ratio(start.first_word_ms.letscode, start.first_word_ms["empty script"]),
      most: 1.2,
      print: times,
    },
    {
      what: `bytes through the pipe for each piece of 4 bytes, whole runs of ${sizes}`,
      measured: worst(streamed.map(({ bytes_per_delta }) => bytes_per_delta.letscode?.median)),
      most: 160,
      print: number,
    },
    {
      what: `CPU time of the whole process for ${sizes} pieces, against the relay`,
      measured: worst(streamed.map(({ cpu_ms }) => ratio(cpu_ms.letscode, cpu_ms.relay))),
      most: 5,
      print: times,
    },
    ...deltas.answers
      .filter(({ paced }) => paced)
      .map(({ deltas, cpu_ms }) => ({
        what: `the same for ${count(deltas)} pieces that come one by one`,
        measured: ratio(cpu_ms.letscode, cpu_ms.relay),
        most: 5,
        print: times,
      })),
    {
      what: "first piece from any provider, against the quickest one",
      measured: spread(Object.values(providers.first_delta_ms).map((summary) => summary?.median)),
      most: 1.5,
      print: times,
    },
    {
      what: "CPU time of a piece from any provider, against the cheapest one",
      measured: spread(Object.values(providers.cpu_us_per_delta).map((summary) => summary?.median)),
      most: 1.5,
      print: times,
    },
    {
      what: "peak memory during any of these",
      measured: worst(deltas.answers.map(({ peak_memory_mb }) => peak_memory_mb.letscode?.median)),
      most: 110,
      print: megabytes,
    },
    {
      what: `growth while a host does not read ${count(unread.deltas)} pieces`,
      measured: unread.growth_mb.letscode?.median ?? null,
      most: 100,
      print: megabytes,
    },
    ...fresh.flatMap(({ prompts, window, programs }) => [
      {
        what: `${count(prompts)} prompts with \`reset\` between: the last ${window} against the first`,
        measured: quotient(programs.letscode?.time_ms.last, programs.letscode?.time_ms.first),
        most: 1.1,
        print: times,
      },
      {
        what: "growth of memory meanwhile",
        measured: difference(programs.letscode?.memory_mb.last, programs.letscode?.memory_mb.first),
        most: 10 * MEBIBYTE,
        print: (/** @type {number} */ value) => `${number(value / MEBIBYTE)} MiB`,
      },
    ]),
    ...ownCpu(long)
      .filter(({ messages }) => messages === LONG)
      .map(({ messages, ratio }) => ({
        what: `its own CPU time for a prompt in a conversation of ${count(messages)} messages, against a new one`,
        measured: ratio,
        most: 1.2,
        print: times,
      })),
    ...jsonRpcLimits(jsonrpc),
    {
      what: `longest wait of 99 in 100 pieces of a quiet session, beside ${count(sessions.sessions)} others and ${sessions.floods} floods`,
      measured: sessions.quiet_wait_p99_ms.letscode?.median ?? null,
      most: 50,
      print: (value) => `${number(value)} ms`,
    },
    ...terminalLimits(terminal),
  ];
}

/** How many times the second median the first one is. @param {import("./measure.mjs").Summary | null | undefined} one @param {import("./measure.mjs").Summary | null | undefined} base */
export function ratio(one, base) {
  return quotient(one?.median, base?.median);
}

/** @typedef {number | null | undefined} Maybe */

/** @param {Maybe} one @param {Maybe} base */
function quotient(one, base) {
  return typeof one === "number" && base ? one / base : null;
}

/** @param {Maybe} one @param {Maybe} base */
function difference(one, base) {
  return typeof one === "number" && typeof base === "number" ? one - base : null;
}

/** How many times the smallest of these the largest is. @param {readonly Maybe[]} values */
function spread(values) {
  const known = values.filter((value) => typeof value === "number");
  return quotient(worst(known), known.length > 0 ? Math.min(...known) : null);
}

/** The largest of these. @param {readonly Maybe[]} values */
function worst(values) {
  const known = values.filter((value) => typeof value === "number");
  return known.length > 0 ? Math.max(...known) : null;
}
