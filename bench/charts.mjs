/** The pictures of docs/benchmarks, made from the results alone. */
import { ticks } from "./axis.mjs";
import { bars } from "./bars.mjs";
import { lines } from "./lines.mjs";
import { ownCpu } from "./own-cpu.mjs";
import { figure } from "./plot.mjs";
import { sdksChart } from "./sdks-page.mjs";
import { terminalChart } from "./terminal-page.mjs";

/** @typedef {import("./bench.mjs").Results} Results */

/** Each picture by its file name. @param {Results} results @returns {Record<string, string>} */
export function charts(results) {
  return {
    "start.svg": start(results),
    "deltas.svg": deltas(results),
    "prompts.svg": prompts(results),
    "long.svg": long(results),
    "providers.svg": providers(results),
    "bash.svg": bash(results),
    "sdks.svg": sdksChart(results.sdks),
    "terminal.svg": terminalChart(results.terminal),
  };
}

/** @param {Results} results */
function start({ start }) {
  return figure({
    title: "Start, in milliseconds",
    stacked: true,
    panels: [
      bars("to the first word", start.first_word_ms),
      bars("to the first piece of an answer, asked for at once", start.first_delta_ms),
    ],
  });
}

/** @param {Results} results */
function deltas({ deltas }) {
  const answers = deltas.answers.filter(({ paced }) => !paced);
  const names = Object.keys(answers[0]?.wall_ms ?? {});
  const panel = (
    /** @type {string} */ title,
    /** @type {"wall_ms" | "cpu_ms" | "peak_memory_mb"} */ key,
    /** @type {{ limit?: number }} */ more = {},
  ) => {
    const series = names.map((name) => ({
      name,
      points: answers.map((answer) => /** @type {const} */ ([answer.deltas, answer[key][name]?.median])),
    }));
    return lines(title, series, {
      x: "pieces",
      marks: answers.map((one) => one.deltas),
      dots: true,
      ...more,
    });
  };
  return figure({
    title: "One answer in pieces of 4 bytes",
    legend: names,
    panels: [
      panel("time, ms", "wall_ms"),
      panel("CPU, ms", "cpu_ms"),
      panel("peak memory, MB", "peak_memory_mb", { limit: 110 }),
    ],
  });
}

/** @param {Results} results */
function prompts({ prompts }) {
  const longest = (/** @type {boolean} */ reset) =>
    prompts.series.filter((one) => one.reset === reset).sort((a, b) => b.prompts - a.prompts)[0];
  const [fresh, growing] = [longest(true), longest(false)];
  const marks = ticks(Math.max(fresh?.prompts ?? 0, growing?.prompts ?? 0));
  const courses = [
    { name: "relay", points: fresh?.programs.relay?.points ?? [] },
    { name: "letscode", points: fresh?.programs.letscode?.points ?? [] },
    { name: "letscode, no reset", points: growing?.programs.letscode?.points ?? [] },
  ];
  const panel = (/** @type {string} */ title, /** @type {"time_ms" | "cpu_ms" | "memory_mb"} */ key) => {
    const series = courses.map(({ name, points }) => ({
      name,
      points: points.map((point) => /** @type {const} */ ([point.prompt, point[key]])),
    }));
    return lines(title, series, { x: "prompts so far", marks });
  };
  return figure({
    title: "Many prompts to one process",
    legend: courses.map(({ name }) => name),
    panels: [
      panel("time of a prompt, ms", "time_ms"),
      panel("CPU of a prompt, ms", "cpu_ms"),
      panel("memory, MB", "memory_mb"),
    ],
  });
}

/** @param {Results} results */
function long({ long }) {
  const all = ownCpu(long);
  const fresh = long.new_cpu_ms?.median;
  const course = (/** @type {(one: (typeof all)[number]) => number | null | undefined} */ value) => [
    /** @type {const} */ ([0, fresh]),
    ...all.map((one) => /** @type {const} */ ([one.messages, value(one)])),
  ];
  const series = [
    { name: "all in one message", points: course(({ in_one_cpu_ms }) => in_one_cpu_ms?.median) },
    { name: "letscode, all of it", points: course(({ cpu_ms }) => cpu_ms?.median) },
    { name: "letscode", points: course(({ own_ms }) => own_ms) },
  ];
  const marks = [0, ...all.map(({ messages }) => messages)];
  return figure({
    title: "A prompt in a long conversation",
    legend: series.map(({ name }) => name),
    panels: [lines("CPU of a prompt, ms", series, { x: "messages before it", marks, dots: true })],
  });
}

/** @param {Results} results */
function providers({ providers }) {
  return figure({
    title: "Each provider",
    stacked: true,
    panels: [
      bars(
        "to the first piece of an answer, asked for at once, in milliseconds",
        providers.first_delta_ms,
        "letscode",
      ),
      bars("processor time of each piece, in microseconds", providers.cpu_us_per_delta, "letscode"),
    ],
  });
}

/** @param {Results} results */
function bash({ bash }) {
  return figure({
    title: "A prompt that runs a command, in milliseconds",
    stacked: true,
    panels: [bars("in a process that runs", bash.later_ms)],
  });
}
