/**
 * Runs every test: `node scripts/test.mjs [--long] [words for vitest …]`. Builds first; the last line is the sum.
 * `--long`, or CI=true, includes the tests that take their time. With CI=true a missing toolchain is a failure.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { closingLine, runSuites } from "./test/run-suites.mjs";
import { suites } from "./test/suites.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const ci = process.env.CI === "true";
const words = process.argv.slice(2);
const filters = words.filter((word) => word !== "--long");
const long = ci || filters.length < words.length;

const built = spawnSync(process.execPath, ["scripts/build.mjs"], { stdio: ["ignore", "inherit", "inherit"] });
const total =
  built.status === 0
    ? await runSuites(suites({ long, filters }), { ci, installed, say: console.log })
    : { passed: 0, failed: 1, skipped: 0 };
console.log(closingLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;

/** @param {string} program */
function installed(program) {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}
