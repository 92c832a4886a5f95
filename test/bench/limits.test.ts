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

test("what writing and sending the request takes is not counted as letscode's own", () => {
  const given = results();
  const conversation = (cpu: number) => ({
    ...{ messages: 500, text_kb: 400 },
    ...{ cpu_ms: summary(cpu), in_one_cpu_ms: summary(7) },
  });
  const long = (cpu: number) => ({
    ...{ rounds: 1, warm: 1, prompts: 1, new_cpu_ms: summary(5) },
    conversations: [conversation(cpu)],
  });
  const start = "its own CPU time for a prompt in a conversation of 500";
  given.long = long(8);
  expect(row(given, start)).toMatch(/ \| 1\.20× \| 1\.20× \| yes \|$/);
  given.long = long(8.1);
  expect(row(given, start)).toMatch(/ \| 1\.22× \| 1\.20× \| \*\*no\*\* \|$/);
});

test("a quiet session may wait for others, and not long", () => {
  const given = results();
  const start = "longest wait of 99 in 100 pieces of a quiet session";
  given.sessions.quiet_wait_p99_ms = { letscode: summary(50) };
  expect(row(given, start)).toMatch(/ \| 50\.0 ms \| 50\.0 ms \| yes \|$/);
  given.sessions.quiet_wait_p99_ms = { letscode: summary(50.1) };
  expect(row(given, start)).toMatch(/ \| 50\.1 ms \| 50\.0 ms \| \*\*no\*\* \|$/);
});

test("a key in the terminal may be drawn later than an empty script speaks, and no later at the end of a long answer", () => {
  const given = results();
  const { terminal } = given;
  const start = "terminal: start to the first key drawn";
  terminal.first_key_ms = { "empty script": summary(100), letscode: summary(150) };
  expect(row(given, start)).toMatch(/ \| 1\.50× \| 1\.50× \| yes \|$/);
  terminal.first_key_ms.letscode = summary(151);
  expect(row(given, start)).toMatch(/ \| 1\.51× \| 1\.50× \| \*\*no\*\* \|$/);
  const end = "wait of a key in the last tenth of an answer";
  const part = (median: number) => ({
    ...{ key_ms: { median, late: median, n: 1 }, cpu_ms_per_second: 1, memory_mb: 1 },
  });
  terminal.answer = { ...terminal.answer, first_tenth: part(1), last_tenth: part(1.26) };
  expect(row(given, end)).toMatch(/ \| 1\.26× \| 1\.25× \| \*\*no\*\* \|$/);
  terminal.answer.last_tenth.key_ms = null;
  expect(row(given, end)).toMatch(/ \| – \| 1\.25× \| not measured on this system \|$/);
});
