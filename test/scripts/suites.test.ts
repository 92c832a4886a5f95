import { expect, test } from "vitest";
import { suites } from "../../scripts/test/suites.mjs";

const names = (...filters: string[]) => suites({ long: false, filters }).map(({ name }) => name);

test("every suite runs, unless words choose tests of one of them", () => {
  expect([names(), names("test/tools", "-t", "a browser"), names("test/browser/page.browser.ts")]).toEqual([
    ["vitest", "browser"],
    ["vitest"],
    ["browser"],
  ]);
});

test("only the tests of pages need a program, a Chromium", () => {
  const needs = suites({ long: false, filters: [] }).map((suite) => suite.needs.length);
  expect(needs).toEqual([0, 1]);
});
