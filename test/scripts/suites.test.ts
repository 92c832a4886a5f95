import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { junitCounts, suites } from "../../scripts/test/suites.mjs";

const names = (...filters: string[]) => suites({ long: false, filters }).map(({ name }) => name);

test("every suite runs, unless words choose tests of one of them", () => {
  expect([
    names(),
    names("test/tools", "-t", "a browser"),
    names("test/browser/page.browser.ts"),
    names("sdks/python"),
  ]).toEqual([["vitest", "browser", "python"], ["vitest"], ["browser"], ["python"]]);
});

test("tests of pages need a Chromium, those of the Python SDK pytest", () => {
  const needs = suites({ long: false, filters: [] }).map((suite) => suite.needs.length);
  expect(needs).toEqual([0, 1, 2]);
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
