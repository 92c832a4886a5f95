/** Texts for people, which may change with any version and be others in another implementation. */
import { isObject } from "./match.mjs";

/** @typedef {import("./transcript.mjs").Json} Json */
/** @typedef {import("./transcript.mjs").Expected} Expected */

/** Fields that hold one. `message` does where there is a `code` beside it. */
const FIELDS = ["error", "error_message", "reason", "always"];

/** The lines with any text in place of those for people. @param {readonly Expected[]} lines */
export function withAnyText(lines) {
  return lines.map((line) => ({ ...line, pattern: general(line.pattern) }));
}

/** @param {Json} pattern @returns {Json} */
function general(pattern) {
  if (Array.isArray(pattern)) return pattern.map(general);
  if (!isObject(pattern)) return pattern;
  const fields = typeof pattern.code === "number" ? [...FIELDS, "message"] : FIELDS;
  return Object.fromEntries(
    Object.entries(pattern).map(([name, value]) =>
      fields.includes(name) && typeof value === "string" ? [name, "$text"] : [name, general(value)],
    ),
  );
}
