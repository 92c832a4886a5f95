/** Guesses what a mistyped name was meant to be. */

/**
 * The candidate nearest to `word`: one that begins with it or begins it, else one within a few typing errors;
 * undefined when nothing is near. Of equals, the one of the nearest length. Case and the kind of dash do not count.
 */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = plain(word);
  if (wanted === "") return undefined;
  let best: string | undefined;
  let bestScore = Math.max(1, Math.floor(wanted.length / 3)) + 0.5;
  for (const candidate of candidates) {
    const name = plain(candidate);
    const related = name.startsWith(wanted) || wanted.startsWith(name);
    const score = (related ? 0.5 : editDistance(wanted, name)) + Math.abs(name.length - wanted.length) / 100;
    if (score >= bestScore) continue;
    best = candidate;
    bestScore = score;
  }
  return best;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

/** Insertions, deletions, replacements, and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(swapped ? Math.min(cost, at(before, j - 2) + 1) : cost);
    }
    before = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
