/** Runs every static check: `node scripts/check.mjs [name …]`. Fails when one fails; what passes says one line. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** @type {Record<string, readonly (readonly string[])[]>} */
const CHECKS = {
  types: [
    ["node_modules/.bin/tsc", "-p", "."],
    ["node_modules/.bin/tsc", "-p", "scripts"],
    ["node_modules/.bin/tsc", "-p", "conformance"],
    ["node_modules/.bin/tsc", "-p", "test/browser"],
  ],
  lint: [["node_modules/.bin/biome", "check", "--colors=off", "--error-on-warnings"]],
  files: [[process.execPath, "scripts/check/files.mjs"]],
  drift: [[process.execPath, "scripts/generate.mjs", "--check"]],
  python: [[process.execPath, "scripts/check/python.mjs"]],
  go: [[process.execPath, "scripts/check/go.mjs"]],
  unused: [["node_modules/.bin/knip"]],
  package: [[process.execPath, "scripts/check/package.mjs"]],
};

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(CHECKS);
const failed = names.filter((name) => !passes(name));
console.log(failed.length > 0 ? `checks failed: ${failed.join(", ")}` : "every check passed");
process.exitCode = failed.length > 0 ? 1 : 0;

/** @param {string} name */
function passes(name) {
  const start = performance.now();
  const outputs = (CHECKS[name] ?? [[name]]).flatMap(([program = "", ...words]) => {
    const run = spawnSync(program, words, { stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
    return run.status === 0 ? [] : [`${run.stdout ?? ""}${run.stderr ?? ""}${run.error?.message ?? ""}`];
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${outputs.length > 0 ? "FAILED" : "ok    "} ${name} (${seconds} s)`);
  for (const output of outputs) console.log(output.trimEnd());
  return outputs.length === 0;
}
