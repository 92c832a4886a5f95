/** From moments to places: work is as wide as it was long, idle stretches all have the same small width. */
import type { Span, Timeline } from "./timeline.ts";

/** The width of an idle stretch, and the most that all of them may take together, in percent. */
const IDLE_WIDTH = 3;
const MAX_IDLE_WIDTH = 30;
/** Tools at the same time lie below each other; more than this share the last row. */
const MAX_ROWS = 4;

/** The place of a moment, in percent from the left: 0 to 100. */
export function timeScale({ start, idles, workedMs }: Timeline): (moment: number) => number {
  const idleWidth = Math.min(IDLE_WIDTH, MAX_IDLE_WIDTH / idles.length);
  const perMs = (100 - idleWidth * idles.length) / Math.max(workedMs, 1);
  const starts: { from: number; until: number; idleMs: number; count: number }[] = [];
  let idleMs = 0;
  for (const [count, idle] of idles.entries()) {
    starts.push({ from: idle.start, until: idle.end, idleMs, count });
    idleMs += idle.end - idle.start;
  }
  return (moment) => {
    const before = starts[lastUpTo(starts, moment)];
    if (before === undefined) return rounded((moment - start) * perMs);
    const left = (before.from - start - before.idleMs) * perMs + before.count * idleWidth;
    const length = before.until - before.from;
    if (moment < before.until) return rounded(left + ((moment - before.from) / length) * idleWidth);
    return rounded(left + idleWidth + (moment - before.until) * perMs);
  };
}

/** The row of each tool, counted from 0: spans that overlap have different ones. */
export function rowsOf(tools: readonly Span[]): number[] {
  const ends: number[] = [];
  return tools.map(({ start, end }) => {
    const free = ends.findIndex((rowEnd) => rowEnd <= start);
    const row = free !== -1 ? free : Math.min(ends.length, MAX_ROWS - 1);
    ends[row] = Math.max(ends[row] ?? end, end);
    return row;
  });
}

/** The index of the last that starts before `moment`; -1 when none does. */
function lastUpTo(starts: readonly { from: number }[], moment: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle]?.from ?? 0) < moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function rounded(percent: number): number {
  return Number(percent.toFixed(3));
}
