/** Tokens and cost of each model call as a picture, and as a table. */
import type { Usage } from "../wire/messages.ts";
import { counted, dollars, largest, short, whole } from "./amounts.ts";
import { labelRoom } from "./chart-labels.ts";
import { figure, legend } from "./figure.ts";
import { type Markup, markup } from "./markup.ts";
import type { ModelCall } from "./model-calls.ts";
import { spendingTable } from "./spending-table.ts";
import { sumUsage } from "./usage.ts";

/** Heights in pixels; places from left to right are percents. */
const TOP = 16;
const PLOT = 120;
const BASE = TOP + PLOT;
const COST_TOP = BASE + 54;
const COST_PLOT = 36;
/** The widest place of a bar, in percent: few calls do not fill the picture. */
const MAX_PITCH = 6;
/** More bars than this stand side by side. */
const MAX_SPACED = 150;
/** The right edge is the scale's, in percent. */
const BARS_WIDTH = 91;
const LABEL_SPACE = 5;

/** The chart: a bar for each call, what it read, read from the cache and wrote, and a line for what it cost. */
export function spendingChart(calls: readonly ModelCall[]): Markup {
  const { cost_usd, ...sum } = sumUsage(calls.map(({ usage }) => usage));
  const pitch = Math.min(100 / Math.max(calls.length, 1), MAX_PITCH);
  const width = percent(calls.length > MAX_SPACED ? pitch : pitch * 0.72);
  const top = niceTop(largest(calls.map(size), 1));
  const bars = calls.map((call, index) => bar(call, percent(index * pitch), width, PLOT / top));
  const grid = [top, top / 2].map((count) => {
    const y = BASE - (count / top) * PLOT;
    return markup`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/><text class="end" x="100%" y="${y - 3}">${short(count)}</text>`;
  });
  const label = `Tokens of ${counted(calls.length, "model call")}: ${partWords(sum)}; cost ${dollars(cost_usd)}`;
  const picture = markup`<svg class="chart" width="100%" height="${COST_TOP + COST_PLOT + 4}" role="img" aria-label="${label}">
<text x="0" y="10">tokens per call</text>
${grid}
<svg class="bars" width="${BARS_WIDTH}%" height="100%">
${bars}
${turnLabels(calls, pitch)}
${costLine(calls, pitch)}
</svg>
<line class="axis" x1="0" x2="100%" y1="${BASE}" y2="${BASE}"/>
<line class="axis" x1="0" x2="100%" y1="${COST_TOP + COST_PLOT}" y2="${COST_TOP + COST_PLOT}"/>
<text x="0" y="${COST_TOP - 8}">${costWords(calls, cost_usd)}</text>
</svg>`;
  const hasCompaction = calls.some(({ kind }) => kind === "compaction");
  const keys = legend([
    ["output", "output"],
    ["input", "input"],
    ["cached", "input from the cache"],
    ...(hasCompaction ? ([["shrunk", "compaction’s own call"]] as const) : []),
    ...(cost_usd === null ? [] : ([["cost", "cost"]] as const)),
  ]);
  return figure("Tokens and cost", keys, picture, "Tokens and cost as a table", spendingTable(calls));
}

/** What a bar is made of, from below. */
function parts({ usage }: ModelCall): [className: string, count: number][] {
  return [
    ["cached", usage.cache_read_tokens],
    ["input", usage.input_tokens + usage.cache_write_tokens],
    ["output", usage.output_tokens],
  ];
}

function size(call: ModelCall): number {
  return parts(call).reduce((total, [, count]) => total + count, 0);
}

function bar(call: ModelCall, x: number, width: number, perToken: number): Markup {
  const { kind, name, anchor, usage } = call;
  let y = BASE;
  const stack = parts(call).map(([className, count]) => {
    const height = pixels(count * perToken);
    y = pixels(y - height);
    return markup`<rect class="${className}" x="${x}%" y="${y}" width="${width}%" height="${height}"/>`;
  });
  const mark =
    kind === "compaction"
      ? markup`<rect class="shrunk" x="${x}%" y="${BASE + 3}" width="${width}%" height="5"/>`
      : undefined;
  const words = `${name}: ${partWords(usage)}; ${dollars(usage.cost_usd)}`;
  return markup`<a class="bar" href="#${anchor}" tabindex="-1"><title>${words}</title><rect class="catch" x="${x}%" y="${TOP}" width="${width}%" height="${PLOT}"/>${stack}${mark}</a>
`;
}

function partWords(usage: Omit<Usage, "cost_usd">): string {
  const input = usage.input_tokens + usage.cache_write_tokens;
  return `${whole(input)} input, ${whole(usage.cache_read_tokens)} cached, ${whole(usage.output_tokens)} output`;
}

/** The numbers of turns, where there is room. */
function turnLabels(calls: readonly ModelCall[], pitch: number): Markup[] {
  const hasRoom = labelRoom(LABEL_SPACE);
  return calls.flatMap(({ kind, number }, index) => {
    const middle = percent((index + 0.36) * pitch);
    if (kind !== "turn" || !hasRoom(middle)) return [];
    return [markup`<text class="middle" x="${middle}%" y="${BASE + 20}">${number}</text>`];
  });
}

/** A step for each call; calls without a known price leave a gap. */
function costLine(calls: readonly ModelCall[], pitch: number): Markup[] {
  const costs = calls.map(({ usage }) => usage.cost_usd);
  const highest = largest(costs.map(Number), 0);
  const y = (cost: number) => pixels(COST_TOP + COST_PLOT * (1 - (highest === 0 ? 0 : cost / highest)));
  return costs.map((cost, index) => {
    if (cost === null) return markup``;
    const [x1, x2] = [percent(index * pitch), percent((index + 1) * pitch)];
    const before = costs[index - 1] ?? cost;
    return markup`<line class="cost" x1="${x1}%" x2="${x1}%" y1="${y(before)}" y2="${y(cost)}"/><line class="cost" x1="${x1}%" x2="${x2}%" y1="${y(cost)}" y2="${y(cost)}"/>`;
  });
}

function costWords(calls: readonly ModelCall[], total: number | null): string {
  if (total === null) return "cost: no price is known";
  const highest = largest(
    calls.map(({ usage }) => Number(usage.cost_usd)),
    0,
  );
  return `cost per call, up to ${dollars(highest)}; ${dollars(total)} in all`;
}

/** The next of 1, 2, 5, 10, 20, … */
function niceTop(count: number): number {
  const size = 10 ** Math.floor(Math.log10(count));
  return [1, 2, 5, 10].map((step) => step * size).find((top) => top >= count) ?? count;
}

function percent(value: number): number {
  return Number(value.toFixed(4));
}

function pixels(value: number): number {
  return Number(value.toFixed(2));
}
