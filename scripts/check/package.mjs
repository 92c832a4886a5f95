/** Packs the package and looks at it as those do who install it: its files, its exports, its types. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packingErrors } from "./packed-files.mjs";

const built = spawnSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
if (built.status !== 0) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), "letscode-pack-"));
try {
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
      encoding: "utf8",
    }),
  );
  const tarball = join(folder, packed.filename);
  const errors = packingErrors(packed.files.map((/** @type {{ path: string }} */ { path }) => path));
  for (const error of errors) console.error(error);
  const good = [
    errors.length === 0,
    tool("publint", ["run", tarball, "--strict"]),
    tool("attw", [tarball, "--profile", "esm-only", "--format", "ascii"]),
  ];
  process.exitCode = good.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} name @param {readonly string[]} words */
function tool(name, words) {
  return (
    spawnSync(join("node_modules/.bin", name), words, { stdio: ["ignore", "inherit", "inherit"] }).status ===
    0
  );
}
