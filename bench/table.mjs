/** Tables in Markdown, and the numbers in them. */

/**
 * @param {readonly string[]} head the columns after the first are numbers when they begin with `>`
 * @param {readonly (readonly string[])[]} rows
 */
export function table(head, rows) {
  const rule = head.map((title) => (title.startsWith(">") ? "---:" : "---"));
  const titles = head.map((title) => title.replace(/^>/, ""));
  return [titles, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A median, or a dash. @param {import("./measure.mjs").Summary | null | undefined} value */
export function cell(value) {
  return number(value?.median);
}

/** A number, or a dash. @param {number | null | undefined} value */
export function number(value) {
  if (typeof value !== "number") return "–";
  return value >= 100 ? count(Math.round(value)) : value.toFixed(value < 1 ? 2 : 1);
}

/** How many times something is something else, or a dash. @param {number | null} value */
export function times(value) {
  if (value === null) return "–";
  return `${value < 9.95 ? value.toFixed(value < 1.995 ? 2 : 1) : Math.round(value)}×`;
}

/** A whole number with its thousands apart. @param {number} value */
export function count(value) {
  return value.toLocaleString("en-US");
}
