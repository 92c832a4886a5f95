import { readFileSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

/** Long tests run when the whole suite is asked for, or when one is named. */
const long = process.env.LETSCODE_LONG_TESTS === "1" || process.argv.some((word) => word.includes(".long."));

/** Tests that need a Chromium are a suite of their own, which runs when it is asked for, or when one of them is named. */
const browser =
  process.env.LETSCODE_BROWSER_TESTS === "1" || process.argv.some((word) => word.includes("test/browser"));

export default defineConfig({
  define: { __LETSCODE_VERSION__: JSON.stringify(version) },
  test: {
    include: [browser ? "test/browser/*.browser.ts" : "test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(long ? [] : ["**/*.long.test.ts"])],
    globalSetup: "test/temporary-folder.ts",
    pool: "threads",
    isolate: false,
    testTimeout: 20_000,
  },
});
