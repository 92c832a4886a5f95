/**
 * Builds `dist/`: `node scripts/build.mjs [--force]`. Says nothing when all is well, and does nothing when no source
 * has changed since. `dist/` is replaced as a whole: nobody ever sees half a build.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCES = [
  "src",
  "scripts/build",
  "tsdown.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
const CACHE = "node_modules/.cache/letscode";
const STAMP = join(CACHE, "built");

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const sources = fingerprint(SOURCES, (file) => readFileSync(file));
if (process.argv.includes("--force") || stamp(sources) !== lastStamp()) build();

function build() {
  const folder = join(CACHE, `build-${process.pid}`);
  const run = spawnSync(process.execPath, [fileURLToPath(import.meta.resolve("tsdown/run"))], {
    env: { ...process.env, LETSCODE_BUILD_FOLDER: folder },
    encoding: "utf8",
  });
  if (run.status === 0) {
    replace("dist", folder);
    writeFileSync(STAMP, stamp(sources));
  } else {
    rmSync(folder, { recursive: true, force: true });
    const lines = `${run.stdout}${run.stderr}`
      .split("\n")
      .filter((line) => !/^(ℹ|\s+at |\[tsdown\] Node)/.test(line));
    process.stderr.write(`${lines.join("\n").trim()}\n\nthe build failed\n`);
    process.exitCode = 1;
  }
}

/** What was built from what. @param {string} from */
function stamp(from) {
  return `${process.version} ${from} ${existsSync("dist") ? fingerprint(["dist"], (file) => `${statSync(file).size}`) : "nothing"}\n`;
}

function lastStamp() {
  return existsSync(STAMP) ? readFileSync(STAMP, "utf8") : undefined;
}

/** @param {readonly string[]} roots @param {(file: string) => string | Buffer} content */
function fingerprint(roots, content) {
  const hash = createHash("sha256");
  for (const root of roots)
    for (const file of filesBelow(root)) hash.update(`\0${file}\0`).update(content(file));
  return hash.digest("hex");
}

/** @param {string} root @returns {string[]} */
function filesBelow(root) {
  try {
    const entries = readdirSync(root, { withFileTypes: true });
    const names = entries.map((entry) => entry.name).sort();
    return names.flatMap((name) => filesBelow(join(root, name)));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOTDIR") return [root];
    throw error;
  }
}

/** Puts the folder `next` where `target` is; another build may do the same at the same time. @param {string} target @param {string} next */
function replace(target, next) {
  const old = `${next}-old`;
  mkdirSync(CACHE, { recursive: true });
  for (let tries = 5; ; tries--)
    try {
      if (existsSync(target)) renameSync(target, old);
      renameSync(next, target);
      return rmSync(old, { recursive: true, force: true });
    } catch (error) {
      if (tries === 0) throw error;
    }
}
