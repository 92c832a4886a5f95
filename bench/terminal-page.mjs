/** What the page says of the terminal. */
import { ticks } from "./axis.mjs";
import { ratio } from "./limits.mjs";
import { lines } from "./lines.mjs";
import { figure } from "./plot.mjs";
import { cell, count, number, table, times } from "./table.mjs";

/** @typedef {import("./bench.mjs").Results["terminal"]} Terminal */
/** @typedef {Terminal["answer"]["all"]} Part */

/** @param {Terminal} terminal @returns {import("./limits.mjs").Limit[]} */
export function terminalLimits(terminal) {
  const { first_key_ms, lines, answer, resumed_answer } = terminal;
  const milliseconds = (/** @type {number} */ value) => `${number(value)} ms`;
  const fixed = (/** @type {number} */ value) => `${value.toFixed(2)}×`;
  const late = [answer, resumed_answer].map(({ all }) => all.key_ms?.late);
  const { first_tenth: first, last_tenth: last } = answer;
  return [
    {
      what: "terminal: start to the first key drawn, against an empty script",
      measured: ratio(first_key_ms.letscode, first_key_ms["empty script"]),
      most: 1.5,
      print: fixed,
    },
    {
      what: `wait of a key in the last tenth of an answer of ${count(lines)} lines, against the first`,
      measured: first.key_ms && last.key_ms ? last.key_ms.median / first.key_ms.median : null,
      most: 1.25,
      print: fixed,
    },
    {
      what: "CPU time a second, the last tenth against the first",
      measured:
        first.cpu_ms_per_second && last.cpu_ms_per_second
          ? last.cpu_ms_per_second / first.cpu_ms_per_second
          : null,
      most: 1.25,
      print: fixed,
    },
    {
      what: "wait of 99 in 100 keys during this and in a long conversation",
      measured: late.every((value) => value !== undefined) ? Math.max(...late.map(Number)) : null,
      most: 50,
      print: milliseconds,
    },
  ];
}

/** @param {Terminal} terminal */
export function terminalSection(terminal) {
  const { rounds, first_key_ms, lines, printed, resumed, answer, resumed_answer, output } = terminal;
  const starts = Object.keys(first_key_ms).map((name) => {
    const base = /pi/.test(name) ? "empty script, pi's Node" : "empty script";
    return [name, cell(first_key_ms[name]), times(ratio(first_key_ms[name], first_key_ms[base]))];
  });
  const row = (/** @type {string} */ name, /** @type {Pick<Part, "key_ms"> & Partial<Part>} */ part) => [
    ...[name, number(part.key_ms?.median), number(part.key_ms?.late)],
    ...[number(part.cpu_ms_per_second), number(part.memory_mb)],
  ];
  const resumedLines = Math.ceil(lines / 5);
  return [
    "## The terminal",
    "In a pseudo-terminal of 80×24. A key is written as soon as the program is started, and the system keeps it until the\nprogram reads it: measured is the time until the program itself has drawn it in its editor, behind the prompt.",
    table(["", ">first key drawn, ms", ">÷ empty script, same Node"], starts),
    `Medians of ${rounds}. Of the empty script it is the first byte.`,
    `Then keys are typed all the while, one after the other was drawn, and removed again: during an answer of ${count(lines)} lines\nof Markdown (prose, lists, code and tables), of which a thousand pieces come a second; during one of ${count(resumedLines)} lines in a\nresumed conversation of ${count(resumed)} lines; and while a command prints ${count(printed)} lines.`,
    "![An answer in the terminal](terminal.svg)",
    table(
      ["", ">key drawn, ms", ">99 in 100, ms", ">CPU, ms a second", ">memory, MB"],
      [
        row("nothing else happens", { key_ms: answer.quiet_ms }),
        row("the first tenth of the answer", answer.first_tenth),
        row("the last tenth", answer.last_tenth),
        row("the resumed conversation", resumed_answer.all),
        row("the command", output.all),
      ],
    ),
    `Of ${answer.rounds} runs of each. To the terminal went ${number((answer.kb_written * 1000) / lines)} bytes for each line of the answer.`,
  ];
}

/** @param {Terminal} terminal */
export function terminalChart({ lines: all, answer }) {
  const marks = ticks(all);
  const course = (/** @type {(point: Terminal["answer"]["points"][number]) => number | null} */ value) =>
    answer.points.map((point) => /** @type {const} */ ([point.share * all, value(point)]));
  const half = { name: "letscode", points: course(({ key_ms }) => key_ms) };
  const late = { name: "letscode, 99 in 100", points: course(({ late_key_ms }) => late_key_ms) };
  const one = (/** @type {typeof half["points"]} */ points) => [{ name: "letscode", points }];
  const axis = { x: "lines so far", marks };
  return figure({
    title: `An answer of ${count(all)} lines in the terminal, a thousand pieces a second`,
    legend: [half.name, late.name],
    panels: [
      lines("a key is drawn after, ms", [half, late], axis),
      lines("CPU, ms a second", one(course(({ cpu_ms_per_second }) => cpu_ms_per_second)), axis),
      lines("memory, MB", one(course(({ memory_mb }) => memory_mb)), axis),
    ],
  });
}
