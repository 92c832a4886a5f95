import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { goCounts, junitCounts, suites } from "../../scripts/test/suites.mjs";

const names = (...filters: string[]) => suites({ long: false, filters }).map(({ name }) => name);

test("every suite runs, unless words choose tests of one of them", () => {
  expect([
    names(),
    names("test/tools", "-t", "a browser"),
    names("test/browser/page.browser.ts"),
    names("sdks/python"),
  ]).toEqual([["vitest", "browser", "python", "go"], ["vitest"], ["browser"], ["python"]]);
});

test("tests of pages need a Chromium, those of the SDKs the tools of their languages", () => {
  const needs = suites({ long: false, filters: [] }).map((suite) => suite.needs.length);
  expect(needs).toEqual([0, 1, 2, 2]);
});

test("pytest is counted by its own report, and a report that is not there counts nothing", () => {
  const folder = mkdtempSync(join(tmpdir(), "letscode-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const report = join(folder, "report.xml");
  expect(junitCounts(report)).toBe(undefined);
  writeFileSync(
    report,
    `<?xml version="1.0"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="2" skipped="3" tests="10" time="0.1"><testcase/></testsuite></testsuites>`,
  );
  expect(junitCounts(report)).toEqual({ passed: 4, failed: 3, skipped: 3 });
});

test("go test is counted by its events: tests that hold others are not counted, and what failed is told", () => {
  const events = [
    { Action: "run", Test: "TestA" },
    { Action: "output", Test: "TestA", Output: "=== RUN   TestA\n" },
    { Action: "pass", Test: "TestA/one" },
    { Action: "output", Test: "TestA/two", Output: "a.go:1: no\n" },
    { Action: "fail", Test: "TestA/two" },
    { Action: "fail", Test: "TestA" },
    { Action: "skip", Test: "TestB" },
    { Action: "pass", Test: "TestC" },
    { Action: "fail" },
  ];
  const said: string[] = [];
  const text = events.map((event) => JSON.stringify(event)).join("\n");
  expect(goCounts(`${text}\n`, (line) => said.push(line))).toEqual({ passed: 2, failed: 1, skipped: 1 });
  expect(said).toEqual(["a.go:1: no"]);
  const unbuilt = JSON.stringify({ Action: "build-output", Output: "x.go:1: undefined: y\n" });
  expect(goCounts(unbuilt, (line) => said.push(line))).toBe(undefined);
  expect(said.at(-1)).toBe("x.go:1: undefined: y");
});
