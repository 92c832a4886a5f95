/** Whether the Go of the project is formatted, and vetted for every system. Without Go it passes, except with CI=true. */
import { spawnSync } from "node:child_process";

/** @type {readonly { dir: string, words: string[], env?: Record<string, string> }[]} */
const COMMANDS = [
  { dir: ".", words: ["gofmt", "-l", "sdks/go", "bench/sdk-clients/go"] },
  { dir: "sdks/go", words: ["go", "vet", "./..."] },
  ...["windows", "darwin"].map((GOOS) => ({
    dir: "sdks/go",
    words: ["go", "vet", "./..."],
    env: { GOOS },
  })),
];

const isThere = spawnSync("go", ["version"], { stdio: "ignore" }).error === undefined;
if (!isThere && process.env.CI === "true") fail("go was not found");
for (const { dir, words, env } of isThere ? COMMANDS : []) {
  const [program = "", ...rest] = words;
  const run = spawnSync(program, rest, { cwd: dir, env: { ...process.env, ...env }, encoding: "utf8" });
  const said = `${run.stdout}${run.stderr}${run.error?.message ?? ""}`.trim();
  // gofmt names what is not formatted, and is content with itself.
  if (run.status !== 0 || (program === "gofmt" && said !== ""))
    fail(`${words.join(" ")} in ${dir}:\n${said}`);
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}
