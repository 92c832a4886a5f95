/** Lines over a common axis, which begins at zero. */
import { brief, shown, ticks } from "./axis.mjs";
import { colour, digits, line, text } from "./plot.mjs";

const HEIGHT = 190;
const LEFT = 40;
const BOTTOM = 36;

/**
 * @typedef {object} Series
 * @property {string} name a program
 * @property {readonly (readonly [x: number, y: number | null | undefined])[]} points
 */

/**
 * @param {string} title
 * @param {readonly Series[]} series
 * @param {{ x: string, marks: readonly number[], dots?: boolean, limit?: number }} options `x`: what the numbers below
 *   are; `marks`: which, the last at the right end; `dots`: whether the points are shown; `limit`: a value that is not to be passed
 * @returns {import("./plot.mjs").Panel}
 */
export function lines(title, series, { x, marks, dots = false, limit }) {
  const known = series.map(({ name, points }) => ({ name, points: points.filter(isKnown) }));
  const all = known.flatMap(({ points }) => points);
  const right = marks.at(-1) ?? 1;
  const scale = ticks(Math.max(limit ?? 0, ...all.map(([, value]) => value)));
  const most = scale.at(-1) ?? 1;
  return {
    title,
    height: HEIGHT + BOTTOM,
    draw(width) {
      const across = (/** @type {number} */ value) => LEFT + (value / right) * (width - LEFT - 6);
      const up = (/** @type {number} */ value) => HEIGHT - (value / most) * HEIGHT;
      const grid = scale.map(
        (value) =>
          line(LEFT, up(value), width, up(value), "grid") +
          text(LEFT - 6, up(value) + 4, shown(value), { kind: "faint", anchor: "end" }),
      );
      const below = marks.map((value) =>
        text(across(value), HEIGHT + 16, brief(value), {
          kind: "faint",
          anchor: value === right ? "end" : "middle",
        }),
      );
      const drawn = known.map(({ name, points }) => {
        const path = points.map(([at, value]) => `${digits(across(at))},${digits(up(value))}`).join(" ");
        const dot = (/** @type {Known} */ [at, value]) =>
          `<circle class="fill-${colour(name)}" cx="${digits(across(at))}" cy="${digits(up(value))}" r="3.5"/>`;
        return `<polyline class="plot line-${colour(name)}" points="${path}"/>${dots ? points.map(dot).join("") : ""}`;
      });
      const barrier =
        limit === undefined
          ? ""
          : line(LEFT, up(limit), width, up(limit), "limit") +
            text(width, up(limit) - 5, `limit ${shown(limit)}`, { kind: "limit-text", anchor: "end" });
      const caption = text(LEFT + (width - LEFT) / 2, HEIGHT + 33, x, { kind: "faint", anchor: "middle" });
      return [...grid, ...below, barrier, ...drawn, caption].join("");
    },
  };
}

/** @typedef {readonly [x: number, y: number]} Known */

/** @param {readonly [number, number | null | undefined]} point @returns {point is Known} */
function isKnown(point) {
  return typeof point[1] === "number";
}
