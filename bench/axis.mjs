/** The numbers at an axis. */

/** Round numbers from 0 to at least `most`, some four of them. @param {number} most */
export function ticks(most) {
  const rough = Math.max(most, 1e-9) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, at) =>
    Number((at * step).toPrecision(6)),
  );
}

/** A number for people: three digits, thousands apart. @param {number} value */
export function shown(value) {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return `${Number(value.toPrecision(value < 10 ? 2 : 3))}`;
}

/** A whole number in as few characters as there are: 20k. @param {number} value */
export function brief(value) {
  return value >= 1000 && value % 100 === 0 ? `${value / 1000}k` : shown(value);
}
