import { expect, test } from "vitest";
import { PACKED, packingErrors } from "../../scripts/check/packed-files.mjs";

test("the package holds what is listed, and the parts of the bundles", () => {
  expect(
    packingErrors([
      ...PACKED,
      "dist/cli/chunks/lazy.cjs",
      "dist/lib/chunks/lazy.js",
      "dist/lib/chunks/lazy.d.ts",
    ]),
  ).toEqual([]);
});

test("a file too few or too many is named", () => {
  expect(
    packingErrors([
      ...PACKED.filter((file) => file !== "LICENSE"),
      "src/index.ts",
      "dist/cli/chunks/lazy.cjs.map",
    ]),
  ).toEqual([
    "LICENSE is not in the package",
    "src/index.ts is in the package and should not be, or packed-files.mjs should name it",
    "dist/cli/chunks/lazy.cjs.map is in the package and should not be, or packed-files.mjs should name it",
  ]);
});
