/** Bars that lie, one below the other: medians, and a line over the middle half of the samples. */
import { shown } from "./axis.mjs";
import { colour, digits, line, text } from "./plot.mjs";

const ROW = 26;
const BAR = 14;
const NAMES = 160;
const NUMBERS = 70;

/**
 * @param {string} title
 * @param {Readonly<Record<string, import("./measure.mjs").Summary | null>>} values by program
 * @param {string} [program] whose colour all have; absent: each its own
 * @returns {import("./plot.mjs").Panel}
 */
export function bars(title, values, program) {
  const rows = Object.entries(values).flatMap(([name, value]) => (value ? [{ name, ...value }] : []));
  const most = Math.max(...rows.map(({ high }) => high));
  return {
    title,
    height: rows.length * ROW,
    draw(width) {
      const scale = (/** @type {number} */ value) => NAMES + (value / most) * (width - NAMES - NUMBERS);
      const row = (
        /** @type {(typeof rows)[number]} */ { name, median, low, high },
        /** @type {number} */ at,
      ) => {
        const middle = at * ROW + BAR / 2;
        const length = digits(Math.max(1, scale(median) - NAMES));
        return [
          text(NAMES - 8, middle + 4, name, { anchor: "end" }),
          `<rect class="fill-${colour(program ?? name)}" x="${NAMES}" y="${at * ROW}" width="${length}" height="${BAR}" rx="2"/>`,
          line(scale(low), middle, scale(high), middle, "spread"),
          text(scale(high) + 8, middle + 4, shown(median)),
        ].join("");
      };
      return rows.map(row).join("");
    },
  };
}
