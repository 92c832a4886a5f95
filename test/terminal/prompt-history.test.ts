import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { openPromptHistory } from "../../src/cli/prompt-history.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";

/** A history in a new folder. */
function open({ keeps = true, below = "state/prompts.jsonl", keys = [] as string[] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "letscode-history-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, below);
  const said: string[] = [];
  const reopen = (again = keeps) =>
    openPromptHistory({
      file,
      keeps: again,
      redactor: createRedactor(keys),
      report: (line) => void said.push(line),
    });
  return { folder, file, said, history: reopen(), reopen };
}

test("any prompts are there again, in order, whatever is in them", () => {
  const { history, reopen } = open();
  const all: string[] = [];
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (prompt) => {
      const kept = prompt.toWellFormed();
      history.add(kept);
      all.push(kept);
      expect(reopen().read()).toEqual(all);
    }),
    { numRuns: 50 },
  );
});

test("the file and its folder are their owner's, and no key is in it", () => {
  const { folder, file, history } = open({ keys: ["sk-test-SECRET123"] });
  history.add("use sk-test-SECRET123");
  expect(readFileSync(file, "utf8")).toBe('"use ***"\n');
  expect([statSync(file).mode & 0o777, statSync(join(folder, "state")).mode & 0o777]).toEqual([0o600, 0o700]);
  chmodSync(file, 0o644);
  history.add("more");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("the newest thousand are read, and the file is shortened when it has twice as many", () => {
  const { file, history, reopen } = open();
  const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => String(from + at));
  history.add("0");
  writeFileSync(
    file,
    `${lines(0, 2000)
      .map((line) => JSON.stringify(line))
      .join("\n")}\n`,
  );
  expect(reopen().read()).toEqual(lines(1000, 2000));
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(2001);
  history.add("2000");
  expect(reopen(false).read()).toEqual(lines(1001, 2001));
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(2002);
  expect(reopen().read()).toEqual(lines(1001, 2001));
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(1001);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("lines that are no prompts are passed over, and a torn last line too", () => {
  const { file, history } = open();
  history.add("one");
  writeFileSync(file, '"one"\n{"a":1}\nnonsense\n\n"two"\n"tor');
  expect(history.read()).toEqual(["one", "two"]);
});

test("what was pasted and what is not to be kept is not written", () => {
  const { history } = open();
  history.add("x".repeat(8001));
  history.add("x".repeat(8000));
  expect(history.read()).toEqual(["x".repeat(8000)]);
  const other = open({ keeps: false });
  other.history.add("one");
  expect(other.history.read()).toEqual([]);
});

test("a file that cannot be written is told once and hurts nobody", () => {
  const { folder, said, reopen } = open({ below: "file/prompts.jsonl" });
  writeFileSync(join(folder, "file"), "");
  const history = reopen();
  history.add("one");
  history.add("two");
  expect(said).toHaveLength(1);
  expect(said[0]).toContain("prompts.jsonl: prompts are not kept for the next start: ");
  expect(history.read()).toEqual([]);
});

test("a line that was torn costs only itself", () => {
  const { file, history } = open();
  history.add("one");
  writeFileSync(file, '"one"\n"tor');
  history.add("two");
  expect(history.read()).toEqual(["one", "two"]);
});

test("of a file of any length its end is read, and it is shortened", () => {
  const { file, history } = open();
  history.add("one");
  writeFileSync(file, `${`${JSON.stringify("x".repeat(8000))}\n`.repeat(2500)}"newest"\n`);
  expect(history.read().at(-1)).toBe("newest");
  expect(statSync(file).size).toBeLessThan(2_100_000);
});

test("a pipe in the file's place holds nobody up", () => {
  const { file, said, history } = open();
  history.add("one");
  rmSync(file);
  execFileSync("mkfifo", [file]);
  expect(history.read()).toEqual([]);
  history.add("two");
  expect(said).toEqual([`${file}: prompts are not kept for the next start: it is no file`]);
});
