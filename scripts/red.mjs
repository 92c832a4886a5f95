/**
 * Shows that the tests can fail: `node scripts/red.mjs [LINE …]`. A copy of the project gets each mistake of
 * `test/red.json` in turn (or those of the named lines, such as F2, and pages, such as server.md), is built, and the tests
 * that hold the promise are run: they must pass without the mistake and fail with it. Exits with 1 when a mistake goes
 * unnoticed or fits no longer.
 */
import { spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { edited, editsOf, readEntries, titlePattern } from "./red/entries.mjs";

/** @typedef {import("./red/entries.mjs").Entry} Entry */
/** @typedef {{ name: string, file: string, passed: boolean, said: string }} Outcome of one test */

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
const LEFT_OUT = ["node_modules", "dist", ".git"];
/** No run of a few tests takes this long, whatever is broken. */
const LONGEST_MS = 300_000;
/** Nor one of all of them. */
const LONGEST_OF_ALL_MS = 1_800_000;

const words = process.argv.slice(2);
const all = readEntries();
const entries = words.length > 0 ? all.filter(({ line }) => words.includes(line)) : all;
const folder = mkdtempSync(join(tmpdir(), "letscode-red-"));
/** @type {number | undefined} */
let running;
process.on("exit", () => {
  end(running);
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
process.exit(await main());

/** @returns {Promise<number>} the exit code */
async function main() {
  const unknown = words.filter((word) => !all.some(({ line }) => line === word));
  if (unknown.length > 0) {
    console.error(`no mistakes for ${unknown.join(", ")}; give numbers of lines, such as F2, or pages`);
    return 2;
  }
  copyProject();
  if (!(await passesUnchanged())) return 1;
  /** @type {Record<string, number>} */
  const counts = { red: 0, "NOT RED": 0, "FITS NO LONGER": 0, "DOES NOT BUILD": 0 };
  for (const [at, entry] of entries.entries()) {
    const from = performance.now();
    const verdict = await judge(entry);
    counts[verdict] = (counts[verdict] ?? 0) + 1;
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    console.log(`${at + 1}/${entries.length} ${entry.line} ${verdict} (${seconds} s): ${entry.change}`);
  }
  const sum = Object.entries(counts).filter(([verdict, count]) => count > 0 || verdict === "red");
  console.log(
    `${entries.length} mistakes: ${sum.map(([verdict, count]) => `${count} ${verdict}`).join(", ")}`,
  );
  return counts.red === entries.length ? 0 : 1;
}

/** Everything but what can be made again; the packages are links, so that a build keeps its notes to itself. */
function copyProject() {
  for (const name of readdirSync(PROJECT))
    if (!LEFT_OUT.includes(name)) cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(PROJECT, "node_modules")))
    if (!/^\.(cache|vite)/.test(name))
      symlinkSync(join(PROJECT, "node_modules", name), join(folder, "node_modules", name));
}

async function passesUnchanged() {
  if (!(await builds())) {
    console.error("the project does not build as it is");
    return false;
  }
  const outcomes = await runTests(entries, false);
  const failed = outcomes?.filter(({ passed }) => !passed) ?? [];
  for (const { name, said } of failed) console.error(`fails as it is: ${name}\n${said}`);
  const missing = entries.filter((entry) => !outcomes?.some((outcome) => isOf(entry, outcome)));
  for (const { line, title } of missing) console.error(`${line}: no such test: ${title}`);
  if (outcomes) console.log(`${outcomes.length - failed.length} tests pass as it is, ${failed.length} fail`);
  else console.error("the tests did not come to an end");
  return outcomes !== undefined && failed.length === 0 && missing.length === 0;
}

/** @param {Entry} entry @param {Outcome} outcome */
function isOf(entry, { name, file }) {
  return entry.tests.includes(file) && new RegExp(titlePattern(entry)).test(name);
}

/** @param {Entry} entry */
async function judge(entry) {
  const originals = new Map(
    editsOf(entry).map(({ file }) => [file, readFileSync(join(folder, file), "utf8")]),
  );
  try {
    for (const edit of editsOf(entry)) {
      const text = edited(readFileSync(join(folder, edit.file), "utf8"), edit);
      if (text === undefined) return "FITS NO LONGER";
      writeFileSync(join(folder, edit.file), text);
    }
    if (!(await builds())) return "DOES NOT BUILD";
    const outcomes = await runTests([entry], true);
    return outcomes?.some((outcome) => isOf(entry, outcome) && !outcome.passed) ? "red" : "NOT RED";
  } finally {
    for (const [file, text] of originals) writeFileSync(join(folder, file), text);
  }
}

async function builds() {
  return (await finished(["scripts/build.mjs"])) === 0;
}

/**
 * @param {readonly Entry[]} of
 * @param {boolean} untilOneFails
 * @returns {Promise<Outcome[] | undefined>} undefined when the runner did not come to an end
 */
async function runTests(of, untilOneFails) {
  const files = [...new Set(of.flatMap(({ tests }) => tests))];
  const titles = [...new Set(of.map(titlePattern))];
  const runner = join(fileURLToPath(import.meta.resolve("vitest/package.json")), "..", "vitest.mjs");
  const report = join(folder, "report.json");
  const options = ["--reporter=json", `--outputFile=${report}`, ...(untilOneFails ? ["--bail=1"] : [])];
  rmSync(report, { force: true });
  await finished(
    [runner, "run", ...files, "-t", titles.join("|"), ...options],
    untilOneFails ? LONGEST_MS : LONGEST_OF_ALL_MS,
  );
  try {
    return outcomesIn(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    return undefined;
  }
}

/** @param {any} report as vitest writes it @returns {Outcome[]} of the tests that were run */
function outcomesIn(report) {
  return report.testResults.flatMap((/** @type {any} */ { name, assertionResults }) =>
    assertionResults
      .filter((/** @type {any} */ { status }) => status === "passed" || status === "failed")
      .map((/** @type {any} */ { fullName, status, failureMessages }) => ({
        name: fullName,
        file: inProject(name),
        passed: status === "passed",
        said: failureMessages.join("\n"),
      })),
  );
}

/** @param {string} path in the copy @returns {string} in the project */
function inProject(path) {
  return path.slice(path.indexOf(basename(folder)) + basename(folder).length + 1);
}

/**
 * Runs a script of the copy to its end, then ends whatever it left running.
 * @param {readonly string[]} command
 * @param {number} [longestMs]
 * @returns {Promise<number | null>} its exit code
 */
function finished(command, longestMs = LONGEST_MS) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd: folder, stdio: "ignore", detached: true });
    running = child.pid;
    const limit = setTimeout(() => end(child.pid), longestMs);
    child.on("error", reject);
    child.on("exit", (code) => {
      clearTimeout(limit);
      end(child.pid);
      running = undefined;
      resolve(code);
    });
  });
}

/** @param {number | undefined} group */
function end(group) {
  if (group === undefined) return;
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // Nothing of it is left.
  }
}
