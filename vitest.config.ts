import { readFileSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

/** Long tests run when the whole suite is asked for, or when one is named. */
const long = process.env.LETSCODE_LONG_TESTS === "1" || process.argv.some((word) => word.includes(".long."));

export default defineConfig({
  define: { __LETSCODE_VERSION__: JSON.stringify(version) },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(long ? [] : ["**/*.long.test.ts"])],
    pool: "threads",
    isolate: false,
    testTimeout: 20_000,
  },
});
