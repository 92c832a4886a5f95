import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pages } from "../../bench/page.mjs";

const root = resolve(import.meta.dirname, "../..");
const PICTURES = [
  "bash.svg",
  "deltas.svg",
  "long.svg",
  "prompts.svg",
  "providers.svg",
  "sdks.svg",
  "start.svg",
  "terminal.svg",
];

/** The files of a folder by name. */
function contents(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

test("a quick run measures everything and writes the page and the pictures that its results make", () => {
  const out = mkdtempSync(join(tmpdir(), "letscode-test-"));
  onTestFinished(() => rmSync(out, { recursive: true }));
  const words = ["bench/run.mjs", "--quick", "--out", out];
  const run = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  expect({ status: run.status, stdout: run.stdout }, run.stderr).toEqual({ status: 0, stdout: "" });
  const { "results.json": text = "", ...written } = contents(out);
  const results = JSON.parse(text);
  expect(written).toEqual(pages(results));
  expect(Object.keys(written).sort()).toEqual(["README.md", ...PICTURES]);
  expect(results.deltas.answers[0].bytes_per_delta.letscode.median).toBeGreaterThan(100);
  expect(results.long.conversations[1].cpu_ms.n).toBe(results.long.prompts);
  expect(results.unread.lines.letscode.median).toBeGreaterThan(0);
  expect(results.terminal.first_key_ms.letscode.n).toBe(results.terminal.rounds);
  expect(results.terminal.answer.all.key_ms.n).toBeGreaterThan(0);
  expect(written["README.md"]).not.toMatch(/undefined|NaN|null/);
}, 120_000);

test("docs/benchmarks is what its results make, of a full run", () => {
  const { "results.json": text = "", ...written } = contents(join(root, "docs/benchmarks"));
  const results = JSON.parse(text);
  expect(results.quick).toBe(false);
  expect(written, "node bench/run.mjs --redraw makes it anew").toEqual(pages(results));
});
