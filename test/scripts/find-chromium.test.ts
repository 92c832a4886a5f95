import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findChromium } from "../../scripts/test/find-chromium.mjs";

function folders(programs: Record<string, number>): { root: string; path: string } {
  const root = mkdtempSync(join(tmpdir(), "letscode-path-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ["a", "b"]) mkdirSync(join(root, name));
  for (const [file, mode] of Object.entries(programs)) {
    writeFileSync(join(root, file), "");
    chmodSync(join(root, file), mode);
  }
  return { root, path: ["", join(root, "a"), join(root, "gone"), join(root, "b")].join(delimiter) };
}

test("Chromium is found by its first name, in whatever folder", () => {
  const { root, path } = folders({ "a/google-chrome": 0o755, "b/chromium": 0o755 });
  expect(findChromium(path)).toBe(join(root, "b/chromium"));
});

test("Chromium is not what cannot be run", () => {
  const { root, path } = folders({ "a/chromium": 0o644, "b/chromium-browser": 0o755 });
  expect(findChromium(path)).toBe(join(root, "b/chromium-browser"));
});

test("Chromium is not found where there is none", () => {
  expect([findChromium(folders({}).path), findChromium(""), findChromium(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
