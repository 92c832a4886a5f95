/** What is told of a message that is another one than expected. */
import { isObject, mismatch } from "./match.mjs";

/** @typedef {import("./transcript.mjs").Json} Json */
/** @typedef {import("./transcript.mjs").Expected} Expected */
/** @typedef {import("./match.mjs").Bindings} Bindings */

const CONTEXT = 3;
/** Longer texts are cut, and of more lines that differ only the first are shown. */
const LONGEST = 2000;
const MOST_LINES = 40;

/**
 * Says where the message differs from the first of the lines that could have taken it, and shows both.
 * @param {readonly Expected[]} lines @param {Json} message @param {Bindings} bindings
 */
export function explain(lines, message, bindings) {
  const [line] = lines;
  if (!line) return "nothing was expected";
  const place =
    lines.length > 1 ? `none of the lines ${lines.map(({ at }) => at).join(", ")}` : `line ${line.at}`;
  const problem = mismatch(line.pattern, message, bindings) ?? "it does";
  const wanted = pretty(line.pattern);
  const got = pretty(aligned(line.pattern, message, bindings));
  return `${place}: ${problem}\n${difference(wanted, got).join("\n")}`;
}

/**
 * The message in the order of the pattern, and with the placeholders of whatever fits, so that only what differs does.
 * @param {Json} pattern @param {Json} actual @param {Bindings} bindings @returns {Json}
 */
function aligned(pattern, actual, bindings) {
  const trial = { values: new Map(bindings.values), messages: new Map(bindings.messages) };
  if (mismatch(pattern, actual, trial) === null) return pattern;
  if (Array.isArray(pattern) && Array.isArray(actual))
    return actual.map((item, at) => aligned(pattern[at] ?? null, item, bindings));
  if (!isObject(pattern) || !isObject(actual)) return actual;
  const keys = new Set([...Object.keys(pattern), ...Object.keys(actual)]);
  const fields = [...keys].filter((key) => Object.hasOwn(actual, key));
  return Object.fromEntries(
    fields.map((key) => [key, aligned(pattern[key] ?? null, actual[key] ?? null, bindings)]),
  );
}

/** @param {Json} value */
function pretty(value) {
  const short = (/** @type {string} */ _, /** @type {Json} */ part) =>
    typeof part === "string" && part.length > LONGEST ? `${part.slice(0, LONGEST)}…` : part;
  return JSON.stringify(value, short, 2).split("\n");
}

/** The lines that differ, with some around them. @param {readonly string[]} wanted @param {readonly string[]} got */
function difference(wanted, got) {
  let head = 0;
  while (head < wanted.length && wanted[head] === got[head]) head++;
  let tail = 0;
  while (tail < Math.min(wanted.length, got.length) - head && wanted.at(-1 - tail) === got.at(-1 - tail))
    tail++;
  const from = Math.max(0, head - CONTEXT);
  const mark = (/** @type {string} */ sign, /** @type {readonly string[]} */ lines) => [
    ...lines.slice(0, MOST_LINES).map((line) => `  ${sign} ${line}`),
    ...(lines.length > MOST_LINES ? [`  ${sign} … ${lines.length - MOST_LINES} more`] : []),
  ];
  return [
    ...mark(" ", wanted.slice(from, head)),
    ...mark("-", wanted.slice(head, wanted.length - tail)),
    ...mark("+", got.slice(head, got.length - tail)),
    ...mark(" ", wanted.slice(wanted.length - tail).slice(0, CONTEXT)),
  ];
}
