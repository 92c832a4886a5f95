/** The suites of the project, each by the runner of its own language. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium } from "./find-chromium.mjs";

/** @typedef {import("./run-suites.mjs").Suite} Suite */
/** @typedef {import("./run-suites.mjs").Counts} Counts */

/**
 * @param {{ long: boolean, filters: readonly string[] }} options `long`: with the tests that take their time;
 *   `filters`: words for vitest, then only the suite runs that has what they name
 * @returns {Suite[]}
 */
export function suites({ long, filters }) {
  const all = [
    { name: "vitest", needs: [], run: () => vitest({ LETSCODE_LONG_TESTS: long ? "1" : "0" }, filters) },
    {
      name: "browser",
      needs: [findChromium(process.env.PATH) ?? "chromium"],
      run: () => vitest({ LETSCODE_BROWSER_TESTS: "1" }, filters),
    },
    { name: "python", needs: ["pytest", "node"], run: pytest },
    { name: "go", needs: ["go", "gcc"], run: goTest },
  ];
  if (filters.length === 0) return all;
  const named = (/** @type {string} */ folder) => filters.some((word) => word.includes(folder));
  const folders = { "sdks/python": "python", "sdks/go": "go", "test/browser": "browser" };
  const wanted = Object.entries(folders).find(([folder]) => named(folder))?.[1] ?? "vitest";
  return all.filter(({ name }) => name === wanted);
}

/** @param {Record<string, string>} environment @param {readonly string[]} filters */
async function vitest(environment, filters) {
  const folder = mkdtempSync(join(tmpdir(), "letscode-test-"));
  const report = join(folder, "report.json");
  const runner = join(fileURLToPath(import.meta.resolve("vitest/package.json")), "..", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  try {
    const exitCode = await finished(process.execPath, [runner, "run", ...reporters, ...filters], environment);
    return { exitCode, counts: vitestCounts(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pytest() {
  const folder = mkdtempSync(join(tmpdir(), "letscode-test-"));
  const report = join(folder, "report.xml");
  const words = [
    "sdks/python",
    "-c",
    "sdks/python/pyproject.toml",
    "-p",
    "no:cacheprovider",
    `--junitxml=${report}`,
  ];
  try {
    const environment = { LETSCODE_COMMAND: built(), PYTHONDONTWRITEBYTECODE: "1" };
    return { exitCode: await finished("pytest", words, environment), counts: junitCounts(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The command that the tests of the SDKs drive. */
function built() {
  return fileURLToPath(new URL("../../dist/cli/letscode.cjs", import.meta.url));
}

async function goTest() {
  const cwd = fileURLToPath(new URL("../../sdks/go", import.meta.url));
  const env = { ...process.env, LETSCODE_COMMAND: built() };
  const child = spawn("go", ["test", "-race", "-count=1", "-json", "./..."], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const piece of child.stdout.setEncoding("utf8")) text += piece;
  const exitCode = child.exitCode ?? (await once(child, "close"))[0];
  return { exitCode, counts: goCounts(text, console.log) };
}

/**
 * What `go test -json` says: tests that hold no others are counted. `say` is told what those that failed printed.
 * @param {string} text @param {(line: string) => void} say @returns {Counts | undefined}
 */
export function goCounts(text, say) {
  const events = text.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const ends = events.filter(({ Action, Test }) => Test && ["pass", "fail", "skip"].includes(Action));
  const whole = new Set(ends.map(({ Test }) => Test.slice(0, Test.lastIndexOf("/"))));
  const leaves = ends.filter(({ Test }) => !whole.has(Test));
  const failed = new Set(ends.filter(({ Action }) => Action === "fail").map(({ Test }) => Test));
  for (const { Action, Test, Output } of events)
    if (
      (Action === "output" && (!Test || failed.has(Test)) && !/^(=== |ok )/.test(Output)) ||
      Action === "build-output"
    )
      say(Output.trimEnd());
  if (ends.length === 0) return undefined;
  const count = (/** @type {string} */ action) => leaves.filter(({ Action }) => Action === action).length;
  return { passed: count("pass"), failed: count("fail"), skipped: count("skip") };
}

/** @param {string} report a file of JUnit's XML @returns {Counts | undefined} */
export function junitCounts(report) {
  let xml;
  try {
    xml = readFileSync(report, "utf8");
  } catch {
    return undefined;
  }
  const [suite = ""] = /<testsuite [^>]*>/.exec(xml) ?? [];
  const count = (/** @type {string} */ name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  const failed = count("failures") + count("errors");
  return { passed: count("tests") - failed - count("skipped"), failed, skipped: count("skipped") };
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
