/** Markdown as models write it, of any length: headings, prose, lists, code and tables. ASCII. */

const PROSE =
  "The parser keeps a **stack** of open blocks, and `next()` hands on the line that closes one of them.";
const ROWS = 8;

/** One part of a text, which begins with the number of its first line. @param {number} at @returns {string[]} */
function part(at) {
  return [
    `## Step ${at}`,
    "",
    PROSE,
    "",
    ...Array.from({ length: 5 }, (_, n) => `- point ${n} of ${at}, with *some* emphasis`),
    "",
    "```ts",
    ...Array.from({ length: 12 }, (_, n) => `  const value${n} = step(${at}, "${n}");`),
    "```",
    "",
    "| name | value |",
    "| --- | --- |",
    ...Array.from({ length: ROWS }, (_, n) => `| row ${n} | ${at * n} |`),
    "",
  ];
}

/** So many lines. @param {number} count */
export function markdown(count) {
  /** @type {string[]} */
  const lines = [];
  while (lines.length < count) lines.push(...part(lines.length));
  return lines.slice(0, count).join("\n");
}
