/** Numbers from many samples, and the order in which these are taken. */

/**
 * @typedef {object} Summary
 * @property {number} median
 * @property {number} low the first quartile
 * @property {number} high the third quartile
 * @property {number} n how many samples
 */

/** What many samples say; null when nothing could be measured. @param {readonly (number | null)[]} samples @returns {Summary | null} */
export function summary(samples) {
  const sorted = samples.filter((sample) => sample !== null).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const at = (/** @type {number} */ share) => round(quantile(sorted, share));
  return { median: at(0.5), low: at(0.25), high: at(0.75), n: sorted.length };
}

/** The median, or null of nothing. @param {readonly (number | null)[]} samples */
export function median(samples) {
  return summary(samples)?.median ?? null;
}

/** Samples under names, and what they say. */
export function collect() {
  /** @type {Record<string, (number | null)[]>} */
  const all = {};
  return {
    /** @param {string} name @param {number | null} sample */
    add(name, sample) {
      all[name] ??= [];
      all[name].push(sample);
    },
    /** @returns {Record<string, Summary | null>} */
    summaries: () => Object.fromEntries(Object.entries(all).map(([name, some]) => [name, summary(some)])),
  };
}

/** Five significant digits: more are noise. @param {number} value */
export function round(value) {
  return Number(value.toPrecision(5));
}

/**
 * Runs every task once a round, one at a time, each round in another order: whatever else the machine does hits all of
 * them alike.
 *
 * @param {number} rounds
 * @param {readonly (() => Promise<unknown>)[]} tasks
 * @param {(round: number) => void} onRound told before each round, which are counted from 1
 */
export async function interleave(rounds, tasks, onRound) {
  for (let round = 0; round < rounds; round++) {
    onRound(round + 1);
    for (let at = 0; at < tasks.length; at++) await tasks[(at + round) % tasks.length]?.();
  }
}

/** @param {readonly number[]} sorted @param {number} share */
function quantile(sorted, share) {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
