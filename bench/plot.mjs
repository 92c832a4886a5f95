/** A small writer of SVG: a card with a title, a legend, and panels side by side. Readable on light and dark pages. */

/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {number} height
 * @property {(width: number) => string} draw its content, with the upper left corner at 0,0
 */

export const WIDTH = 840;
const MARGIN = 24;
const GAP = 36;
/** The height of a panel's title. */
const HEAD = 36;

/** How the programs are coloured, on light and on dark: those that are no agent are grey. */
const COLOURS = {
  letscode: ["#0969da", "#4493f8"],
  variant: ["#8250df", "#ab7df8"],
  pi: ["#d4610b", "#e8873a"],
  other: ["#8c959f", "#7d8590"],
};

/** The colour class of a program. @param {string} name */
export function colour(name) {
  if (name === "letscode" || name === "pi") return name;
  return name.startsWith("letscode") ? "variant" : "other";
}

/**
 * A whole picture.
 *
 * @param {{ title: string, note?: string, legend?: readonly string[], stacked?: boolean, panels: readonly Panel[] }} parts
 *   `stacked`: one panel below the other
 */
export function figure({ title, note, legend = [], stacked = false, panels }) {
  const columns = stacked ? 1 : panels.length;
  const width = (WIDTH - 2 * MARGIN - GAP * (columns - 1)) / columns;
  let y = MARGIN + 20 + (note ? 18 : 0);
  const row = legendRow(legend, y + 10);
  if (legend.length > 0) y += 24;
  let bottom = y;
  const drawn = panels.map((panel, at) => {
    const x = stacked ? MARGIN : MARGIN + at * (width + GAP);
    const top = stacked ? bottom : y;
    bottom = Math.max(bottom, top + HEAD + panel.height + (stacked ? 10 : 0));
    return move(x, top, text(0, 20, panel.title, { kind: "head" }) + move(0, HEAD, panel.draw(width)));
  });
  const height = digits(bottom + MARGIN - 6);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${xml(title)}">`,
    `<style>${style()}</style>`,
    `<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>`,
    text(MARGIN, MARGIN + 12, title, { kind: "title" }),
    note ? text(MARGIN, MARGIN + 32, note, { kind: "faint" }) : "",
    row,
    ...drawn,
    "</svg>\n",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/**
 * Text whose baseline is at y.
 *
 * @param {number} x @param {number} y @param {string} words
 * @param {{ kind?: string, anchor?: "start" | "middle" | "end" }} [look]
 */
export function text(x, y, words, { kind = "ink", anchor = "start" } = {}) {
  return `<text class="${kind}" x="${digits(x)}" y="${digits(y)}" text-anchor="${anchor}">${xml(words)}</text>`;
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {string} kind */
export function line(x1, y1, x2, y2, kind) {
  return `<line class="${kind}" x1="${digits(x1)}" y1="${digits(y1)}" x2="${digits(x2)}" y2="${digits(y2)}"/>`;
}

/** A number as short as a picture needs it. @param {number} value */
export function digits(value) {
  return Number(value.toFixed(1));
}

/** @param {number} x @param {number} y @param {string} content */
function move(x, y, content) {
  return `<g transform="translate(${digits(x)} ${digits(y)})">${content}</g>`;
}

/** @param {readonly string[]} names @param {number} y */
function legendRow(names, y) {
  let x = MARGIN;
  return names
    .map((name) => {
      const mark = `<rect class="fill-${colour(name)}" x="${x}" y="${y - 9}" width="10" height="10" rx="2"/>`;
      const label = text(x + 15, y, name, { kind: "faint" });
      x += 15 + name.length * 6.4 + 18;
      return mark + label;
    })
    .join("");
}

function style() {
  const paint = (/** @type {number} */ at) =>
    Object.entries(COLOURS)
      .map(([name, shades]) => `.fill-${name}{fill:${shades[at]}}.line-${name}{stroke:${shades[at]}}`)
      .join("");
  const font = "text{font:12px -apple-system,'Segoe UI',Helvetica,Arial,'DejaVu Sans',sans-serif}";
  const shapes =
    ".title{font-size:15px;font-weight:600}.head{font-weight:600}.plot{fill:none;stroke-width:2;stroke-linejoin:round}";
  const light =
    ".card{fill:#fff;stroke:#d1d9e0}.ink,.title,.head{fill:#1f2328}.faint{fill:#59636e}.grid{stroke:#d1d9e0}.spread{stroke:#1f2328}.limit{stroke:#cf222e;stroke-dasharray:4 3}.limit-text{fill:#cf222e}";
  const dark =
    ".card{fill:#0d1117;stroke:#3d444d}.ink,.title,.head{fill:#f0f6fc}.faint{fill:#9198a1}.grid{stroke:#3d444d}.spread{stroke:#f0f6fc}.limit{stroke:#f85149}.limit-text{fill:#f85149}";
  return `${font}${shapes}${light}${paint(0)}@media (prefers-color-scheme:dark){${dark}${paint(1)}}`;
}

/** @param {string} words */
function xml(words) {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
