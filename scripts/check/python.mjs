/** Whether the types of the Python of the project hold, on the oldest Python it names. Without mypy it passes, except with CI=true. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [, oldest = ""] =
  /requires-python = ">=([\d.]+)"/.exec(readFileSync("sdks/python/pyproject.toml", "utf8")) ?? [];
const words = ["--strict", "--python-version", oldest, "--cache-dir", "/dev/null", "src", "examples"];
const run = spawnSync("mypy", words, { cwd: "sdks/python", encoding: "utf8" });
if (run.error ? process.env.CI === "true" : run.status !== 0) {
  console.error(run.error ? "mypy was not found" : `${run.stdout}${run.stderr}`.trim());
  process.exitCode = 1;
}
