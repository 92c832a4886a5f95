/**
 * Keeps what this version says and how it is driven, for all later versions to be held to: `node scripts/golden.mjs`, once for
 * each release, writes conformance/golden/VERSION. What is there is never written again.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const folder = join("conformance/golden", version);
if (existsSync(folder)) throw new Error(`${folder} is there; what a version said is not to be changed`);
run(["scripts/build.mjs"]);
keepClient(join(folder, "client"));
const said = join(folder, "said");
mkdirSync(said, { recursive: true });
const command = [process.execPath, "scripts/golden/tee.mjs", said, process.execPath, "dist/cli/letscode.cjs"];
// The transcripts are played in other folders.
run(["conformance/run.mjs", "--over", "stdio", "--", ...command.map((word) => resolve(word))]);
for (const name of readdirSync(said)) if (readFileSync(join(said, name)).length < 2) rmSync(join(said, name));
console.log(`${folder}: ${readdirSync(said).length} files of what was said, and the client`);

/** The built client with the files that it loads, as they are. @param {string} to */
function keepClient(to) {
  const files = new Set(["client.js"]);
  for (const file of files) {
    const text = readFileSync(join("dist/lib", file), "utf8");
    for (const [, path = ""] of text.matchAll(/from "(\.[^"]+)"/g)) files.add(join(dirname(file), path));
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join("dist/lib", file), join(to, file));
  }
}

/** @param {readonly string[]} words */
function run(words) {
  const { status } = spawnSync(process.execPath, words, { stdio: "inherit" });
  if (status !== 0) throw new Error(`${words[0]} failed`);
}
