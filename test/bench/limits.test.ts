import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Results } from "../../bench/bench.mjs";
import { limits } from "../../bench/limits.mjs";
import { pages } from "../../bench/page.mjs";

const results = (): Results =>
  JSON.parse(readFileSync(new URL("../../docs/benchmarks/results.json", import.meta.url), "utf8"));
const summary = (median: number) => ({ median, low: median, high: median, n: 1 });
const row = (given: Results, start: string) =>
  pages(given)
    ["README.md"]?.split("\n")
    .find((line) => line.startsWith(`| ${start}`));

test("a limit is held up to the limit itself, and the page says where it is not", () => {
  const given = results();
  given.start.first_word_ms = { "empty script": summary(100), letscode: summary(120) };
  expect(row(given, "start to `ready`")).toMatch(/ \| 1\.20× \| 1\.20× \| yes \|$/);
  given.start.first_word_ms.letscode = summary(121);
  expect(row(given, "start to `ready`")).toMatch(/ \| 1\.21× \| 1\.20× \| \*\*no\*\* \|$/);
});

test("the worst of several sizes counts", () => {
  const given = results();
  for (const [at, answer] of given.deltas.answers.entries())
    answer.peak_memory_mb.letscode = summary(at === 1 ? 111 : 50);
  expect(row(given, "peak memory")).toMatch(/ \| 111 MB \| 110 MB \| \*\*no\*\* \|$/);
});

test("what a system cannot tell is neither held nor broken", () => {
  const given = results();
  for (const answer of given.deltas.answers) answer.peak_memory_mb = {};
  expect(limits(given).find(({ what }) => what.startsWith("peak memory"))?.measured).toBe(null);
  expect(row(given, "peak memory")).toMatch(/ \| – \| 110 MB \| not measured on this system \|$/);
});
