/** The suites of the project, each by the runner of its own language. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {import("./run-suites.mjs").Suite} Suite */
/** @typedef {import("./run-suites.mjs").Counts} Counts */

/**
 * @param {{ long: boolean, filters: readonly string[] }} options `long`: with the tests that take their time;
 *   `filters`: words for vitest, then nothing else runs
 * @returns {Suite[]}
 */
export function suites({ long, filters }) {
  return [{ name: "vitest", needs: [], run: () => vitest(long, filters) }];
}

/** @param {boolean} long @param {readonly string[]} filters */
async function vitest(long, filters) {
  const folder = mkdtempSync(join(tmpdir(), "letscode-test-"));
  const report = join(folder, "report.json");
  const runner = join(fileURLToPath(import.meta.resolve("vitest/package.json")), "..", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  try {
    const exitCode = await finished(process.execPath, [runner, "run", ...reporters, ...filters], {
      LETSCODE_LONG_TESTS: long ? "1" : "0",
    });
    return { exitCode, counts: vitestCounts(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} report @returns {Counts | undefined} */
function vitestCounts(report) {
  let json;
  try {
    json = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return undefined;
  }
  const unloaded = json.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === "failed" && file.assertionResults.length === 0,
  );
  return {
    passed: json.numPassedTests,
    failed: json.numFailedTests + unloaded.length,
    skipped: json.numPendingTests + json.numTodoTests,
  };
}

/**
 * Runs a program whose output is ours.
 * @param {string} program
 * @param {readonly string[]} words
 * @param {Record<string, string>} environment
 * @returns {Promise<number | null>} its exit code
 */
function finished(program, words, environment) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...environment },
    });
    child.on("error", reject);
    child.on("close", resolve);
  });
}
